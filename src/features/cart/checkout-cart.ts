import type { CartLine, CartTotals } from '@/domain/cart'
import { toRupees } from '@/domain/money'

/** Name under which the cart is left for whoever follows the shopper into the checkout (SHEET-09). */
const CHECKOUT_CART_KEY = 'checkout_cart'

/** Writes lines, subtotal, total (rupees) and itemCount to the browser's storage (SHEET-09). The checkout itself asks the store for a quote. */
export function writeCheckoutCart(lines: readonly CartLine[], totals: CartTotals): void {
  const { subtotal, total, itemCount } = totals
  try {
    localStorage.setItem(
      CHECKOUT_CART_KEY,
      JSON.stringify({ items: lines, subtotal: toRupees(subtotal), total: toRupees(total), itemCount }),
    )
  } catch {
    // Full or forbidden storage must not keep anybody from buying.
  }
}

/** What was bought is no cart any more. */
export function forgetCheckoutCart(): void {
  try {
    localStorage.removeItem(CHECKOUT_CART_KEY)
  } catch {
    // Nothing was stored either.
  }
}
