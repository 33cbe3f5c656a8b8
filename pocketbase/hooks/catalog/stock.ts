import { sumByKey } from '../../../src/domain/by-key'
import { isAvailable } from '../../../src/domain/catalog/product'
import { FEW_LEFT } from '../../../src/domain/limits'
import { now, recordDate } from '../lib/clock'
import { givenBackOf } from '../lib/given-back'
import { setShownSoldOut, shownSoldOut } from '../lib/page-stamps'
import { newRecord, rows, run } from '../lib/rows'

/**
 * Pieces that can be sold of each product: the ledger's sum (`stock_sums`) less what open holds keep. Products without
 * movements are not counted and stand for null. Call it inside the transaction that sells, so that check and sale are
 * one.
 * @param buyer the order that asks: its own holds are not in its way
 */
export function availableStock(
  app: PbApp,
  productIds: readonly string[],
  now: number,
  buyer = '',
): Map<string, number | null> {
  const available = new Map<string, number | null>(productIds.map((id) => [id, null]))
  const counted = rows(
    app,
    `SELECT product, pieces, (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds
       WHERE stock_holds.product = stock_sums.product AND expires_at > {:now} AND "order" != {:buyer}) AS held
     FROM stock_sums WHERE product IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(productIds), now: recordDate(now), buyer },
    { product: '', pieces: 0, held: 0 },
  )
  for (const { product, pieces, held } of counted) available.set(product, pieces - held)
  return available
}

/**
 * A product on its way to its page says how many pieces are left (PROD-10), where they are few: `left` beside the
 * record's own fields. While an order holds some nothing is said: a hold ends by the clock, and no kept page hears it.
 */
export function tellLeft(app: PbApp, record: PbRecord): void {
  const [price, inStock, sold_out] = [record.getFloat('price'), record.getBool('inStock'), record.getBool('sold_out')]
  if (!isAvailable({ price, inStock, sold_out })) return
  const [counted] = rows(
    app,
    `SELECT pieces, (SELECT COUNT(*) FROM stock_holds WHERE product = {:id} AND expires_at > {:now}) AS holds
     FROM stock_sums WHERE product = {:id}`,
    { id: record.id, now: recordDate(now()) },
    { pieces: 0, holds: 0 },
  )
  const { pieces: left, holds } = counted ?? { pieces: 0, holds: 0 }
  if (holds > 0 || left <= 0 || left > (record.getFloat('low_mark') || FEW_LEFT)) return
  record.withCustomData(true)
  record.set('left', left)
}

interface Movement {
  id?: string
  product: string
  /** Negative for a sale. */
  delta: number
  reason: 'sale' | 'return' | 'restock' | 'correction'
  order?: string
  note?: string
  /** Who wrote it at the desk, and the row it takes back. */
  who?: string
  undoes?: string
}

/** Adds one row to the ledger. @returns its id */
export function addMovement(app: PbApp, movement: Movement): string {
  const record = newRecord(app, 'stock_movements', { ...movement })
  app.save(record)
  return record.id
}

/** What an order needs of the shelf: pieces of each product. */
export type Pieces = ReadonlyMap<string, number>

/** Pieces by product: lines of one product, in several colours, add up. */
export function piecesOf(items: readonly { product: string; quantity: number }[]): Pieces {
  return sumByKey(items.map(({ product, quantity }) => [product, quantity]))
}

/**
 * Whether all of it can be had by this order now: a hold of its own that still runs is a promise, the rest must be
 * free.
 */
export function stockSuffices(app: PbApp, order: string, pieces: Pieces, time: number): boolean {
  const free = availableStock(app, [...pieces.keys()], time, order)
  const held = heldBy(app, order, time)
  return [...pieces].every(([product, quantity]) => {
    const available = free.get(product) ?? null
    return available === null || available >= quantity || (held.get(product) ?? 0) >= quantity
  })
}

function heldBy(app: PbApp, order: string, time: number): Pieces {
  const sql = 'SELECT product, quantity FROM stock_holds WHERE "order" = {:order} AND expires_at > {:now}'
  return piecesOf(rows(app, sql, { order, now: recordDate(time) }, { product: '', quantity: 0 }))
}

/**
 * Keeps the counted pieces for an unpaid order until a time, in place of what it held before. Check `stockSuffices`
 * first.
 */
export function holdStock(
  app: PbApp,
  order: string,
  pieces: Pieces,
  { until, time }: { until: number; time: number },
): void {
  releaseHolds(app, order)
  const counted = availableStock(app, [...pieces.keys()], time, order)
  for (const [product, quantity] of pieces) {
    if (counted.get(product) == null) continue
    app.save(newRecord(app, 'stock_holds', { order, product, quantity, expires_at: recordDate(until) }))
  }
}

/** What an order held is free at once. */
export function releaseHolds(app: PbApp, order: string): void {
  run(app, 'DELETE FROM stock_holds WHERE "order" = {:order}', { order })
}

/** Pieces that an order has not taken yet: one that opens again may have kept some off sale. */
export function piecesToTake(app: PbApp, order: string, pieces: Pieces): Pieces {
  const taken = takenBy(app, order)
  return new Map([...pieces].map(([product, quantity]) => [product, quantity - (taken.get(product) ?? 0)]))
}

/** Sells the counted pieces to an order: what it held becomes sales in the ledger. Check `stockSuffices` first. */
export function sellStock(app: PbApp, order: string, pieces: Pieces, time: number): void {
  releaseHolds(app, order)
  const counted = availableStock(app, [...pieces.keys()], time, order)
  for (const [product, quantity] of piecesToTake(app, order, pieces)) {
    if (counted.get(product) != null && quantity > 0)
      addMovement(app, { product, delta: -quantity, reason: 'sale', order })
  }
}

/** What the ledger says of pieces that went on sale with a refund. */
export const piecesNote = (refund: string) => `With refund ${refund}`

/** Pieces of an order that were given back by themselves and not put on sale: broken ones, or some that never were. */
function leftOut(app: PbApp, order: string): Map<string, number> {
  const given = givenBackOf(app, [order])
  const pieces = new Map(piecesOf(given.flatMap(({ lines }) => lines.pieces)))
  const back = rows(
    app,
    `SELECT product, delta FROM stock_movements
     WHERE "order" = {:order} AND note IN (SELECT value FROM json_each({:notes}))`,
    { order, notes: JSON.stringify(given.map(({ refund }) => piecesNote(refund))) },
    { product: '', delta: 0 },
  )
  for (const { product, delta } of back) pieces.set(product, Math.max(0, (pieces.get(product) ?? 0) - delta))
  return pieces
}

/** What an order has of counted products, by its rows in the ledger. */
export function takenBy(app: PbApp, order: string): Pieces {
  const sql = 'SELECT product, -SUM(delta) AS quantity FROM stock_movements WHERE "order" = {:order} GROUP BY product'
  return piecesOf(rows(app, sql, { order }, { product: '', quantity: 0 }))
}

/**
 * Undoes what the order took from the ledger, once: what is returned is what its movements still sum up to, but for
 * pieces that were given back by themselves before.
 */
export function returnStock(app: PbApp, order: string, note: string): void {
  const stay = leftOut(app, order)
  for (const [product, quantity] of takenBy(app, order)) {
    const delta = quantity - (stay.get(product) ?? 0)
    if (delta > 0) addMovement(app, { product, delta, reason: 'return', order, note })
  }
}

/**
 * Keeps `products.sold_out` true to the ledger. Raw SQL: it must not touch any other column nor the product's
 * `updated`.
 */
export function refreshSoldOut(app: PbApp, productId: string): void {
  run(
    app,
    `UPDATE products SET sold_out = EXISTS (SELECT 1 FROM stock_sums WHERE product = {:id} AND pieces <= 0)
       WHERE id = {:id}`,
    { id: productId },
  )
}

/** `products.sold_out` as it is stored. */
export function isSoldOut(app: PbApp, product: string): boolean {
  const sql = 'SELECT sold_out FROM products WHERE id = {:product}'
  return rows(app, sql, { product }, { sold_out: false })[0]?.sold_out ?? false
}

/** onRecordCreate of stock_movements: whoever writes the ledger, the product's mark follows in the same transaction. */
export function movementCreated(e: PbRecordEvent): void {
  const product = e.record.getString('product')
  // What pages show so far: without it the first sale since the start would count as a change.
  if (shownSoldOut(product) === undefined) setShownSoldOut(product, isSoldOut(e.app, product))
  e.next()
  refreshSoldOut(e.app, product)
}

/** onRecordUpdateRequest: the ledger is append-only, also for merchandisers. */
export function refuseLedgerEdit(): void {
  throw new ForbiddenError('Stock movements are never changed. Add a correction instead.')
}
