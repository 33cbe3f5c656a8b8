import type { Paise } from '../money'

/**
 * What an order may hold of the stock before anybody has paid for it (docs/decisions/0038). Counted by product, over
 * orders that are unpaid and online, or in cash by somebody who has not received an order before and neither packed nor
 * confirmed by the maker.
 */

/**
 * Pieces anybody may have of any product, whatever the share: small stocks still sell, and a family behind one address
 * buys.
 */
export const ALWAYS_PIECES = 6
/** Share of a product's stock that unpaid orders of one account or one guests' address may have. */
const SOURCE_SHARE = 0.5
/** Share that cash orders of unproven contacts may have before further ones wait for the maker's confirmation. */
const CASH_SHARE = 0.6
/**
 * Share that all unpaid orders of unproven contacts may have when another cash order comes, and when another online
 * one comes.
 */
const UNPROVEN_SHARE = { cod: 0.8, online: 0.9 } as const

/** Pieces of one product: what there would be without any unpaid order, and how much of it unpaid orders have. */
export interface UnpaidStock {
  stock: number
  /** Of the same account, or of guests at the same address. */
  own: number
  /** Of all unproven contacts, in cash and online. */
  unproven: number
  /** Of these, in cash. */
  cash: number
}

/**
 * Whether nothing shows yet that the shopper means what they order: a guest, or an account whose email address is not
 * confirmed, who has not received an order before. For guests that earlier order must have the same mobile number and
 * the same email address: either alone is easily somebody else's.
 */
export function isUnproven({ verified, delivered }: { verified: boolean; delivered: boolean }): boolean {
  return !verified && !delivered
}

const shareOf = (stock: number, share: number) => Math.max(ALWAYS_PIECES, Math.floor(stock * share))

/** Who orders. `delivered`: has received an order before. */
export interface Standing {
  unproven: boolean
  delivered: boolean
}

/**
 * How many pieces a further order may have; a cash order of somebody who has received one before is not limited here.
 */
export function piecesLeft(unpaid: UnpaidStock, method: 'cod' | 'online', { unproven, delivered }: Standing): number {
  if (delivered && method === 'cod') return Number.POSITIVE_INFINITY
  const { stock, own } = unpaid
  const bySource = shareOf(stock, SOURCE_SHARE) - own
  const byAll = unproven ? shareOf(stock, UNPROVEN_SHARE[method]) - unpaid.unproven : bySource
  return Math.max(0, Math.min(bySource, byAll))
}

interface CashOrder {
  unproven: boolean
  /** What is to be paid, and how much of it stands without a question, paise. */
  total: Paise
  limit: Paise
  lines: readonly { quantity: number; unpaid: UnpaidStock }[]
}

/**
 * Whether a cash order waits for the maker's confirmation: an unproven one that is large, or comes while such orders
 * have much of a product.
 */
export function waitsForMaker({ unproven, total, limit, lines }: CashOrder): boolean {
  if (!unproven) return false
  return (
    total > limit || lines.some(({ quantity, unpaid }) => unpaid.cash + quantity > shareOf(unpaid.stock, CASH_SHARE))
  )
}
