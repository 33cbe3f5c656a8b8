/** Dates as PocketBase stores and compares them: `2026-11-20 04:30:00.000Z`. */
export function recordDate(time: number): string {
  return new Date(time).toISOString().replace('T', ' ')
}

/**
 * Pieces that can be sold of each product: the sum of its movements less what open holds keep. Products without movements are not
 * counted and stand for null. Call it inside the transaction that sells, so that check and sale are one.
 */
export function availableStock(app: PbApp, productIds: readonly string[], now: number): Map<string, number | null> {
  const available = new Map<string, number | null>()
  for (const id of productIds) {
    const rows = arrayOf(new DynamicModel({ movements: 0, pieces: 0, held: 0 }))
    app
      .db()
      .newQuery(
        `SELECT COUNT(*) AS movements, COALESCE(SUM(delta), 0) AS pieces,
           (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds WHERE product = {:id} AND expires_at > {:now}) AS held
         FROM stock_movements WHERE product = {:id}`,
      )
      .bind({ id, now: recordDate(now) })
      .all(rows)
    const row = rows[0]
    available.set(id, row && Number(row.movements) > 0 ? Number(row.pieces) - Number(row.held) : null)
  }
  return available
}

/** Adds one row to the ledger. `delta` is negative for a sale. */
export function addMovement(
  app: PbApp,
  movement: { product: string; delta: number; reason: 'sale' | 'return'; order: string; note?: string },
): void {
  app.save(new Record(app.findCollectionByNameOrId('stock_movements'), movement))
}

/** Keeps `products.sold_out` true to the ledger. Raw SQL: it must not touch any other column nor the product's `updated`. */
export function refreshSoldOut(app: PbApp, productId: string): void {
  app
    .db()
    .newQuery(
      `UPDATE products SET sold_out = (SELECT COUNT(*) > 0 AND COALESCE(SUM(delta), 0) <= 0 FROM stock_movements WHERE product = {:id})
       WHERE id = {:id}`,
    )
    .bind({ id: productId })
    .execute()
}

/** onRecordCreate of stock_movements: whoever writes the ledger, the product's mark follows in the same transaction. */
export function movementCreated(e: PbRecordEvent): void {
  e.next()
  refreshSoldOut(e.app, e.record.getString('product'))
}

/** onRecordUpdateRequest and onRecordDeleteRequest: the ledger is append-only, also for merchandisers. */
export function refuseLedgerEdit(): void {
  throw new ForbiddenError('Stock movements are never changed. Add a correction instead.')
}
