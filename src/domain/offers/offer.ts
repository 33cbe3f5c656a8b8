import { parseDate } from '../date'
import { parseText } from '../json'
import { formatPaise, type Paise, toPaise } from '../money'

/** A special offer as the store shows it. `min_order_value` in paise; 0 = no minimum. */
export interface Offer {
  id: string
  title: string
  description: string
  min_order_value: Paise
  active: boolean
  start_date: string
  end_date: string
  offer_type: string
  gift_product_id: string
}

/** A special_offers record → Offer (OFFER-01); without a title it is a "Special Offer". */
export function parseOffer(record: Record<string, unknown>): Offer {
  const minimum = typeof record.min_order_value === 'number' ? toPaise(record.min_order_value) : null
  return {
    id: parseText(record.id),
    title: parseText(record.title) || 'Special Offer',
    description: parseText(record.description),
    min_order_value: minimum ?? 0,
    active: record.active === true,
    start_date: parseText(record.start_date),
    end_date: parseText(record.end_date),
    offer_type: parseText(record.offer_type),
    gift_product_id: parseText(record.gift_product_id) || parseText(record.product),
  }
}

/**
 * Whether the offer runs at `now` (ms): switched on, started and not ended (OFFER-01). A missing end or start is open.
 */
export function offerRuns(offer: Offer, now: number): boolean {
  const start = parseDate(offer.start_date)
  const end = parseDate(offer.end_date)
  return offer.active && !(start > now) && !(end < now)
}

/** The offer against a subtotal in paise (OFFER-02): active, or how much is missing, with its sentence. */
export function offerState(offer: Offer, subtotal: Paise): { active: boolean; missing: Paise; sentence: string } {
  const missing = Math.max(0, offer.min_order_value - subtotal)
  return {
    active: missing === 0,
    missing,
    sentence: missing === 0 ? 'Eligible now' : `Add ${formatPaise(missing)} more to unlock`,
  }
}
