import { isObject, parseJson, parseText, parseTexts } from '../json'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../limits'
import { type Paise, toPaise } from '../money'
import type { StoreSettings } from '../site/settings'
import { shippingFor } from './delivery-fee'

/** What a line keeps of its product, enough to draw it offline. `price` is rupees as the record has it. */
interface CartProduct {
  id: string
  name: string
  price: number
  images: string[]
  /**
   * Kept beside the four fields of CART-14 so that a line can show its picture, colour and cross-sell without a
   * request.
   */
  collectionId?: string
  category?: string
  color_name?: string
}

/** One line of a cart; `color` is the colour's value, empty for Default (CART-14). */
export interface CartLine {
  productId: string
  product: CartProduct
  quantity: number
  color: string
}

export interface CartTotals {
  subtotal: Paise
  shipping: Paise
  total: Paise
  itemCount: number
}

/** Lines are the same when product and colour are (CART-04); an empty colour and "Default" are one. */
export function lineKey(line: Pick<CartLine, 'productId' | 'color'>): string {
  return `${line.productId}:${normalColor(line.color)}`
}

/** An empty colour and "Default" are one. */
export function normalColor(color: unknown): string {
  const text = parseText(color)
  return text === 'Default' ? '' : text
}

/** Whether a quantity may be ordered at all (CART-09): a whole number of at least 1. */
export function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

const capped = (quantity: number) => Math.min(quantity, MAX_LINE_QUANTITY)

/** The same product and colour add up (CART-04); a new line goes to the end. */
export function addLine(lines: readonly CartLine[], added: CartLine): CartLine[] {
  const key = lineKey(added)
  if (lines.some((line) => lineKey(line) === key)) {
    return lines.map((line) =>
      lineKey(line) === key
        ? { ...line, product: added.product, quantity: capped(line.quantity + added.quantity) }
        : line,
    )
  }
  return [...lines, { ...added, color: normalColor(added.color), quantity: capped(added.quantity) }]
}

/** Sets a line's quantity; below 1 removes the line (CART-05). */
export function setQuantity(lines: readonly CartLine[], key: string, quantity: number): CartLine[] {
  if (!(quantity >= 1)) return lines.filter((line) => lineKey(line) !== key)
  return lines.map((line) => (lineKey(line) === key ? { ...line, quantity: capped(Math.floor(quantity)) } : line))
}

/**
 * Puts another line in the place of one; where the cart has a line of that product and colour already, their pieces
 * add up.
 */
export function swapLine(lines: readonly CartLine[], key: string, other: CartLine): CartLine[] {
  const takes = lineKey(other)
  if (takes !== key && lines.some((line) => lineKey(line) === takes))
    return addLine(
      lines.filter((line) => lineKey(line) !== key),
      other,
    )
  return lines.map((line) => (lineKey(line) === key ? other : line))
}

/** Removes one line by product and colour, or every line of a product when no colour is named (CART-06). */
export function removeLine(lines: readonly CartLine[], productId: string, color?: string): CartLine[] {
  if (color === undefined) return lines.filter((line) => line.productId !== productId)
  const key = lineKey({ productId, color })
  return lines.filter((line) => lineKey(line) !== key)
}

/**
 * Union by product and colour: nothing of either cart is lost; where both have a line, the larger quantity stands
 * (CART-02).
 */
export function mergeLines(first: readonly CartLine[], second: readonly CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>()
  for (const line of [...first, ...second]) {
    const held = merged.get(lineKey(line))
    merged.set(lineKey(line), held ? { ...held, quantity: Math.max(held.quantity, line.quantity) } : line)
  }
  return [...merged.values()]
}

/**
 * The part of something that keeps it from being a cart line (CART-10, CART-14); undefined for a line. Its price
 * decides nothing.
 */
export function lineFault(
  line: unknown,
): 'line' | 'productId' | 'product' | 'price' | 'quantity' | 'color' | undefined {
  if (!isObject(line)) return 'line'
  const { productId, product, quantity, color } = line
  if (!parseText(productId) || String(productId).length > 40) return 'productId'
  if (!isObject(product)) return 'product'
  if (!Number.isFinite(product.price)) return 'price'
  if (typeof quantity !== 'number' || !(quantity > 0)) return 'quantity'
  return (color ?? '') === '' || typeof color === 'string' ? undefined : 'color'
}

/**
 * Stored lines (browser storage or the carts record) → valid lines (CART-10): only with productId, a product with
 * numeric price and a quantity above 0; duplicates are merged by adding their quantities. Never throws.
 */
export function parseLines(stored: unknown): CartLine[] {
  const list = parseJson(stored)
  if (!Array.isArray(list)) return []
  let lines: CartLine[] = []
  for (const entry of list) {
    if (lineFault(entry) || entry.product.price < 0) continue
    const productId = parseText(entry.productId)
    const { price, name, images, collectionId, category, color_name } = entry.product
    lines = addLine(lines, {
      productId,
      product: {
        id: productId,
        name: parseText(name),
        price,
        images: parseTexts(images),
        ...(parseText(collectionId) && { collectionId: parseText(collectionId) }),
        ...(parseText(category) && { category: parseText(category) }),
        ...(parseText(color_name) && { color_name: parseText(color_name) }),
      },
      quantity: Math.max(1, Math.floor(entry.quantity)),
      color: normalColor(entry.color),
    })
  }
  return lines.slice(0, MAX_CART_LINES)
}

/** Price of a line, paise. A price that is no amount of money counts as 0: the server's quote decides in the end. */
export function lineTotal(line: CartLine): Paise {
  return (toPaise(line.product.price) ?? 0) * line.quantity
}

/** What these lines cost with delivery, paise, before the store has answered: without promotions. */
export function cartTotals(
  lines: readonly CartLine[],
  settings: Pick<StoreSettings, 'free_shipping_from' | 'shipping_fee'>,
): CartTotals {
  const subtotal = lines.reduce((sum, line) => sum + lineTotal(line), 0)
  const shipping = shippingFor(subtotal, settings)
  return {
    subtotal,
    shipping,
    total: subtotal + shipping,
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
  }
}
