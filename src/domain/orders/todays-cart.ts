import { type CartLine, type CartTotals, cartTotals, lineKey, lineTotal } from '../cart/cart'
import { shippingFor } from '../cart/delivery-fee'
import type { Paise } from '../money'
import { toPaise } from '../money'
import type { StoreSettings } from '../site/settings'
import type { Quote, QuoteLine } from './quote'

/** A line of the cart as the shop sells it today. */
export interface TodaysLine {
  line: CartLine
  /** The store's word on it; undefined until it has answered. */
  quoted: QuoteLine | undefined
  /** Paise; 0 when it cannot be ordered as it is. */
  total: Paise
  /** What the shopper has to know: it cannot be ordered as it is, or costs another price than when it was added. */
  news: 'problem' | 'price' | null
  /** What promotions take off it, paise; known of the very cart that was quoted. */
  discount: Paise
}

export interface TodaysCart {
  lines: TodaysLine[]
  /** What cannot be ordered as it is counts 0; `itemCount` has all pieces. */
  totals: CartTotals
  /** The store's word on exactly this cart and code; undefined while another was asked about. */
  quote: Quote | undefined
}

/**
 * The cart's lines against the store's last quote (SHEET-10). The quote may be for an earlier cart: what it says of
 * prices and colours holds for these lines too, until the next one comes; what promotions take off does not. Without
 * one, what the lines remember.
 * @param code the code it is asked with, or empty
 */
export function todaysCart(
  lines: readonly CartLine[],
  quote: Quote | undefined,
  settings: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee'>,
  code = '',
): TodaysCart {
  const remembered = cartTotals(lines, settings)
  if (!quote)
    return {
      lines: lines.map((line) => ({ line, quoted: undefined, total: lineTotal(line), news: null, discount: 0 })),
      totals: remembered,
      quote: undefined,
    }
  const exact = isQuoteOf(quote, lines, code) ? quote : undefined
  const today = lines.map((line) => todaysLine(line, quotedLine(quote, line), exact !== undefined))
  const subtotal = today.reduce((sum, { total }) => sum + total, 0)
  const shipping = shippingFor(subtotal, settings)
  const estimate = { subtotal, shipping, total: subtotal + shipping }
  return { lines: today, totals: { ...remembered, ...(exact ? totalsOf(exact) : estimate) }, quote: exact }
}

const quotedLine = ({ items }: Quote, line: CartLine): QuoteLine | undefined =>
  items.find(({ product, color }) => lineKey({ productId: product, color }) === lineKey(line))

function todaysLine(line: CartLine, quoted: QuoteLine | undefined, exact: boolean): TodaysLine {
  if (!quoted) return { line, quoted, total: lineTotal(line), news: null, discount: 0 }
  const { problem, available = 0, unit_price } = quoted
  // A smaller number that was chosen meanwhile may be had.
  if (problem && line.quantity > available) return { line, quoted, total: 0, news: 'problem', discount: 0 }
  const news = toPaise(line.product.price) === unit_price ? null : 'price'
  return { line, quoted, total: unit_price * line.quantity, news, discount: exact ? quoted.discount : 0 }
}

function isQuoteOf(quote: Quote, lines: readonly CartLine[], code: string): boolean {
  return (
    // One that another code gave something.
    quote.promotions.every((given) => given.code === '' || given.code === code) &&
    quote.items.length === lines.length &&
    lines.every((line) => quotedLine(quote, line)?.quantity === line.quantity)
  )
}

const totalsOf = ({ items_total, shipping_total, grand_total }: Quote) => ({
  subtotal: items_total,
  shipping: shipping_total,
  total: grand_total,
})
