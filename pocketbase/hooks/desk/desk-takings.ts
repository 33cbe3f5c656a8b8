import { dayAfter, daysBetween, startOfDay } from '../../../src/domain/date'
import type { DayFigure, SoldProduct } from '../../../src/domain/desk/figures'
import { CAME_BACK, STANDING } from '../../../src/domain/orders/order'
import { recordDate } from '../lib/clock'
import { countRows, isIn, rows } from '../lib/rows'

/** A stretch of time, ms; the end is not in it. */
interface Stretch {
  from: number
  to: number
}

/** From the first moment of a day in India to the last of another. */
export const stretchOf = (from: string, to: string): Stretch => ({
  from: startOfDay(from),
  to: startOfDay(dayAfter(to, 1)),
})

const params = ({ from, to }: Stretch) => ({ from: recordDate(from), to: recordDate(to) })
const dayOf = (column: string) => `date(${column}, '+330 minutes')`

/** SQL of orders that count as sold: confirmed, no test, and no parcel that came back before its cash was paid. */
export const IS_SOLD = `payment_method != 'test' AND status ${isIn(STANDING)}
  AND NOT (payment_status = 'unpaid' AND fulfilment_status ${isIn(CAME_BACK)})`
/**
 * SQL of what such an order takes, paise: cash that is still to be collected, beside what came online too late, and
 * what was paid twice.
 */
export const TAKEN = `CASE payment_status WHEN 'unpaid' THEN grand_total + paid_total
  ELSE MAX(grand_total, paid_total) END`
/** They count on the day they were confirmed. */
const SOLD = `confirmed_at >= {:from} AND confirmed_at < {:to} AND ${IS_SOLD}`
/** Money of other orders that were confirmed once counts too, until it is given back. */
const KEPT = `confirmed_at >= {:from} AND confirmed_at < {:to} AND payment_method != 'test'
  AND NOT (${IS_SOLD}) AND paid_total > 0`

/** SQL of events that name no refund. */
const NO_REFUND = (event: string) =>
  `COALESCE(json_extract(CASE WHEN json_valid(${event}.data) THEN ${event}.data END, '$.refund'), '') = ''`

/** What was given back, on the day it went: by a refund, and the cash an order was marked refunded with. */
const GIVEN_BACK = `
  SELECT ${dayOf('refunds.processed_at')} AS day, -refunds.amount AS taken, 0 AS orders FROM refunds
    JOIN orders ON orders.id = refunds."order"
    WHERE refunds.status = 'processed' AND refunds.processed_at >= {:from} AND refunds.processed_at < {:to}
      AND orders.payment_method != 'test' AND orders.confirmed_at != ''
  UNION ALL
  SELECT ${dayOf('last.created')}, COALESCE((SELECT SUM(amount) FROM refunds
      WHERE "order" = orders.id AND +status = 'processed'), 0) - orders.refunded_total, 0
    FROM order_events AS last CROSS JOIN orders ON orders.id = last."order"
    WHERE last.type = 'refunded' AND last.created >= {:from} AND last.created < {:to} AND ${NO_REFUND('last')}
      AND orders.payment_method = 'cod' AND orders.refunded_total > 0 AND orders.confirmed_at != ''
      AND NOT EXISTS (SELECT * FROM order_events AS later WHERE later."order" = last."order" AND later.type = 'refunded'
        AND ${NO_REFUND('later')} AND (later.created, later.rowid) > (last.created, last.rowid))`

/** Orders of a stretch that count as sold and came by the shop's pages, not by phone or chat. */
export function ordersByPages(app: PbApp, stretch: Stretch): number {
  const count = (where: string) => countRows(app, `FROM orders WHERE ${where}`, params(stretch))
  return count(SOLD) - count(`source != '' AND ${SOLD}`)
}

interface DaySum {
  taken: number
  orders: number
}

