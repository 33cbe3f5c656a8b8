import { DAY_MS } from '../../../src/domain/date'
import type { OrderState } from '../../../src/domain/desk/order-words'
import {
  ORDER_PERIODS,
  ORDER_TABS,
  ORDERS_A_PAGE,
  ORDERS_FOUND,
  type OrderList,
  type OrderRow,
  type OrderTab,
  whatWords,
} from '../../../src/domain/desk/orders'
import { AT_HOME, CAME_BACK, CLOSED, HOLDS_MONEY } from '../../../src/domain/orders/order'
import { parseLines } from '../../../src/domain/orders/order-lines'
import { asciiDigits, cutLine } from '../../../src/domain/text'
import { now, recordDate } from '../lib/clock'
import { isIn, like, likePart, rows } from '../lib/rows'
import { deskRoute, pageOf } from './desk-caller'
import { PARCELS, STANDS } from './parcel-list'

const KEPT = `payment_status ${isIn(HOLDS_MONEY)}`

/** What `orderWords` marks with a diamond. Each part has an index. */
export const ASKS_FOR_A_LOOK = `(review_flag > ''
  OR (status ${isIn(CLOSED)} AND (refund_waits OR (payment_method = 'cod' AND ${KEPT})))
  OR (fulfilment_status IN ('delivery_failed', 'return_requested') AND ${STANDS})
  OR (fulfilment_status ${isIn(CAME_BACK)} AND status = 'confirmed' AND payment_status = 'paid')
  OR (fulfilment_status ${isIn(AT_HOME)} AND status = 'confirmed' AND payment_status = 'refunded'))`

/** What a tab lists. Those of work have no period: what waits is not forgotten because it is old. */
const TABS: { readonly [tab in OrderTab]: { where: string; inPeriod?: true } } = {
  all: { where: 'TRUE', inPeriod: true },
  look: { where: `(${ASKS_FOR_A_LOOK} OR (status = 'pending' AND payment_method = 'cod'))` },
  pack: { where: `(${PARCELS.pack})` },
  ship: { where: `(${PARCELS.ship})` },
  way: { where: `(${PARCELS.way})` },
  unpaid: { where: `(status IN ('pending', 'expired') AND payment_status = 'unpaid')`, inPeriod: true },
}

/** The newest orders a search finds, once for all that is asked of them. */
const newestWith = (where: string) => `WITH found AS MATERIALIZED (
  SELECT orders.rowid AS id FROM order_documents CROSS JOIN orders ON orders.id = "order" WHERE doc IN (
    SELECT rowid FROM order_texts WHERE ${where} ORDER BY rowid DESC LIMIT ${ORDERS_FOUND})) `
/** The index holds three characters each; of what is shorter every name is looked at. */
const BY_INDEX = newestWith('order_texts MATCH {:match}')
const BY_PART = newestWith(`name LIKE {:part} ESCAPE '\\' OR number LIKE {:part} ESCAPE '\\'`)
const INDEXED_FROM = 3
const LONGEST_SEARCH = 80
/** Fewer digits than these are part of too many phone numbers. */
const LEAST_DIGITS = 3

interface Sought {
  /** The part of a statement that finds it; empty when nothing was typed. */
  with: string
  /** For MATCH and for LIKE. */
  params: { match: string; part: string }
}

