import type { Paise } from '../money'
import type { StoreSettings } from '../site/settings'

/** Delivery for a subtotal (CART-15): free from the threshold, otherwise the fee; nothing for an empty cart. Paise. */
export function shippingFor(
  subtotal: Paise,
  settings: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee'>,
): Paise {
  return subtotal <= 0 || subtotal >= settings.free_shipping_from ? 0 : settings.shipping_fee
}

/** Whether every order the shop accepts is delivered free: only then may a page promise "Free delivery". */
export function deliversFree(
  settings: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee' | 'minimum_order'>,
): boolean {
  return settings.shipping_fee === 0 || settings.free_shipping_from <= settings.minimum_order
}
