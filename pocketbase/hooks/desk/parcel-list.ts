import { findState } from '../../../src/domain/account/states'
import { indianDay, parseDate } from '../../../src/domain/date'
import { orderWords } from '../../../src/domain/desk/order-words'
import { PARCEL_TABS, type Parcel, type ParcelsAnswer, type ParcelTab } from '../../../src/domain/desk/parcels'
import type { DeskRole } from '../../../src/domain/desk/role'
import { MAX_PARCELS, PARCEL_LATE_MS, PARCELS_SHOWN } from '../../../src/domain/limits'
import {
  AT_HOME,
  CAME_BACK,
  type FulfilmentStatus,
  ON_THE_WAY,
  type OrderItem,
  type OrderView,
  type ReviewFlag,
  STANDING,
} from '../../../src/domain/orders/order'
import { asciiDigits, cutLine } from '../../../src/domain/text'
import { cashOf } from '../delivery/bookings'
import { bookingCourier } from '../delivery/couriers'
import { linesToPack } from '../delivery/lines-to-pack'
import { now, recordDate } from '../lib/clock'
import { countRows, isIn, likePart, type Row, rows } from '../lib/rows'
import { onTheWay } from '../payments/refunds'
import { deskRoute } from './desk-caller'
import { withBookings } from './parcel-bookings'

/** SQL of orders that are neither waiting nor called off. */
export const STANDS = `status ${isIn(STANDING)}`

/**
 * Came back, its money all here and not on its way: somebody has to say what becomes of it. For 90 days. What was paid
 * twice and has gone back leaves it paid.
 */
const UNSETTLED = `(fulfilment_status ${isIn(CAME_BACK)} AND payment_status = 'paid'
  AND status = 'confirmed'
  AND placed_at > {:since}
  AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds."order" = orders.id AND refunds.status IN ('queued', 'pending')))`
const SETTLED_BY_MS = 90 * 24 * 60 * 60_000

/** SQL of each list. By the index of fulfilment_status, status and placed_at. */
export const PARCELS: { readonly [tab in ParcelTab]: string } = {
  pack: `status = 'confirmed' AND fulfilment_status = 'unfulfilled' AND payment_status != 'refunded'`,
  ship: `${STANDS} AND fulfilment_status = 'packed' AND payment_status != 'refunded'`,
  way: `${STANDS} AND fulfilment_status ${isIn(ON_THE_WAY)}`,
  returns: `${STANDS} AND fulfilment_status ${isIn(['return_requested', ...CAME_BACK])}
    AND (fulfilment_status = 'return_requested' OR ${UNSETTLED})`,
}

/** The day a parcel has to leave; one that was promised nothing, on the day it was ordered. */
const HAS_TO_LEAVE = `COALESCE(NULLIF(leaves_on, ''), date(placed_at, '+330 minutes'))`

const since = () => ({ since: recordDate(now() - SETTLED_BY_MS) })

/** GET /api/store/desk/parcels: one list of parcels, what leaves first in front, and how many are in each. */
export function parcels(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'packer'], ({ role }): ParcelsAnswer => {
    const query = e.request.url.query()
    // What comes back asks how much goes back.
    const tabs = PARCEL_TABS.filter((name) => role === 'owner' || name !== 'returns')
    const tab = tabs.find((name) => name === query.get('tab')) ?? 'pack'
    const counts = Object.fromEntries(tabs.map((name) => [name, count(e.app, PARCELS[name], since())]))
    const asked = Math.floor(Number(query.get('shown'))) || PARCELS_SHOWN
    const search = searched(query.get('q'))
    const where = PARCELS[tab] + search.where
    const params = { ...since(), ...search.params }
    const ids = rows(
      e.app,
      `SELECT id FROM orders WHERE ${where} ORDER BY ${HAS_TO_LEAVE}, placed_at, id LIMIT {:limit}`,
      { ...params, limit: Math.min(Math.max(asked, 1), MAX_PARCELS) },
      { id: '' },
    ).map(({ id }) => id)
    const found = search.where === '' ? (counts[tab] ?? 0) : count(e.app, where, params)
    const orders = inOrder(e.app, ids)
    const lines = linesToPack(e.app, orders)
    const parcels = orders.map((order) => parcelOf(e.app, order, { role, lines: lines.get(order.id) ?? [] }))
    return { counts, parcels, found, ...(bookingCourier() && withBookings(e.app, orders, parcels, role)) }
  })
}

const count = (app: PbApp, where: string, params: Row): number => countRows(app, `FROM orders WHERE ${where}`, params)

/** Any part of name or order number, and of the phone whatever blanks it is typed with. */
function searched(typed: string): { where: string; params: { [name: string]: string } } {
  const text = asciiDigits(cutLine(typed, 80))
  if (text === '') return { where: '', params: {} }
  const phone = text.replace(/[\s()-]/g, '').replace(/^(\+91|0)/, '')
  const byPhone = /^\d+$/.test(phone) ? ` OR phone LIKE {:phone}` : ''
  return {
    where: ` AND (name LIKE {:text} ESCAPE '\\' OR number LIKE {:text} ESCAPE '\\'${byPhone})`,
    params: { text: likePart(text), ...(byPhone && { phone: `%${phone}%` }) },
  }
}

/** The orders of these ids, in their order; ids of none are left out. */
export function inOrder(app: PbApp, ids: readonly string[]): PbRecord[] {
  const found = new Map(app.findRecordsByIds('orders', [...ids]).map((order) => [order.id, order]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const waits = (order: PbRecord) => AT_HOME.includes(order.getString('fulfilment_status'))

/** Its day to leave is over; where none was told, it waits for longer than parcels should. */
const isLate = (leavesOn: string, placed: string) =>
  leavesOn ? leavesOn < indianDay(now()) : now() - parseDate(placed) > PARCEL_LATE_MS

function parcelOf(app: PbApp, order: PbRecord, { role, lines }: { role: DeskRole; lines: OrderItem[] }): Parcel {
  const text = (field: string) => order.getString(field)
  const fulfilment = text('fulfilment_status') as FulfilmentStatus
  const placed = text('placed_at') || text('created')
  const owns = role === 'owner'
  const kept = owns ? order.getInt('paid_total') - order.getInt('refunded_total') : 0
  return {
    id: order.id,
    number: text('number'),
    name: text('name'),
    city: text('city') || (findState(text('state'))?.name ?? ''),
    placed_at: placed,
    leaves_on: waits(order) ? text('leaves_on') : '',
    late: waits(order) && isLate(text('leaves_on'), placed),
    items: lines.map(({ product, name, color_name, image, quantity }) => ({
      ...{ product, name, color_name, image, quantity },
    })),
    note: text('note'),
    to_collect: owns ? cashOf(order) : 0,
    state: orderWords({
      status: text('status') as OrderView['status'],
      payment_status: owns ? (text('payment_status') as OrderView['payment_status']) : 'paid',
      fulfilment_status: fulfilment,
      payment_method: text('payment_method') as OrderView['payment_method'],
      review_flag: owns ? (text('review_flag') as ReviewFlag | '') : '',
      refund_waits: owns && order.getBool('refund_waits'),
    }),
    courier: text('courier'),
    tracking_number: text('tracking_number'),
    tracking_url: text('tracking_url'),
    kept: kept > 0 ? kept - onTheWay(app, 'order', order.id) : 0,
    by_hand: owns && text('payment_method') === 'cod',
    came_back: CAME_BACK.includes(fulfilment),
    weight: 0,
  }
}
