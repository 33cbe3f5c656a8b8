import { addressLines, spacedPhone } from '@/domain/account/address'
import { addressTitle, type SavedAddress } from '@/domain/account/saved-address'
import { stateName } from '@/domain/account/states'
import { t, translate } from '@/language/text'

/** A kept address as it stands on a parcel, under the person's word for it. */
export function AddressText({ saved }: { saved: SavedAddress }) {
  const { address, label, name, phone, is_default } = saved
  const lines = addressLines(address, translate(stateName(address.state)))
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{addressTitle(saved)}</span>
        {is_default && <span className="text-ink-3 text-sm">{t('Comes first')}</span>}
      </p>
      <p className="text-ink-2">
        {label && (
          <>
            {name}
            <br />
          </>
        )}
        {lines.join(', ')}
        <br />
        {spacedPhone(phone)}
      </p>
    </div>
  )
}
