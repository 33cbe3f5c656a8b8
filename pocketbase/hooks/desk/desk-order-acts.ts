import { checkRequest } from '../../../src/domain/check-request'
import { formatTime, parseDate } from '../../../src/domain/date'
import { ACT_WORDS, asksRestock, changesOf } from '../../../src/domain/desk/order-acts'
import {
  type AskedRefund,
  actSchema,
  correctionSchema,
  mailSchema,
  makerNoteSchema,
  refundPlanSchema,
  refundSchema,
  seenSchema,
  stopSchema,
} from '../../../src/domain/desk/order-request'
import { type DeskOrder, piecesToStock, type RefundPlan } from '../../../src/domain/desk/orders'
import { formatPaise } from '../../../src/domain/money'
import { addMovement, piecesNote, piecesOf, takenBy } from '../catalog/stock'
import { fieldProblem, type HttpProblem, httpProblem, type Refuse } from '../guard/answer'
import { type Checked, readRequest, type Schema } from '../guard/request'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { firstRecord, newRecord, recordById } from '../lib/rows'
import { queueMail } from '../mail/order-outbox'
import { takeOver } from '../payments/refunded-pieces'
import { paidBack } from '../payments/refunds-by-hand'
import { type DeskCaller, deskRoute, inRecord, logDeed } from './desk-caller'
import { stateOf } from './desk-order-list'
import { deskOrder, lastEvent, NO_ORDER } from './desk-order-view'
import { askedRefund, refundPlan } from './desk-refunds'

interface Deed<T> {
  txApp: PbApp
  order: PbRecord
  asked: T
  caller: DeskCaller
  refuse: Refuse
}

/**
 * A route that does something with one order, all of it or nothing: checks the body, does it in one transaction and
 * answers the order as it is then. 404 without such an order; 409 `changed_meanwhile` when it is not as the caller saw
 * it, with who did what; 400 beside fields, in the words of the order's own rules.
 */
function deed<S extends Schema>(e: PbRequestEvent, schema: S, work: (deed: Deed<Checked<S>['value']>) => void): void {
  deskRoute(e, ['owner'], (caller): DeskOrder | { problem: HttpProblem } => {
    const checked = readRequest(e, schema, {})
    if ('problem' in checked) return checked
    const done = inRecord(e, 'orders', NO_ORDER, (txApp, order, refuse) => {
      const { updated } = checked.value as { updated?: string }
      if (updated !== undefined && updated !== order.getString('updated'))
        refuse(changedMeanwhile(txApp, order, caller))
      order.set('saved_by', caller.who)
      work({ txApp, order, asked: checked.value, caller, refuse })
      return { id: order.id }
    })
    return 'problem' in done ? done : deskOrder(e.app, e.app.findRecordById('orders', done.id))
  })
}

/** Who did what, when: `Packed by ila@example.com at 9:11 am. …` */
function changedMeanwhile(app: PbApp, order: PbRecord, { who }: DeskCaller): HttpProblem {
  const last = lastEvent(app, order.id)
  const by = last?.who === who ? 'you' : last?.who
  const what = last && last.at >= order.getString('updated').slice(0, 16) ? last.label : ''
  const sentence = what
    ? `${what} by ${by} at ${formatTime(last?.at ?? '')}.`
    : `This order was changed at ${formatTime(order.getString('updated'))}.`
  return httpProblem(
    409,
    'changed_meanwhile',
    `${sentence} What you asked for was not done: look at the order as it is now, and ask again.`,
  )
}

const link = (order: PbRecord) => `#/shop-orders/${order.id}`

/** POST /api/store/desk/orders/{id}/act: one step of the order, by the rules of every save of an order. */
export function act(e: PbRequestEvent): void {
  deed(e, actSchema, ({ txApp, order, asked, caller }) => {
    const { act, restock, courier, tracking_number, tracking_url } = asked
    const more = { ...(asksRestock(act) && { restock }), courier, tracking_number, tracking_url }
    const state = stateOf(order)
    for (const [field, value] of Object.entries({ ...changesOf(act, state), ...more }))
      if (value !== undefined) order.set(field, value)
    txApp.save(order)
    logDeed(txApp, caller, ACT_WORDS[act].deed.replace('#', order.getString('number')), link(order))
  })
}

/** POST /api/store/desk/orders/{id}/address: where the parcel goes and who receives it. */
export function correct(e: PbRequestEvent): void {
  deed(e, correctionSchema, ({ txApp, order, asked: { updated, ...fields }, caller }) => {
    order.load(fields)
    txApp.save(order)
    logDeed(txApp, caller, `Corrected the address of ${order.getString('number')}`, link(order))
  })
}

const SAME_NOTE_MS = 5 * 60_000
const SAME_BILL_MS = 60_000

/** POST /api/store/desk/orders/{id}/note: a line for the shop's own eyes. */
export function addNote(e: PbRequestEvent): void {
  deed(e, makerNoteSchema, ({ txApp, order, asked, caller }) => {
    const last = lastEvent(txApp, order.id)
    const same = last?.type === 'note' && last.label === asked.text && last.who === caller.who
    // Pressed twice, or again after its answer was lost.
    if (same && now() - parseDate(last.at) < SAME_NOTE_MS) return
    addEvent(txApp, order.id, {
      type: 'note',
      label: asked.text,
      actor: 'store',
      public: false,
      data: { by: caller.who },
    })
  })
}