/** Takings less what was given back and orders, by day in India; days without either are missing. */
export function takingsByDay(app: PbApp, stretch: Stretch): Map<string, DaySum> {
  const found = rows(
    app,
    `SELECT day, SUM(taken) AS taken, SUM(orders) AS orders FROM (
      SELECT ${dayOf('confirmed_at')} AS day, ${TAKEN} AS taken, 1 AS orders FROM orders WHERE ${SOLD}
      UNION ALL SELECT ${dayOf('confirmed_at')}, paid_total, 0 FROM orders WHERE ${KEPT}
      UNION ALL ${GIVEN_BACK}
    ) GROUP BY day`,
    params(stretch),
    { day: '', taken: 0, orders: 0 },
  )
  return new Map(found.map(({ day, taken, orders }) => [day, { taken, orders }]))
}

/** Every day of a period with its takings, paise, and those of a week earlier. */
export function dayFigures(app: PbApp, from: string, to: string): DayFigure[] {
  const sums = takingsByDay(app, stretchOf(dayAfter(from, -7), to))
  return daysBetween(from, to).map((day) => ({
    day,
    ...(sums.get(day) ?? { taken: 0, orders: 0 }),
    before: sums.get(dayAfter(day, -7))?.taken ?? 0,
  }))
}

/** @param items the SQL for the lines of an order. @throws where that is no JSON */
const soldFrom = (app: PbApp, stretch: Stretch, limit: number, items: string) =>
  rows(
    app,
    `WITH sold AS MATERIALIZED (
       SELECT line.value ->> 'product' AS product, CAST(TOTAL(line.value ->> 'quantity') AS INTEGER) AS pieces,
         CAST(TOTAL((line.value ->> 'line_total') - COALESCE(line.value ->> 'discount', 0)) AS INTEGER) AS taken
       FROM orders JOIN jsonb_each(${items}) AS line WHERE ${SOLD} AND line.type = 'object' GROUP BY 1
     ), ranked AS (
       SELECT *, ROW_NUMBER() OVER (ORDER BY taken DESC, pieces DESC, product) AS by_money,
         ROW_NUMBER() OVER (ORDER BY pieces DESC, taken DESC, product) AS by_pieces FROM sold WHERE product > ''
     )
     SELECT ranked.product AS product, COALESCE(products.name, (SELECT MAX(line.value ->> 'name')
         FROM orders JOIN jsonb_each(${items}) AS line
         WHERE ${SOLD} AND CASE line.type WHEN 'object' THEN line.value ->> 'product' END = ranked.product), '') AS name,
       COALESCE(products.images ->> '$[0]', '') AS image, pieces, taken, by_money, by_pieces
     FROM ranked LEFT JOIN products ON products.id = ranked.product
     WHERE by_money <= {:limit} OR by_pieces <= {:limit} ORDER BY by_money`,
    { ...params(stretch), limit },
    { product: '', name: '', image: '', pieces: 0, taken: 0, by_money: 0, by_pieces: 0 },
  )

/**
 * Sold products of a stretch: the first `limit` by money and by pieces. Gifts have pieces and no money. `jsonb_each`
 * writes no line as text to read it again: of 9,000 orders that is half of the time. Names of what is no product any
 * more are looked for last.
 */
export function bestSellers(
  app: PbApp,
  stretch: Stretch,
  limit: number,
): { for_most: SoldProduct[]; most: SoldProduct[] } {
  const sold = (items: string) => soldFrom(app, stretch, limit, items)
  let found: ReturnType<typeof sold>
  try {
    found = sold('orders.items')
  } catch {
    // SQL or an import has written others. To look at each first takes a third longer.
    found = sold("CASE WHEN json_valid(orders.items) THEN orders.items ELSE '[]' END")
  }
  const first = (by: 'by_money' | 'by_pieces') =>
    found
      .filter((row) => row[by] <= limit)
      .sort((a, b) => a[by] - b[by])
      .map(({ by_money, by_pieces, ...sold }): SoldProduct => sold)
  return { for_most: first('by_money'), most: first('by_pieces') }
}
