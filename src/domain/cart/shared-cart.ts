import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../limits'
import { type CartLine, lineKey, normalColor } from './cart'

/** What a link says of one line: nothing about names and prices, which are the record store's to say. */
export type SharedLine = Pick<CartLine, 'productId' | 'quantity' | 'color'>

export interface SharedCart {
  lines: SharedLine[]
  /** Entries that make no line: damaged, or more than a cart holds. */
  refused: number
}

const ENTRY = /^([A-Za-z0-9]{1,15})\.([1-9]\d{0,3})(?:\.([\s\S]+))?$/

/**
 * The lines of a cart for an address, already escaped: `<product>.<quantity>[.<colour>]`, joined by `~`. Of the
 * punctuation in it, programs that find links in messages take none for the end of the sentence.
 */
export function sharedCartItems(lines: readonly SharedLine[]): string {
  return lines
    .map(({ productId, quantity, color }) => {
      const code = normalColor(color)
      return `${productId}.${quantity}${code && `.${escaped(code)}`}`
    })
    .join('~')
}

function escaped(color: string): string {
  const text = color
    // Half a character makes no address.
    .replace(/[\uD800-\uDFFF]/gu, '\uFFFD')
    // What parts the entries must not stand inside of one.
    .replace(/!/g, '!0')
    .replace(/~/g, '!1')
  return encodeURIComponent(text).replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * The lines of a shared cart's link, its `items` unescaped. Anybody can write such a link: what is no line is left
 * out and counted, the same product and colour twice is one line with the larger quantity. Never throws.
 * @param most how many lines there may be
 */
export function parseSharedCart(items: string, most = MAX_CART_LINES): SharedCart {
  const lines = new Map<string, SharedLine>()
  let refused = 0
  for (const entry of items.split('~')) {
    if (entry === '') continue
    const [, productId = '', pieces, code = ''] = ENTRY.exec(entry) ?? []
    const quantity = Number(pieces)
    const color = normalColor(code.replace(/!1/g, '~').replace(/!0/g, '!'))
    const key = lineKey({ productId, color })
    const held = lines.get(key)
    if (!(quantity <= MAX_LINE_QUANTITY) || (!held && lines.size === most)) refused += 1
    else lines.set(key, { productId, color, quantity: Math.max(quantity, held?.quantity ?? 0) })
  }
  return { lines: [...lines.values()], refused }
}
