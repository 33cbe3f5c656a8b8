import { formatDate, formatTime, indianDay, parseDate } from '../../../src/domain/date'
import { isRefundDue } from '../../../src/domain/desk/order-words'
import {
  arriveSchema,
  type LeftOut,
  type MovedAnswer,
  parcelsSchema,
  type ReturnAnswer,
  returnSchema,
  shipSchema,
} from '../../../src/domain/desk/parcels'
import { OTHER, trackingPage } from '../../../src/domain/desk/tracking'
import { plainNumber } from '../../../src/domain/desk/typed-number'
import { formatPaise, type Paise, toPaise } from '../../../src/domain/money'
import { CAME_BACK, FULFILMENT_LABELS, type FulfilmentStatus, ON_THE_WAY } from '../../../src/domain/orders/order'
import { cashOf } from '../delivery/bookings'
import { typedNumber } from '../delivery/courier'
import { fieldProblem, type HttpProblem, transaction } from '../guard/answer'
import { now } from '../lib/clock'
import { jsonValue, reasonOf } from '../lib/record-problems'
import { firstRecord, newRecord, recordById, rows } from '../lib/rows'
import { onTheWay, refundable } from '../payments/refunds'
import { type DeskCaller, deskPost, inOne, logDeed } from './desk-caller'
import { stateOf } from './desk-order-list'

/** What is set on an order, one save after the other: a parcel may need two moves to come where it is. */
type Steps = (order: PbRecord) => readonly { readonly [field: string]: string }[]

interface Move {
  order: string
  /** Why it is not tried at all, asked in its own transaction; empty when it is. */
  why?: (txApp: PbApp) => string
  steps: Steps
}

/** POST /api/store/desk/parcels/pack: what cannot be packed is left out with its reason. */
export function pack(e: PbRequestEvent): void {
  moveTicked(e, 'packed', 'unfulfilled', 'Packed')
}

/** POST /api/store/desk/parcels/unpack: takes packing back. */
export function unpack(e: PbRequestEvent): void {
  moveTicked(e, 'unfulfilled', 'packed', 'Took back the packing of')
}

function moveTicked(e: PbRequestEvent, to: FulfilmentStatus, from: FulfilmentStatus, deed: string): void {
  deskPost(e, ['owner', 'packer'], parcelsSchema, ({ orders }, caller) => {
    const moves = orders.map((order) => ({ order, steps: () => [{ fulfilment_status: to }] }))
    return moveAll(e.app, caller, moves, { from: [from], deed })
  })
}

/**
 * POST /api/store/desk/parcels/ship: each parcel with its number in one save, so that its shopper is mailed once, with
 * the number.
 */
export function ship(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], shipSchema, ({ courier, name, parcels }, caller) => {
    const used = new Set<string>()
    const moves = parcels.map(({ order, tracking_number }): Move => {
      const typed = typedNumber(courier, tracking_number)
      if (!('ok' in typed)) return { order, why: () => typed.refused, steps: () => [] }
      const { awb } = typed.ok
      const called = courier === OTHER ? name : courier
      const isTwice = awb !== '' && used.has(awb)
      used.add(awb)
      const tracking = { courier: called, tracking_number: awb, tracking_url: trackingPage(courier, awb) }
      return {
        order,
        why: (txApp) => (isTwice ? 'Its number is that of another parcel here.' : usedBefore(txApp, order, awb)),
        steps: () => [{ fulfilment_status: 'shipped', ...tracking }],
      }
    })
    return moveAll(e.app, caller, moves, { from: ['packed'], deed: 'Shipped' })
  })
}

/** A number belongs to one parcel. */
function usedBefore(app: PbApp, order: string, number: string): string {
  if (number === '') return ''
  const sql = 'SELECT number FROM orders WHERE tracking_number = {:number} AND id != {:order} LIMIT 1'
  const [other] = rows(app, sql, { number, order }, { number: '' })
  return other ? `Its number is that of ${other.number} already.` : ''
}

