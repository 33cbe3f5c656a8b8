import type { CartLine } from '@/domain/cart/cart'
import { type Paise, toRupees } from '@/domain/money'
import type { OrderView, PlacedOrder } from '@/domain/orders/order'
import type { Problem, Quote, QuoteLine } from '@/domain/orders/quote'
import { isRealOnline } from '@/domain/payments/providers'
import { track } from '@/integrations/analytics'
import { storedJson } from '@/lib/stored-json'

/** Orders whose purchase has been counted in this browser. */
const countedStore = storedJson('sabun-and-jhola.purchases.v1')
const COUNTED_KEPT = 20

/**
 * What events say about a quote, in rupees. A line's category is known to the cart alone. Its price is what a piece
 * costs after its discount: Google takes that off nowhere (its guide "Apply a discount to an ecommerce event"). The
 * `value` is what the items come to, without delivery (GA4's reference of `purchase`).
 */
function quoteFields(
  quote: Pick<OrderView, 'shipping_total' | 'promotions'> & {
    items: readonly (Pick<QuoteLine, 'product' | 'name' | 'unit_price' | 'quantity' | 'color' | 'color_name'> & {
      discount?: Paise
      problem?: Problem
    })[]
  },
  lines: readonly CartLine[],
) {
  const categories = new Map(lines.map((line) => [line.productId, line.product.category]))
  const told = quote.items.filter((line) => !line.problem)
  return {
    currency: 'INR' as const,
    value: toRupees(told.reduce((sum, line) => sum + line.unit_price * line.quantity - (line.discount ?? 0), 0)),
    shipping: toRupees(quote.shipping_total),
    coupon: quote.promotions.map(({ name, code }) => code || name).join(', '),
    items: told.map((line, index) => {
      const category = categories.get(line.product)
      const discount = (line.discount ?? 0) / line.quantity
      return {
        item_id: line.product,
        item_name: line.name,
        price: toRupees(Math.round(line.unit_price - discount)),
        ...(discount && { discount: toRupees(Math.round(discount)) }),
        quantity: line.quantity,
        index,
        ...(category && { item_category: category }),
        ...(line.color && { item_variant: line.color_name }),
      }
    }),
  }
}

export function trackBeginCheckout(quote: Quote, lines: readonly CartLine[]): void {
  track({ event: 'begin_checkout', ...quoteFields(quote, lines) })
}

export function trackShippingInfo(quote: Quote, lines: readonly CartLine[]): void {
  track({ event: 'add_shipping_info', ...quoteFields(quote, lines) })
}

/** A purchase and the conversion it is, once for each order however often its answer arrives (STAT-01). */
export function trackPurchase(
  placed: PlacedOrder,
  quote: Quote,
  lines: readonly CartLine[],
  payment_method: string,
): void {
  trackOnce(placed, quoteFields(quote, lines), payment_method)
}

/**
 * The same for an order whose payment was seen to arrive later, when the quote is gone: told from what was bought
 * (STAT-01).
 */
export function trackLatePurchase(order: OrderView, lines: readonly CartLine[]): void {
  const items = order.items.filter((item) => !item.is_gift)
  const fields = quoteFields({ ...order, items }, lines)
  const { payment_method, payment_status } = order
  const method = isRealOnline(payment_method) ? 'online' : payment_method
  trackOnce(order, fields, method, payment_method !== 'cod' && payment_status === 'paid')
}

function trackOnce(
  order: Pick<OrderView, 'id' | 'number' | 'grand_total'>,
  fields: ReturnType<typeof quoteFields>,
  payment_method: string,
  paid = false,
): void {
  const stored = countedStore.read()
  const counted: unknown[] = Array.isArray(stored) ? stored : []
  if (counted.includes(order.id)) return
  // Without storage a purchase is counted at every answer; there is normally one.
  countedStore.write([...counted, order.id].slice(-COUNTED_KEPT))
  const value = toRupees(order.grand_total)
  if (paid) track({ event: 'payment_success', transaction_id: order.number, currency: 'INR', value, payment_method })
  track({
    event: 'purchase',
    transaction_id: order.number,
    ...fields,
    // Prices include it; its share depends on the shop's registration and stands on the bill.
    tax: 0,
    payment_method,
  })
  track({ event: 'conversion', transaction_id: order.number, currency: 'INR', value })
}
