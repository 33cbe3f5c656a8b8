import { useSettings } from '@/api/settings'
import type { Delivery } from '@/domain/delivery/delivery'
import { t } from '@/language/text'
import { DeliveryWords } from './delivery-by-pin'
import { usePincode } from './kept-pincode'

export interface ArrivalProps {
  quote: { delivery: Delivery | null } | undefined
}

/** Below an address: what the shop says of its PIN code. Its place is there before it is known. */
export function ArrivalNote({ quote }: ArrivalProps) {
  const pincode = usePincode()
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