/** POST /api/store/desk/parcels/arrive: delivered, with the cash if it is here, or could not be delivered. */
export function arrive(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], arriveSchema, ({ outcome, orders, ...asked }, caller) => {
    // Money is the owner's to note.
    const cash = asked.cash && caller.role === 'owner'
    const delivered = outcome === 'delivered'
    const steps: Steps = (order) => [
      // The courier came again after a try that failed.
      ...(delivered && isAt(order, 'delivery_failed') ? [{ fulfilment_status: 'out_for_delivery' }] : []),
      { fulfilment_status: outcome, ...(delivered && cash && cashOf(order) > 0 && { payment_status: 'paid' }) },
    ]
    const from = delivered ? ON_THE_WAY : ON_THE_WAY.filter((state) => state !== outcome)
    const moves = orders.map((order) => ({ order, steps }))
    return moveAll(e.app, caller, moves, { from, deed: delivered ? 'Marked delivered' : 'Marked as not delivered' })
  })
}

/**
 * POST /api/store/desk/parcels/return: one parcel came back, whether its pieces go to stock, and what goes back of its
 * money. All of it, or, refused with 400 and the reason, nothing.
 */
export function comeBack(e: PbRequestEvent): void {
  deskPost(e, ['owner'], returnSchema, ({ order, restock, rupees }, caller) => {
    const back = toPaise(plainNumber(rupees) || '0')
    if (back === null) return refusal('rupees', 'Write rupees, such as 180 or 180.50.')
    return inOne(e.app, (txApp, refuse): ReturnAnswer => {
      const tried = (field: string, work: () => void) => {
        try {
          work()
        } catch (error) {
          refuse(refusal(field, reasonOf(error)).problem)
        }
      }
      const standing = standingAs(txApp, caller, order, [...ON_THE_WAY, 'return_requested', ...CAME_BACK])
      if (typeof standing === 'string') return refuse(refusal('order', standing).problem)
      const { number } = standing
      const isHome = CAME_BACK.includes(txApp.findRecordById('orders', order).getString('fulfilment_status'))
      const gone = back > 0 ? settledBefore(txApp, order) : 0
      if (gone > 0)
        return refuse(
          refusal('rupees', `${formatPaise(gone)} of its money went back already, or is about to. ${MORE}`).problem,
        )
      tried('order', () => walk(txApp, caller, order, homeward(restock)))
      const by_hand = refundable(txApp, order).length === 0
      if (back > 0) tried('rupees', () => giveBack(txApp, order, back))
      const isKept = back === 0 && walk(txApp, caller, order, keptWhole(txApp)) > 0
      const money = back > 0 ? `, ${formatPaise(back)} goes back` : ''
      const settled = back > 0 ? `Gave back ${formatPaise(back)} of ${number}` : `Kept the money of ${number}`
      const deed = isHome ? settled : `${number} came back: pieces ${restock ? '' : 'not '}to stock${money}`
      // Pressed twice, or home with nothing to decide about its money: nothing was done.
      if (!isHome || back > 0 || isKept) logDeed(txApp, caller, deed, `#/shop-orders/${order}`)
      return { back, by_hand }
    })
  })
}

const MORE = 'To give more back, open its order.'

/**
 * What went back, or is about to, of the money of a parcel that is home already, paise: it was settled then. What was
 * paid beyond its total is none of it.
 */
function settledBefore(txApp: PbApp, id: string): Paise {
  const order = txApp.findRecordById('orders', id)
  if (!CAME_BACK.includes(order.getString('fulfilment_status'))) return 0
  const gone = order.getInt('refunded_total') + onTheWay(txApp, 'order', id)
  return Math.max(0, gone - Math.max(0, order.getInt('paid_total') - order.getInt('grand_total')))
}

const isAt = (order: PbRecord, state: FulfilmentStatus) => order.getString('fulfilment_status') === state

/** The way home: of a parcel its shopper has, of one nobody took, or of one that is home already. */
function homeward(restock: boolean): Steps {
  return (order) => {
    if (CAME_BACK.includes(order.getString('fulfilment_status'))) return []
    const home = (state: FulfilmentStatus) => ({ fulfilment_status: state, restock: restock ? 'yes' : 'no' })
    if (isAt(order, 'return_requested')) return [home('returned')]
    const failed = isAt(order, 'delivery_failed') ? [] : [{ fulfilment_status: 'delivery_failed' }]
    return [...failed, home('returned_to_origin')]
  }
}

