import type { CartLine, CartTotals } from '@/domain/cart/cart'
import { toRupees } from '@/domain/money'
import { storedJson } from '@/lib/stored-json'

/** The cart as it is left for whoever follows the shopper into the checkout (SHEET-09). */
const checkoutCart = storedJson('checkout_cart')

/**
 * Writes lines, subtotal, total (rupees) and itemCount to the browser's storage (SHEET-09). The checkout itself asks
 * the store for a quote.
 */
export function writeCheckoutCart(lines: readonly CartLine[], totals: CartTotals): void {
  const { subtotal, total, itemCount } = totals
  checkoutCart.write({ items: lines, subtotal: toRupees(subtotal), total: toRupees(total), itemCount })
}

/** What was bought is no cart any more. */
export const forgetCheckoutCart = checkoutCart.forget
