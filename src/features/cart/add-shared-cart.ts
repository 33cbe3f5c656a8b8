import { lineKey, mergeLines } from '@/domain/cart/cart'
import type { Product } from '@/domain/catalog/product'
import { track } from '@/integrations/analytics'
import { cartLine, sayCartFull } from './add-to-cart'
import { cartEvent } from './cart-event'
import { change, currentLines, setCartOpen } from './store'

/**
 * Joins products that somebody else has chosen with what is in the cart, as sign-in joins two carts, and opens the
 * cart sheet: nothing of what is held is lost, and where both have a line the larger quantity stands, so that the
 * same link twice adds nothing. What a full cart has no room for is said in a toast.
 */
export function joinCart(chosen: readonly { product: Product; quantity: number; color: string }[]): void {
  const held = new Map(currentLines().map((line) => [lineKey(line), line.quantity]))
  const lines = chosen.map(({ product, quantity, color }) => cartLine(product, quantity, color))
  const fresh = new Map(lines.map((line) => [lineKey(line), line.product]))
  change((before) =>
    mergeLines(before, lines).map((line) => ({ ...line, product: fresh.get(lineKey(line)) ?? line.product })),
  )
  const kept = new Set(currentLines().map(lineKey))
  if (lines.some((line) => !kept.has(lineKey(line)))) sayCartFull()
  const added = lines
    .map((line) => ({ ...line, quantity: line.quantity - (held.get(lineKey(line)) ?? 0) }))
    .filter((line) => line.quantity > 0 && kept.has(lineKey(line)))
  if (added.length > 0) track(cartEvent('add_to_cart', ...added))
  setCartOpen(true)
}