/**
 * POST /api/store/desk/orders/{id}/bill-mail: mails the shopper where the bill is, at most once a minute, and not while
 * such a mail waits.
 */
export function mailBill(e: PbRequestEvent): void {
  deed(e, seenSchema, ({ txApp, order, caller, refuse }) => {
    if (!firstRecord(txApp, 'bills', 'order = {:order}', { order: order.id }))
      refuse(httpProblem(409, 'no_bill', 'There is no bill yet: it is made when the parcel is packed.'))
    const since = recordDate(now() - SAME_BILL_MS)
    const mailed = 'order = {:order} && kind = "order_bill" && (status = "queued" || data.detail > {:since})'
    // Pressed twice, or again after its answer was lost.
    if (firstRecord(txApp, 'outbox', mailed, { order: order.id, since })) return
    const detail = recordDate(now())
    queueMail(txApp, { kind: 'order_bill', order: order.id, recipient: 'shopper', detail })
    logDeed(txApp, caller, `Emailed the bill of ${order.getString('number')}`, link(order))
  })
}

/** POST /api/store/desk/orders/{id}/mail: a mail that was given up is tried again. */
export function mailAgain(e: PbRequestEvent): void {
  deed(e, mailSchema, ({ txApp, order, asked, caller, refuse }) => {
    const params = { id: asked.mail, order: order.id }
    const mail = firstRecord(txApp, 'outbox', 'id = {:id} && order = {:order}', params)
    if (mail?.getString('status') !== 'failed')
      return refuse(httpProblem(409, 'not_failed', 'This email has not failed: there is nothing to try again.'))
    mail.load({ status: 'queued', tries: 0, error: '', next_try_at: recordDate(now()) })
    txApp.save(mail)
    logDeed(txApp, caller, `Tried an email of ${order.getString('number')} again`, link(order))
  })
}

/** GET /api/store/desk/orders/{id}/refund?rupees=180, or ?pieces=[…]&delivery=yes: what that would do. */
export function planRefund(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], (): RefundPlan | { problem: HttpProblem } => {
    const query = e.request.url.query()
    const asked = { rupees: query.get('rupees'), pieces: query.get('pieces'), delivery: query.get('delivery') }
    const checked = checkRequest(refundPlanSchema, asked)
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const order = recordById(e.app, 'orders', e.request.pathValue('id'))
    if (!order) return { problem: NO_ORDER }
    const refund = askedRefund(e.app, order, checked.value)
    return 'problem' in refund ? refund : refundPlan(e.app, order, refund)
  })
}

/** POST /api/store/desk/orders/{id}/refund: money goes back after a while, and pieces on sale at once. */
export function refund(e: PbRequestEvent): void {
  deed(e, refundSchema, giveBack)
}

function giveBack({ txApp, order, asked, caller, refuse }: Deed<AskedRefund>): void {
  const worked = askedRefund(txApp, order, asked)
  const { amount, lines } = 'problem' in worked ? refuse(worked.problem) : worked
  const pieces = lines?.pieces ?? []
  const over = [...takeOver(txApp, order.id, piecesOf(pieces))].map(([product, quantity]) => ({ product, quantity }))
  const taken = takenBy(txApp, order.id)
  const back = asked.restock ? piecesToStock(pieces, (product) => taken.get(product)) : over
  const refund = newRecord(txApp, 'refunds', {
    ...{ order: order.id, amount, lines, reason: 'by_shop', note: asked.note },
  })
  txApp.save(refund)
  for (const { product, quantity } of back)
    addMovement(txApp, { product, delta: quantity, reason: 'return', order: order.id, note: piecesNote(refund.id) })
  // Sets the order's date: a second press of the same is told that the first was heard.
  const after = txApp.findRecordById('orders', order.id)
  after.set('saved_by', caller.who)
  txApp.save(after)
  logDeed(txApp, caller, `Gave back ${formatPaise(amount)} of ${order.getString('number')}`, link(order))
}

/** POST /api/store/desk/orders/{id}/paid-back: a refund that failed, which the shop has paid back itself. */
export function notePaidBack(e: PbRequestEvent): void {
  deed(e, stopSchema, (deed) => {
    const { txApp, order, caller } = deed
    const refund = refundOf(deed)
    // By somebody else, or by the same press.
    if (refund.getString('status') === 'processed') return
    paidBack(txApp, refund)
    logDeed(txApp, caller, `Paid a refund of ${order.getString('number')} back by hand`, link(order))
  })
}

const refundOf = ({ txApp, order, asked, refuse }: Deed<{ refund: string }>): PbRecord =>
  firstRecord(txApp, 'refunds', 'id = {:id} && order = {:order}', { id: asked.refund, order: order.id }) ??
  refuse(httpProblem(404, 'no_refund', 'There is no such refund.'))

/** POST /api/store/desk/orders/{id}/stop: stops a refund that waits; its pieces on sale are the order's again. */
export function stopRefund(e: PbRequestEvent): void {
  deed(e, stopSchema, (deed) => {
    const { txApp, order, caller } = deed
    const refund = refundOf(deed)
    // By somebody else, or by the same press: its pieces came back then.
    if (refund.getString('status') === 'stopped') return
    refund.set('status', 'stopped')
    txApp.save(refund)
    logDeed(txApp, caller, `Stopped a refund of ${order.getString('number')}`, link(order))
  })
}