/** Nothing goes back of what was paid: that is all there is to say of it. */
const keptWhole =
  (txApp: PbApp): Steps =>
  (order) =>
    isRefundDue(stateOf(order)) && onTheWay(txApp, 'order', order.id) === 0 ? [{ status: 'completed' }] : []

/** The store's own refund: checked against what is left, waiting so that it can be stopped (`refundCreated`). */
function giveBack(txApp: PbApp, order: string, amount: number): void {
  txApp.save(newRecord(txApp, 'refunds', { order, amount, reason: 'by_shop' }))
}

/** Each parcel in a transaction of its own: what is refused undoes itself alone. */
function moveAll(
  app: PbApp,
  caller: DeskCaller,
  moves: readonly Move[],
  { from, deed }: { from: readonly string[]; deed: string },
): MovedAnswer {
  const done: { order: string; number: string }[] = []
  const left: LeftOut[] = []
  for (const { order, why = () => '', steps } of moves) {
    const tried = transaction(app, (txApp, refuse): string => {
      const leave = (number: string, because: string) => refuse({ status: 400, message: because, data: { number } })
      const standing = standingAs(txApp, caller, order, from)
      if (typeof standing === 'string') return leave(numberOf(txApp, order), standing)
      const because = why(txApp)
      if (because) return leave(standing.number, because)
      try {
        walk(txApp, caller, order, steps)
      } catch (error) {
        leave(standing.number, reasonOf(error))
      }
      return standing.number
    })
    if ('problem' in tried) left.push({ order, number: String(tried.problem.data.number), why: tried.problem.message })
    else done.push({ order, number: tried.value })
  }
  const [first] = done
  if (first) {
    const many = done.length === 1 ? first.number : `${done.length} parcels`
    const numbers = done.length === 1 ? '' : `: ${done.map(({ number }) => number).join(', ')}`
    logDeed(app, caller, `${deed} ${many}${numbers}`, done.length === 1 ? `#/shop-orders/${first.order}` : '#/packing')
  }
  return { done: done.map(({ order }) => order), left }
}

/** @returns how many steps it took */
function walk(txApp: PbApp, { who }: DeskCaller, id: string, steps: Steps): number {
  const taken = steps(txApp.findRecordById('orders', id))
  for (const fields of taken) {
    const order = txApp.findRecordById('orders', id)
    order.load(fields)
    order.set('saved_by', who)
    txApp.save(order)
  }
  return taken.length
}

const numberOf = (app: PbApp, id: string) => recordById(app, 'orders', id)?.getString('number') ?? ''

/** The order's number when its parcel is where it is expected; else who moved it, and when. */
function standingAs(app: PbApp, { who }: DeskCaller, id: string, from: readonly string[]): { number: string } | string {
  const order = recordById(app, 'orders', id)
  if (!order) return 'There is no such order.'
  if (from.includes(order.getString('fulfilment_status'))) return { number: order.getString('number') }
  const state = order.getString('fulfilment_status') as FulfilmentStatus
  const sort = '-created,-@rowid'
  const event = firstRecord(app, 'order_events', 'order = {:id} && type = {:state}', { id, state }, sort)
  if (!event) return `Where this parcel is: “${FULFILMENT_LABELS[state]}”.`
  const by = (jsonValue(event, 'data') as { by?: string } | null)?.by
  const person = by === who ? 'You' : by || 'Somebody'
  return `${person} ${DID[state] ?? `set this parcel to “${FULFILMENT_LABELS[state]}”`} ${momentOf(event.getString('created'))}.`
}

const DID: { readonly [state in FulfilmentStatus]?: string } = {
  unfulfilled: 'took back the packing of this parcel',
  packed: 'packed this parcel',
  shipped: 'shipped this parcel',
  delivered: 'marked this parcel delivered',
  delivery_failed: 'marked this parcel as not delivered',
}

/** `at 9:11 am`, with the day when that was not today. */
function momentOf(created: string): string {
  const today = indianDay(parseDate(created)) === indianDay(now())
  return today ? `at ${formatTime(created)}` : `on ${formatDate(created)}, ${formatTime(created)}`
}

const refusal = (field: string, message: string): { problem: HttpProblem } => ({
  problem: fieldProblem({ [field]: { code: 'validation_refused', message } }),
})
