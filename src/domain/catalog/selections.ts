import { CROSS_SELL_SIZE, FALLBACK_SELECTION_SIZE } from '../limits'
import { isAvailable, type Product } from './product'

const byListOrder = (a: Product, b: Product) => a.list_order - b.list_order

/**
 * Featured products (HOME-15): positive list_order ascending, then bestsellers without one; the first four when that
 * is empty.
 */
export function featuredProducts(products: readonly Product[]): Product[] {
  const ordered = products.filter((product) => product.list_order > 0).sort(byListOrder)
  const rest = products.filter((product) => product.list_order <= 0 && product.bestseller)
  const featured = [...ordered, ...rest]
  return featured.length > 0 ? featured : products.slice(0, FALLBACK_SELECTION_SIZE)
}

/** New products (HOME-15): flagged new; the first four when there is none. */
export function newProducts(products: readonly Product[]): Product[] {
  const flagged = products.filter((product) => product.new)
  return flagged.length > 0 ? flagged : products.slice(0, FALLBACK_SELECTION_SIZE)
}

/**
 * The shop's own order (SHOP-02): list_order above 0 ascending first, the rest shuffled. The seed travels with the
 * visit, so that Back, reload and the server's rendering show one and the same order.
 */
export function shopOrder(products: readonly Product[], seed: number): Product[] {
  const ordered = products.filter((product) => product.list_order > 0).sort(byListOrder)
  const rest = products.filter((product) => product.list_order <= 0)
  return [...ordered, ...seededShuffle(rest, seed)]
}

/**
 * Frequently Bought Together (SHEET-05): same categories as the cart, nothing already in it, bestsellers first, four
 * at most.
 */
export function crossSell(candidates: readonly Product[], inCart: ReadonlySet<string>): Product[] {
  const seen = new Set<string>()
  const fitting = candidates.filter((product) => {
    if (inCart.has(product.id) || seen.has(product.id) || !isAvailable(product)) return false
    seen.add(product.id)
    return true
  })
  return [
    ...fitting.filter((product) => product.bestseller),
    ...fitting.filter((product) => !product.bestseller),
  ].slice(0, CROSS_SELL_SIZE)
}

/** Fisher–Yates with a small seeded generator (mulberry32): the same seed gives the same order everywhere. */
function seededShuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1))
    const held = shuffled[last] as T
    shuffled[last] = shuffled[pick] as T
    shuffled[pick] = held
  }
  return shuffled
}
