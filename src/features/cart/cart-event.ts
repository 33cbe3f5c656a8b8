import { type CartLine, lineTotal } from '@/domain/cart/cart'
import { toRupees } from '@/domain/money'
import type { AnalyticsEvent, AnalyticsItem } from '@/integrations/analytics'

/** A line as events name it, in rupees. */
function lineItem({ product: { id, name, price, category, color_name }, quantity }: CartLine): AnalyticsItem {
  return {
    item_id: id,
    item_name: name,
    price,
    quantity,
    ...(category && { item_category: category }),
    ...(color_name && { item_variant: color_name }),
  }
}

/** Pieces put into the cart or taken out, in rupees (STAT-01, STAT-02). */
export function cartEvent(event: 'add_to_cart' | 'remove_from_cart', ...lines: CartLine[]): AnalyticsEvent {
  return {
    event,
    currency: 'INR',
    value: toRupees(lines.reduce((sum, line) => sum + lineTotal(line), 0)),
    items: lines.map(lineItem),
  }
}
