import type { AnalyticsEvent, EventName } from './analytics'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** Events about goods. Their fields travel under `ecommerce`, as GA4 asks of a data layer. */
const ECOMMERCE: ReadonlySet<EventName> = new Set<EventName>([
  'view_item_list',
  'select_item',
  'view_item',
  'add_to_cart',
  'remove_from_cart',
  'begin_checkout',
  'add_shipping_info',
  'purchase',
])

/** The page's data layer, made when nobody else has. */
export function dataLayer(): object[] {
  window.dataLayer ??= []
  return window.dataLayer
}

/**
 * Puts one event into the data layer. Before each ecommerce event the layer's `ecommerce` is emptied: its objects are
 * merged, so the items of one event would otherwise turn up in the next (Google: "Clear the ecommerce object").
 */
export function pushToDataLayer({ event, ...fields }: AnalyticsEvent, event_id: string): void {
  const layer = dataLayer()
  if (ECOMMERCE.has(event)) {
    layer.push({ ecommerce: null })
    layer.push({ event, event_id, ecommerce: fields })
  } else {
    layer.push({ event, event_id, ...fields })
  }
}
