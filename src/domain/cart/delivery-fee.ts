import type { DeliveryRule } from '../delivery/delivery-rule'
import type { Paise } from '../money'
import type { StoreSettings } from '../site/settings'

/**
 * Delivery for a subtotal (CART-15): free from the threshold, otherwise the fee of the rule for where it goes, else
 * the shop's; nothing for an empty cart. Paise.
 */
export function shippingFor(
  subtotal: Paise,
  settings: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee'>,
  rule?: Pick<DeliveryRule, 'fee'>,
): Paise {
  return subtotal <= 0 || subtotal >= settings.free_shipping_from ? 0 : (rule?.fee ?? settings.shipping_fee)
}

/** Whether every order the shop accepts is delivered free: only then may a page promise "Free delivery". */
export function deliversFree({
  shipping_fee,
  free_shipping_from,
  minimum_order,
  delivers_by_pin,
}: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee' | 'minimum_order' | 'delivers_by_pin'>): boolean {
  return (shipping_fee === 0 && !delivers_by_pin) || free_shipping_from <= minimum_order
}
