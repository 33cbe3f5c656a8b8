import { type CartLine, lineKey } from '@/domain/cart/cart'
import type { OrderView } from '@/domain/orders/order'
import { forgetCheckoutCart } from '@/features/cart/checkout-cart'
import { changeQuantity, currentLines } from '@/features/cart/store'
import { forgetAttempt } from './attempt'
import { trackLatePurchase } from './checkout-events'
import { forgetDraft } from './form-draft'

/**
 * For an order of this browser that is seen to stand only after the checkout was left, such as on return from a
 * bank's app: counts the purchase and takes what was bought out of the cart (ORDER-12).
 */
export function orderStands(order: OrderView): void {
  trackLatePurchase(order, currentLines())
  takeOut(order.items.filter((item) => !item.is_gift).map((item) => ({ ...item, productId: item.product })))
  forgetCheckoutCart()
  forgetAttempt()
  forgetDraft()
}

/** Takes what was ordered out of the cart (ORDER-12). What was added to the cart meanwhile stays. */
export function takeOut(ordered: readonly Pick<CartLine, 'productId' | 'color' | 'quantity'>[]): void {
  for (const line of ordered) changeQuantity(lineKey(line), -line.quantity)
}
