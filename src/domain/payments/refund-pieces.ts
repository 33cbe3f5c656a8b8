import { isObject } from '../json'
import type { Paise } from '../money'

/** Pieces of one line of an order. */
export interface Pieces {
  product: string
  color: string
  quantity: number
}

/** What a refund gives back of its order (`refunds.lines`), paise: as it was paid, before cash was rounded. */
export interface RefundLines {
  pieces: (Pieces & { amount: Paise })[]
  /** 0 when the delivery stays paid. */
  delivery: Paise
}

/** What is to be given back of an order. */
export interface ChosenPieces {
  pieces: readonly Pieces[]
  delivery: boolean
}

/** A line of an order, as far as its money goes. Gifts were not paid for and are no pieces to give back. */
interface SoldLine extends Pieces {
  name: string
  line_total: Paise
  discount?: Paise
  is_gift: boolean
}

/** What an order keeps of its money. Paise. */
export interface SoldOrder {
  items: readonly SoldLine[]
  shipping_total: Paise
  round_off: Paise
}

export const sameLine = (one: Omit<Pieces, 'quantity'>) => (other: Omit<Pieces, 'quantity'>) =>
  one.product === other.product && one.color === other.color

/** The field of a record → what it gives back; null for a refund of rupees alone. */
export function parseRefundLines(value: unknown): RefundLines | null {
  return isObject(value) && Array.isArray(value.pieces) ? (value as unknown as RefundLines) : null
}

/** What an order’s refunds give back by pieces; one that failed or was stopped gives nothing. */
export function givenBack(refunds: readonly { status: string; lines: RefundLines | null }[]): RefundLines[] {
  return refunds.flatMap(({ status, lines }) => (status === 'failed' || status === 'stopped' ? [] : (lines ?? [])))
}

/** Pieces of a line that were given back, and their money. */
export function givenOf(line: Omit<Pieces, 'quantity'>, given: readonly RefundLines[]) {
  const pieces = given.flatMap((refund) => refund.pieces).filter(sameLine(line))
  return {
    quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: pieces.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/**
 * What `more` pieces of a line give back, paise: its price less its frozen discount, up to these pieces, less what went
 * back before. Rounding never adds up: whatever the order and the parts, all pieces give what was paid for the line.
 */
export function shareOf(line: SoldLine, given: readonly RefundLines[], more: number): Paise {
  const { quantity, amount } = givenOf(line, given)
  const paid = line.line_total - (line.discount ?? 0)
  return Math.max(0, Math.round((paid * (quantity + more)) / line.quantity) - amount)
}

/** Lines of which pieces can be given back. */
export const soldLines = <T extends SoldLine>(items: readonly T[]): T[] => items.filter(({ is_gift }) => !is_gift)

export const isDeliveryGiven = (given: readonly RefundLines[]) => given.some(({ delivery }) => delivery > 0)

/** A refund of pieces: its lines and what it comes to, or why it cannot be, as a sentence. */
export type PiecesRefund = { lines: RefundLines; amount: Paise } | { problem: string }

/**
 * What giving these pieces back comes to (PROMO-28): the sum of their shares and of the delivery. What cash was rounded
 * by goes with the last of them, and no more goes than is left of the order's money.
 * @param given what went back by pieces before, see `givenBack`
 * @param left what can still go back, paise
 */
export function refundPieces(
  order: SoldOrder,
  { given, chosen, left }: { given: readonly RefundLines[]; chosen: ChosenPieces; left: Paise },
): PiecesRefund {
  const lines: RefundLines = { pieces: [], delivery: chosen.delivery ? order.shipping_total : 0 }
  for (const line of soldLines(order.items)) {
    const { product, color } = line
    const quantity = piecesIn(chosen.pieces.filter(sameLine(line)))
    if (quantity === 0) continue
    const free = line.quantity - givenOf(line, given).quantity
    if (quantity > free) return { problem: tooMany(line.name, free) }
    lines.pieces.push({ product, color, quantity, amount: shareOf(line, given, quantity) })
  }
  if (piecesIn(lines.pieces) !== piecesIn(chosen.pieces)) return { problem: 'This order has no such piece.' }
  if (chosen.delivery && order.shipping_total === 0) return { problem: 'Nothing was paid for the delivery.' }
  if (chosen.delivery && isDeliveryGiven(given)) return { problem: 'The delivery has been given back already.' }
  const rounding = isAll(order, [...given, lines]) ? order.round_off : 0
  const sum = lines.pieces.reduce((total, { amount }) => total + amount, lines.delivery + rounding)
  return { lines, amount: Math.max(0, Math.min(sum, left)) }
}

const piecesIn = (pieces: readonly Pieces[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0)

const tooMany = (name: string, free: number) =>
  free > 0
    ? `Of ${name} ${free === 1 ? '1 piece is' : `${free} pieces are`} left to give back.`
    : `All pieces of ${name} have been given back.`

function isAll({ items, shipping_total }: SoldOrder, given: readonly RefundLines[]): boolean {
  const goods = soldLines(items).every((line) => givenOf(line, given).quantity >= line.quantity)
  return goods && (shipping_total === 0 || isDeliveryGiven(given))
}
