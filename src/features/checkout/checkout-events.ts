import { parseJson } from '@/domain/json'
import { toRupees } from '@/domain/money'
import type { PlacedOrder } from '@/domain/order'
import type { Quote } from '@/domain/quote'
import { track } from '@/integrations/analytics'

/** Orders whose purchase has been counted in this browser. */
const COUNTED_KEY = 'sabun-and-jhola.purchases.v1'
const COUNTED_KEPT = 20

/** What events say about a quote, in rupees. */
function quoteFields(quote: Quote) {
  return {
    currency: 'INR',
    value: toRupees(quote.grand_total),
    shipping: toRupees(quote.shipping_total),
    items: quote.items
      .filter((line) => !line.problem)
      .map((line) => ({
        item_id: line.product,
        item_name: line.name,
        price: toRupees(line.unit_price),
        quantity: line.quantity,
      })),
  }
}

export function trackBeginCheckout(quote: Quote): void {
  track({ event: 'begin_checkout', ...quoteFields(quote) })
}

export function trackShippingInfo(quote: Quote): void {
  track({ event: 'add_shipping_info', ...quoteFields(quote) })
}

/** A purchase, once for each order however often its answer arrives (STAT-01). */
export function trackPurchase(placed: PlacedOrder, quote: Quote, payment_method: string): void {
  let counted: unknown[] = []
  try {
    const stored = parseJson(localStorage.getItem(COUNTED_KEY) ?? '')
    if (Array.isArray(stored)) counted = stored
    if (counted.includes(placed.id)) return
    localStorage.setItem(COUNTED_KEY, JSON.stringify([...counted, placed.id].slice(-COUNTED_KEPT)))
  } catch {
    // Without storage a purchase is counted at every answer; there is normally one.
  }
  track({
    event: 'purchase',
    transaction_id: placed.number,
    ...quoteFields(quote),
    value: toRupees(placed.grand_total),
    // Prices include it; its share depends on the shop's registration and stands on the bill.
    tax: 0,
    coupon: quote.offer?.active ? quote.offer.title : '',
    payment_method,
  })
}
