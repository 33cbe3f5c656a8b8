import { useSettings } from '@/api/settings'
import { readPincode } from '@/domain/account/read-pincode'
import type { Delivery } from '@/domain/delivery/delivery'
import { t } from '@/language/text'
import { DeliveryWords } from './delivery-by-pin'

export interface ArrivalProps {
  quote: { delivery: Delivery | null } | undefined
}

/** Below an address: what the shop says of the PIN code `typed` there. Its place is there before it is known. */
export function ArrivalNote({ quote, typed }: ArrivalProps & { typed: string | undefined }) {
  const pincode = readPincode(typed)
  const { delivers_by_pin } = useSettings()
  if (!delivers_by_pin) return null
  const delivery = quote?.delivery
  return (
    <div role="status" className="min-h-12 text-sm">
      {!pincode && <span className="text-ink-3">{t('And tells when it arrives.')}</span>}
      {delivery && delivery.pincode === pincode && <DeliveryWords delivery={delivery} />}
    </div>
  )
}
