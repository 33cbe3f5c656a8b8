import { type CartLine, lineKey } from '@/domain/cart/cart'
import type { OrderView } from '@/domain/orders/order'
import { forgetCheckoutCart } from '@/features/cart/checkout-cart'
import { changeQuantity, currentLines } from '@/features/cart/store'
import { storedJson } from '@/lib/stored-json'
import { forgetAttempt } from './attempt'
import { trackLatePurchase } from './checkout-events'
import { forgetDraft } from './form-draft'

/** Orders of this browser that have gone out of its cart. */
const TAKEN_KEY = 'sabun-and-jhola.taken-out.v1'
const takenStore = storedJson(TAKEN_KEY)
const TAKEN_KEPT = 20
/** Until what one tab has stored is there for the others, ms. */
const PASSED_ON_MS = 200

/**
 * For an order of this browser that is seen to stand only after the checkout was left, such as on return from a
 * bank's app: counts the purchase and takes what was bought out of the cart (ORDER-12).
 */
export function orderStands(order: OrderView): void {
  trackLatePurchase(order, currentLines())
  const bought = order.items.filter((item) => !item.is_gift)
  takeOut(
    order.id,
    bought.map((item) => ({ ...item, productId: item.product })),
  )
  forgetCheckoutCart()
  forgetAttempt()
  forgetDraft()
}

/**
 * Takes what was ordered out of the cart (ORDER-12), once for each order: two tabs that press at the same moment get
 * the same one. What was added to the cart meanwhile stays.
 */
export function takeOut(order: string, ordered: readonly Pick<CartLine, 'productId' | 'color' | 'quantity'>[]): void {
  const take = async () => {
    const stored = takenStore.read()
    const taken: unknown[] = Array.isArray(stored) ? stored : []
    if (taken.includes(order)) return
    takenStore.write([...taken, order].slice(-TAKEN_KEPT))
    for (const line of ordered) changeQuantity(lineKey(line), -line.quantity)
    await new Promise((passed) => setTimeout(passed, PASSED_ON_MS))
  }
  // Of two answers in the same millisecond both would find nothing. Browsers lock on secure origins only, and not where
  // storage is forbidden.
  const { locks } = navigator as Partial<Navigator>
  void (locks ? locks.request(TAKEN_KEY, take).catch(take) : take())
}
