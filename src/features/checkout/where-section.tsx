import { type ReactNode, useState } from 'react'
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { addressLines, NOTE_LENGTH, spacedPhone } from '@/domain/account/address'
import { addressTitle, type SavedAddress } from '@/domain/account/saved-address'
import { stateName } from '@/domain/account/states'
import type { CheckoutFormInput } from '@/domain/orders/checkout-form'
import { LineField, PincodeField, StateField } from '@/features/account/address-fields'
import { ArrivalNote, type ArrivalProps } from '@/features/delivery/arrival-note'
import { rich } from '@/language/rich'
import { t, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { RadioGroup, RadioRow } from '@/ui/radio-row'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Textarea } from '@/ui/textarea'
import { type AddressChoice, NEW_ADDRESS } from './address-choice'
import { EmailField, MobileField, NameField } from './contact-fields'
import { forgetDeviceAddress } from './form-draft'

/**
 * Where the order goes and to whom (ORDER-01): one of the account's addresses, as it is or changed, or a new one
 * (ORDER-11). The PIN code comes first, because the rest follows from it.
 */
export function WhereSection({ choice, field }: { choice: AddressChoice; field: ArrivalProps }) {
  const pincode = useWatch<CheckoutFormInput, 'address.pincode'>({ name: 'address.pincode' })
  if (choice.waiting) {
    return (
      <Loading label={t('Loading your addresses')}>
        <Skeleton className="h-96" />
      </Loading>
    )
  }
  return (
    <div className="grid gap-x-3 gap-y-3.5 sm:grid-cols-6 [&>*]:sm:col-span-6">
      <KeptAddresses choice={choice} />
      {choice.open && <PincodeField withPlace />}
      <ArrivalNote {...field} typed={pincode} />
      <NameField className="sm:col-span-3!" />
      <MobileField className="sm:col-span-3!" />
      {choice.open ? (
        <>
          <LineField name="line1" label={t('Address line 1')} />
          <MoreLines />
          <LineField name="city" label={t('City')} className="sm:col-span-3!" />
          <StateField className="sm:col-span-3!" />
        </>
      ) : (
        <Button look="ghost" className="justify-self-start" onClick={choice.edit}>
          {t('Edit this address')}
        </Button>
      )}
      <EmailField className="" />
      <Note />
      <KeepBox choice={choice} />
      {/*
       * The notice that the law wants where data is asked for (Digital Personal Data Protection Act 2023, section 5).
       */}
      <p className="text-ink-3 text-sm">
        {rich('Contact and address are for delivery and the bill, and kept as long as tax law asks. See {policy}.', {
          policy: (
            <Link to={paths.privacy()} className="link">
              {t('Privacy policy')}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}

function KeptAddresses({ choice: { addresses, chosen, choose } }: { choice: AddressChoice }) {
  if (addresses.length === 0) return null
  return (
    <RadioGroup legend={t('Delivery address')}>
      {addresses.map((saved) => (
        <RadioRow
          key={saved.id}
          name="kept-address"
          value={saved.id}
          label={addressTitle(saved)}
          detail={detailOf(saved)}
          checked={chosen === saved}
          onChange={() => choose(saved.id)}
          className="[overflow-wrap:anywhere]"
        />
      ))}
      <RadioRow
        name="kept-address"
        value={NEW_ADDRESS}
        label={t('A new address')}
        checked={!chosen}
        onChange={() => choose(NEW_ADDRESS)}
      />
    </RadioGroup>
  )
}

interface BehindProps {
  /** What opens them. */
  word: string
  /** The first of them. */
  name: FieldPath<CheckoutFormInput>
  /** Something stands there. */
  filled: boolean
  children: ReactNode
}

/**
 * Fields few need, behind a word. They are there all the same, for browsers that fill them in, for listeners and for
 * the keyboard: whatever reaches them opens them.
 */
function Behind({ word, name, filled, children }: BehindProps) {
  const { setFocus } = useFormContext<CheckoutFormInput>()
  const [asked, setAsked] = useState(false)
  const open = asked || filled
  return (
    <div className="relative">
      {!open && (
        <button type="button" className="link inline-flex min-h-11 items-center text-sm" onClick={() => setFocus(name)}>
          {word}
        </button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears where the focus is, is no control */}
      <div className={open ? undefined : 'sr-only'} onFocus={() => setAsked(true)}>
        {/* Of their usual size also while they are folded away: browsers fill in no fields of a pixel. */}
        <div className={open ? 'grid gap-y-3.5' : 'w-72'}>{children}</div>
      </div>
    </div>
  )
}

function MoreLines() {
  const { control } = useFormContext<CheckoutFormInput>()
  const filled = useWatch({ control, name: ['address.line2', 'address.landmark'] }).some(Boolean)
  return (
    <Behind word={t('Add landmark or line 2')} name="address.line2" filled={filled}>
      <LineField name="line2" label={t('Address line 2 (optional)')} />
      <LineField name="landmark" label={t('Landmark (optional)')} />
    </Behind>
  )
}

/** Words for the maker or for a card (ORDER-18). */
function Note() {
  const { control, register, formState } = useFormContext<CheckoutFormInput>()
  const filled = Boolean(useWatch({ control, name: 'note' }))
  return (
    <Behind word={t('Add a note')} name="note" filled={filled}>
      <Field
        label={t('Note (optional)')}
        hint={t('Words for a card, or what we should know. We read it as we pack.')}
        error={formState.errors.note?.message}
      >
        {(field) => <Textarea {...field} {...register('note')} rows={3} maxLength={NOTE_LENGTH} />}
      </Field>
    </Behind>
  )
}

/** Whether the address is kept for the next order, and where (ORDER-11). Ticked and in sight: that is the asking. */
function KeepBox({ choice: { keeping, chosen } }: { choice: AddressChoice }) {
  const { register } = useFormContext<CheckoutFormInput>()
  if (!keeping) return null
  if (keeping === 'account') {
    const label = chosen ? t('Save the changes to {name}', { name: addressTitle(chosen) }) : t('Save this address')
    return <Checkbox label={label} {...register('keep')} className="justify-self-start" />
  }
  return (
    <div>
      <Checkbox
        label={t('Save on this device')}
        {...register('keep', {
          onChange: (event: { target: { checked: boolean } }) => {
            if (!event.target.checked) forgetDeviceAddress()
          },
        })}
        aria-describedby="keep-on-device"
      />
      <p id="keep-on-device" className="text-ink-3 text-sm">
        {t('In this browser only, for your next order. Untick it and it is forgotten.')}
      </p>
    </div>
  )
}

function detailOf({ address, label, name, phone }: SavedAddress): string {
  const lines = addressLines(address, translate(stateName(address.state)))
  // A number stays on one line.
  return [...(label ? [name] : []), ...lines, spacedPhone(phone).replaceAll(' ', '\u00a0')].join(', ')
}