/** What is typed to find an order: any part of a name or number; its digits, however spaced, of a phone. */
function sought(typed: string): Sought {
  const text = asciiDigits(cutLine(typed, LONGEST_SEARCH))
  if (!text) return { with: '', params: { match: '', part: '' } }
  const digits = /^[+\d ()-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : ''
  const quoted = `"${text.replaceAll('"', '""')}"`
  const phone = digits.length >= LEAST_DIGITS ? ` OR {phone} : "${digits}"` : ''
  return {
    with: Array.from(text).length < INDEXED_FROM ? BY_PART : BY_INDEX,
    params: { match: `{name number} : ${quoted}${phone}`, part: likePart(text) },
  }
}

/** GET /api/store/desk/orders: one page of a tab, the newest first, with how many there are in each. */
export function listOrders(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], (): OrderList => {
    const query = (name: string) => e.request.url.query().get(name)
    const tab = ORDER_TABS.find((known) => known === query('tab')) ?? 'all'
    const days = ORDER_PERIODS.find((known) => String(known) === query('days')) ?? 30
    const time = now()
    const { with: found, params: texts } = sought(query('q'))
    const params = { ...texts, since: recordDate(time - days * DAY_MS) }
    const within = (name: OrderTab) =>
      TABS[name].where + (TABS[name].inPeriod && days > 0 ? ' AND placed_at >= {:since}' : '')
    const { counts, more } = countTabs(e.app, found, within, params)
    const pages = Math.max(1, Math.ceil(counts[tab] / ORDERS_A_PAGE))
    const page = Math.min(pages, pageOf(e))
    // With a plus a column is not walked by its index: a tab's own index finds its few orders sooner.
    const placed = tab === 'all' && !found ? 'placed_at' : '+placed_at'
    const sql = `${found}SELECT id, number, name, city, items, grand_total, placed_at, source, refund_waits, review_flag,
        status, payment_status, fulfilment_status, payment_method FROM orders
      WHERE rowid IN (SELECT rowid FROM orders WHERE ${within(tab)}${found && ' AND rowid IN (SELECT id FROM found)'}
        ${partOf(placed, counts[tab], (page - 1) * ORDERS_A_PAGE)})
      ORDER BY placed_at DESC, rowid DESC`
    return { rows: rows(e.app, sql, params, ROW).map(orderRow), counts, more, page, now: time }
  })
}

/** A page of so many orders, the newest first; in the older half it is found from the oldest on. */
function partOf(placed: string, count: number, from: number): string {
  const until = Math.min(count, from + ORDERS_A_PAGE)
  const [order, skipped] = from > count / 2 ? ['ASC', count - until] : ['DESC', from]
  return `ORDER BY ${placed} ${order}, rowid ${order} LIMIT ${until - from} OFFSET ${skipped}`
}

function countTabs(
  app: PbApp,
  found: string,
  within: (tab: OrderTab) => string,
  params: { [name: string]: string },
): Pick<OrderList, 'counts' | 'more'> {
  // What was found is gone through once for all tabs; each tab of all orders has its own index.
  const count = (tab: OrderTab) =>
    found ? `COUNT(*) FILTER (WHERE ${within(tab)})` : `(SELECT COUNT(*) FROM orders WHERE ${within(tab)})`
  const all = found ? 'COUNT(*)' : '0'
  const counted = ORDER_TABS.map((tab) => `${count(tab)} AS n_${tab}`).join(', ')
  const from = found && ' FROM found CROSS JOIN orders ON orders.rowid = found.id'
  const shape: { [name: string]: number } = {
    found: 0,
    ...Object.fromEntries(ORDER_TABS.map((tab) => [`n_${tab}`, 0])),
  }
  const [row = shape] = rows(app, `${found}SELECT ${all} AS found, ${counted}${from}`, params, shape)
  const counts = Object.fromEntries(ORDER_TABS.map((tab) => [tab, row[`n_${tab}`]])) as OrderList['counts']
  return { counts, more: Number(row.found) >= ORDERS_FOUND }
}

const STATE = {
  status: '',
  payment_status: '',
  fulfilment_status: '',
  payment_method: '',
  review_flag: '',
  refund_waits: false,
  source: '',
}
const ROW = { id: '', number: '', name: '', city: '', items: '', grand_total: 0, placed_at: '', ...STATE }

function orderRow(row: typeof ROW): OrderRow {
  const { id, number, name, city, placed_at, grand_total: total, items: lines, ...state } = row
  const items = parseLines(lines)
  const first = items.find(({ image }) => image !== '')
  return {
    ...{ id, number, name, city, placed_at, total },
    what: whatWords(items),
    picture: first ? { product: first.product, file: first.image } : null,
    state: state as OrderState,
  }
}

/** The part of an order its state in words is made of. */
export const stateOf = (order: PbRecord): OrderState => like(order, STATE) as OrderState
