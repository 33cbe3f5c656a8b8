import type { Product } from '@/domain/catalog/product'
import { type AnalyticsItem, track } from '@/integrations/analytics'

/** A product as events name it. Rupees. */
function productItem({ id, name, category, price }: Product): AnalyticsItem {
  return { item_id: id, item_name: name, price, quantity: 1, ...(category && { item_category: category }) }
}

/**
 * Products of a list that came into view, or the one of them that was opened; `index` is the first one's place in the
 * list (STAT-01).
 */
export function trackList(
  event: 'view_item_list' | 'select_item',
  item_list_name: string,
  products: readonly Product[],
  index: number,
): void {
  const items = products.map((product, position) => ({
    ...productItem(product),
    index: index + position,
    item_list_name,
  }))
  track({ event, item_list_name, items })
}
