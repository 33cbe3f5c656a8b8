import { type CartLine, lineTotal } from '@/domain/cart'
import { toRupees } from '@/domain/money'
import type { AnalyticsEvent } from '@/integrations/analytics'

/** Pieces put into the cart or taken out, in rupees (STAT-01, STAT-02). */
export function cartEvent(event: 'add_to_cart' | 'remove_from_cart', line: CartLine): AnalyticsEvent {
  const { id, name, price } = line.product
  return {
    event,
    currency: 'INR',
    value: toRupees(lineTotal(line)),
    items: [{ item_id: id, item_name: name, price, quantity: line.quantity }],
  }
}
