import type { Paise } from '../../../src/domain/money'
import { AT_HOME, CLOSED } from '../../../src/domain/orders/order'
import {
  type ChosenPieces,
  givenBack,
  givenOf,
  isDeliveryGiven,
  type PiecesRefund,
  parseRefundLines,
  type RefundLines,
  refundPieces,
  sameLine,
  soldLines,
} from '../../../src/domain/payments/refund-pieces'
import { addMovement, type Pieces, piecesNote, piecesOf, stockSuffices } from '../catalog/stock'
import { now } from '../lib/clock'
import { linesOf } from '../lib/order-lines'
import { plain } from '../lib/rows'

/** The pieces a refund is for; null where it is of rupees alone. */
export const refundLines = (refund: PbRecord) => parseRefundLines(plain(refund).lines)

/**
 * What giving pieces of an order back comes to, or why it cannot be.
 * @param left what can still go back, paise
 * @param besides id of a refund that gives back nothing here
 */
export function piecesRefund(
  app: PbApp,
  order: PbRecord,
  { chosen, left, besides = '' }: { chosen: ChosenPieces; left: Paise; besides?: string },
): PiecesRefund {
  const sold = {
    items: linesOf(order),
    shipping_total: order.getInt('shipping_total'),
    round_off: order.getInt('round_off'),
  }
  const given = givenBesides(app, order, besides)
  return refundPieces(sold, { given, chosen, left })
}

/** What an order's refunds give back by pieces. @param besides id of one that gives back nothing here */
function givenBesides(app: PbApp, order: PbRecord, besides: string): RefundLines[] {
  const refunds = app
    .findRecordsByFilter('refunds', 'order = {:order}', 'created,@rowid', 0, 0, { order: order.id })
    .filter(({ id }) => id !== besides)
  return givenBack(refunds.map((row) => ({ status: row.getString('status'), lines: refundLines(row) })))
}

/** What a refund of pieces gives back that no other does. */
export function onlyIts(app: PbApp, refund: PbRecord, order: PbRecord): ChosenPieces {
  const given = givenBesides(app, order, refund.id)
  const items = soldLines(linesOf(order))
  const { pieces, delivery } = refundLines(refund) ?? { pieces: [], delivery: 0 }
  const only = pieces.map((piece) => {
    const sold = items.find(sameLine(piece))?.quantity ?? 0
    return { ...piece, quantity: Math.min(piece.quantity, sold - givenOf(piece, given).quantity) }
  })
  return { pieces: only.filter(({ quantity }) => quantity > 0), delivery: delivery > 0 && !isDeliveryGiven(given) }
}

/**
 * Pieces that went on sale with a refund are the order's again; one that is closed or back on sale has none. False when
 * they are sold: then they stay.
 */
export function sellAgain(app: PbApp, refund: PbRecord): boolean {
  const order = refund.getString('order')
  const of = app.findRecordById('orders', order)
  if (CLOSED.includes(of.getString('status')) || of.getString('restock') === 'yes') return true
  const pieces = onSaleWith(app, refund)
  if (!stockSuffices(app, '', pieces, now())) return false
  for (const [product, quantity] of pieces)
    addMovement(app, { product, delta: -quantity, reason: 'sale', order, note: piecesNote(refund.id) })
  return true
}

/** Opened again, an order has what refunds that do not go had put on sale. */
export function sellAllAgain(app: PbApp, order: string): void {
  const filter = 'order = {:order} && (status = "failed" || status = "stopped")'
  for (const refund of app.findRecordsByFilter('refunds', filter, '', 0, 0, { order })) sellAgain(app, refund)
}

/** It went after it was stopped, or had failed: what it had put on sale and no other gives back is on sale again. */
export function putOnSaleAgain(app: PbApp, refund: PbRecord, order: PbRecord): void {
  const moves = movesWith(app, refund)
  if (moves.length === 0 || !packsItsPieces(order)) return
  const put = piecesOf(moves.filter((row) => row.quantity > 0))
  const [theirs, now] = [piecesOf(onlyIts(app, refund, order).pieces), piecesOf(moves)]
  for (const [product, quantity] of put) {
    const delta = Math.min(quantity, theirs.get(product) ?? 0) - (now.get(product) ?? 0)
    if (delta > 0) addMovement(app, { product, delta, reason: 'return', order: order.id, note: piecesNote(refund.id) })
  }
}

/** Its parcel is still here: what no refund gives back is packed into it. */
export const packsItsPieces = (order: PbRecord) =>
  AT_HOME.includes(order.getString('fulfilment_status')) && !CLOSED.includes(order.getString('status'))

/** Rows of the ledger that a refund made: on sale, and off it again below 0. */
function movesWith(app: PbApp, refund: PbRecord): { product: string; quantity: number }[] {
  const params = { order: refund.getString('order'), note: piecesNote(refund.id) }
  return app
    .findRecordsByFilter('stock_movements', 'order = {:order} && note = {:note}', '', 0, 0, params)
    .map((row) => ({ product: row.getString('product'), quantity: row.getInt('delta') }))
}

/** Pieces on sale by a refund, of each product. */
const onSaleWith = (app: PbApp, refund: PbRecord): Pieces =>
  new Map([...piecesOf(movesWith(app, refund))].filter(([, quantity]) => quantity > 0))

/**
 * Pieces of this order that refunds which failed have left on sale are theirs no longer, up to what another refund
 * gives back now: they go on sale with that one, and are counted once.
 * @returns how many of each product
 */
export function takeOver(txApp: PbApp, order: string, wanted: Pieces): Pieces {
  const over = new Map<string, number>()
  const failed = txApp.findRecordsByFilter('refunds', 'order = {:order} && status = "failed"', '', 0, 0, { order })
  for (const refund of failed)
    for (const [product, left] of onSaleWith(txApp, refund)) {
      const taken = over.get(product) ?? 0
      const quantity = Math.min(left, (wanted.get(product) ?? 0) - taken)
      if (quantity <= 0) continue
      addMovement(txApp, { product, delta: -quantity, reason: 'sale', order, note: piecesNote(refund.id) })
      over.set(product, taken + quantity)
    }
  return over
}
