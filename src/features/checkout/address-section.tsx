import { useFormContext } from 'react-hook-form'
import { type AddressInput, addressLines, spacedPhone } from '@/domain/address'
import { addressTitle, type SavedAddress } from '@/domain/saved-address'
import { stateName } from '@/domain/states'
import { AddressFields } from '@/features/account/address-fields'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { RadioGroup, RadioRow } from '@/ui/radio-row'
import { Skeleton } from '@/ui/skeleton'
import { type AddressChoice, NEW_ADDRESS } from './address-choice'

/** Where the order goes (ORDER-01): one of the account's addresses, as it is or changed, or a new one (ORDER-11). */
export function AddressSection({ choice }: { choice: AddressChoice }) {
  const { formState } = useFormContext<{ address: AddressInput }>()
  const { addresses, chosen, waiting, canKeep, editing, keep } = choice
  if (waiting) {
    return (
      <div aria-busy="true">
        <p role="status" className="sr-only">
          {t('Loading your addresses')}
        </p>
        <Skeleton className="h-32" />
      </div>
    )
  }
  // A kept address the store refuses must be seen to be mended.
  const open = !chosen || editing || formState.errors.address !== undefined
  return (
    <div className="grid gap-5">
      {addresses.length > 0 && (
        <RadioGroup legend={t('Delivery address')} hideLegend>
          {addresses.map((saved) => (
            <RadioRow
              key={saved.id}
              name="kept-address"
              value={saved.id}
              label={addressTitle(saved)}
              detail={detailOf(saved)}
              checked={chosen === saved}
              onChange={() => choice.choose(saved.id)}
              className="[overflow-wrap:anywhere]"
            />
          ))}
          <RadioRow
            name="kept-address"
            value={NEW_ADDRESS}
            label={t('A new address')}
            checked={!chosen}
            onChange={() => choice.choose(NEW_ADDRESS)}
          />
        </RadioGroup>
      )}
      {open ? (
        <>
          <AddressFields />
          {canKeep && (
            <Checkbox
              label={chosen ? t('Save the changes to {name}', { name: addressTitle(chosen) }) : t('Save this address')}
              checked={keep}
              onChange={(event) => choice.setKeep(event.target.checked)}
              className="justify-self-start"
            />
          )}
        </>
      ) : (
        <Button look="ghost" className="justify-self-start" onClick={choice.edit}>
          {t('Edit this address')}
        </Button>
      )}
    </div>
  )
}

function detailOf({ address, label, name, phone }: SavedAddress): string {
  const lines = addressLines(address, translate(stateName(address.state)))
  return [...(label ? [name] : []), ...lines, spacedPhone(phone)].join(', ')
}
