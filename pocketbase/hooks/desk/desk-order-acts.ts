import { formatTime } from '../../../src/domain/date'
import { ACT_WORDS, asksRestock, changesOf } from '../../../src/domain/desk/order-acts'
import {
  type AskedRefund,
  actSchema,
  correctionSchema,
  mailSchema,
  noteSchema,
  refundPlanSchema,
  refundSchema,
  seenSchema,
  stopSchema,
} from '../../../src/domain/desk/order-request'
import type { DeskOrder, RefundPlan } from '../../../src/domain/desk/orders'
import type { TaxSplit } from '../../../src/domain/invoices/tax'
import { formatPaise } from '../../../src/domain/money'
import { checkRequest } from '../../../src/domain/orders/order-request'
import { addMovement } from '../catalog/stock'
import { fieldProblem, type HttpProblem, httpProblem, readBody, transaction } from '../guard/answer'
import { creditNote } from '../invoices/invoices'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { rows } from '../lib/rows'
import { queueMail } from '../mail/mails'
import { atMost, onTheWay, refundableByHand } from '../payments/refunds'
import { type DeskCaller, deskRoute, logDeed } from './desk-caller'
import { stateOf } from './desk-order-list'
import { deskOrder, findOrder, lastEvent, NO_ORDER } from './desk-order-view'

type Refuse = (problem: HttpProblem) => never
type Schema = Parameters<typeof checkRequest>[0]

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
function deed<S extends Schema>(
  e: PbRequestEvent,
  schema: S,
  work: (deed: Deed<Extract<ReturnType<typeof checkRequest<S>>, { value: unknown }>['value']>) => void,
): void {
  deskRoute(e, ['owner'], (caller): DeskOrder | { problem: HttpProblem } => {
    const read = readBody(e, {})
    if ('problem' in read) return read
    const checked = checkRequest(schema, read.body)
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const id = e.request.pathValue('id')
    const done = transaction(e.app, (txApp, refuse) => {
      const order = findOrder(txApp, id)
      if (!order) return refuse(NO_ORDER)
      const { updated } = checked.value as { updated?: string }
      if (updated !== undefined && updated !== order.getString('updated'))
        refuse(changedMeanwhile(txApp, order, caller))
      order.set('saved_by', caller.who)
      work({ txApp, order, asked: checked.value, caller, refuse })
      return true
    })
    return 'problem' in done ? done : deskOrder(e.app, e.app.findRecordById('orders', id))
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

/** POST …/act: one step of the order, by the rules of every save of an order. */
export function act(e: PbRequestEvent): void {
  deed(e, actSchema, ({ txApp, order, asked, caller }) => {
    const { act, restock, courier, tracking_number, tracking_url } = asked
    const more = { ...(asksRestock(act) && { restock }), courier, tracking_number, tracking_url }
    const state = stateOf((field) => (field === 'refund_waits' ? order.getBool(field) : order.getString(field)))
    for (const [field, value] of Object.entries({ ...changesOf(act, state), ...more }))
      if (value !== undefined) order.set(field, value)
    txApp.save(order)
    logDeed(txApp, caller, ACT_WORDS[act].deed.replace('#', order.getString('number')), link(order))
  })
}

/** POST …/address: where the parcel goes and who receives it. */
export function correct(e: PbRequestEvent): void {
  deed(e, correctionSchema, ({ txApp, order, asked: { updated, ...fields }, caller }) => {
    for (const [field, value] of Object.entries(fields)) order.set(field, value)
    txApp.save(order)
    logDeed(txApp, caller, `Corrected the address of ${order.getString('number')}`, link(order))
  })
}

/** POST …/note: a line for the shop's own eyes. */
export function addNote(e: PbRequestEvent): void {
  deed(e, noteSchema, ({ txApp, order, asked, caller }) =>
    addEvent(txApp, order.id, {
      type: 'note',
      label: asked.text,
      actor: 'store',
      public: false,
      data: { by: caller.who },
    }),
  )
}

/** POST …/bill-mail: mails the shopper where the bill is, at most once a minute. */
export function mailBill(e: PbRequestEvent): void {
  deed(e, seenSchema, ({ txApp, order, caller, refuse }) => {
    const bills = txApp.findRecordsByFilter('bills', 'order = {:order}', '', 1, 0, { order: order.id })
    if (bills.length === 0)
      refuse(httpProblem(409, 'no_bill', 'There is no bill yet: it is made when the parcel is packed.'))
    const detail = recordDate(now()).slice(0, 16)
    queueMail(txApp, { kind: 'order_bill', order: order.id, recipient: 'shopper', detail })
    logDeed(txApp, caller, `Mailed the bill of ${order.getString('number')}`, link(order))
  })
}

/** POST …/mail: a mail that was given up is tried again. */
export function mailAgain(e: PbRequestEvent): void {
  deed(e, mailSchema, ({ txApp, order, asked, caller, refuse }) => {
    const params = { id: asked.mail, order: order.id }
    const [mail] = txApp.findRecordsByFilter('outbox', 'id = {:id} && order = {:order}', '', 1, 0, params)
    if (mail?.getString('status') !== 'failed')
      return refuse(httpProblem(409, 'not_failed', 'This mail has not failed: there is nothing to try again.'))
    for (const [field, value] of Object.entries({
      status: 'queued',
      tries: 0,
      error: '',
      next_try_at: recordDate(now()),
    }))
      mail.set(field, value)
    txApp.save(mail)
    logDeed(txApp, caller, `Tried a mail of ${order.getString('number')} again`, link(order))
  })
}

/** GET …/refund?rupees=180: what giving back so much would do. */
export function planRefund(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], (): RefundPlan | { problem: HttpProblem } => {
    const checked = checkRequest(refundPlanSchema, { rupees: e.request.url.query().get('rupees') })
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const amount = checked.value.rupees
    const order = findOrder(e.app, e.request.pathValue('id'))
    if (!order) return { problem: NO_ORDER }
    const { left, payment } = refundableByHand(e.app, order)
    if (amount > left)
      return { problem: fieldProblem({ rupees: { code: 'validation_refund', message: atMost(left) } }) }
    const note = creditNote(e.app, order.id, { amount })
    const sum = (field: keyof TaxSplit) => (note?.rows ?? []).reduce((total, row) => total + row[field], 0)
    return {
      amount,
      kept: order.getInt('paid_total') - order.getInt('refunded_total') - onTheWay(e.app, 'order', order.id) - amount,
      by: payment ? 'provider' : 'hand',
      credit_note: note && {
        taxable: sum('taxable'),
        tax: sum('cgst') + sum('sgst') + sum('igst'),
        tax_name: note.inter_state ? 'IGST' : `CGST and ${note.state_tax}`,
      },
    }
  })
}

/** POST …/refund: money goes back after a while, and pieces on sale at once. */
export function refund(e: PbRequestEvent): void {
  deed(e, refundSchema, giveBack)
}

const piecesNote = (refund: string) => `With refund ${refund}`

function giveBack({ txApp, order, asked, caller, refuse }: Deed<AskedRefund>): void {
  const { rupees: amount, note, pieces } = asked
  const refund = new Record(txApp.findCollectionByNameOrId('refunds'), {
    ...{ order: order.id, amount, reason: 'by_shop', note },
  })
  txApp.save(refund)
  const taken = takenBy(txApp, order.id)
  for (const { product, quantity } of pieces) {
    const left = (taken.get(product) ?? 0) - quantity
    if (left < 0)
      refuse(
        fieldProblem({ pieces: { code: 'too_many', message: 'This order does not have so many pieces from stock.' } }),
      )
    taken.set(product, left)
    addMovement(txApp, { product, delta: quantity, reason: 'return', order: order.id, note: piecesNote(refund.id) })
  }
  // Sets the order's date: a second press of the same is told that the first was heard.
  const after = txApp.findRecordById('orders', order.id)
  after.set('saved_by', caller.who)
  txApp.save(after)
  logDeed(txApp, caller, `Gave back ${formatPaise(amount)} of ${order.getString('number')}`, link(order))
}

/** What an order has of counted products, by its rows in the ledger. */
function takenBy(app: PbApp, order: string): Map<string, number> {
  const sql = 'SELECT product, -SUM(delta) AS pieces FROM stock_movements WHERE "order" = {:order} GROUP BY product'
  const taken = rows(app, sql, { order }, { product: '', pieces: 0 })
  return new Map(taken.map(({ product, pieces }) => [String(product), Number(pieces)]))
}

/** POST …/stop: a refund that waits is stopped, and the pieces that went on sale with it are the order's again. */
export function stopRefund(e: PbRequestEvent): void {
  deed(e, stopSchema, ({ txApp, order, asked, caller, refuse }) => {
    const params = { id: asked.refund, order: order.id }
    const [refund] = txApp.findRecordsByFilter('refunds', 'id = {:id} && order = {:order}', '', 1, 0, params)
    if (!refund) return refuse(httpProblem(404, 'no_refund', 'There is no such refund.'))
    // By somebody else, or by the same press: its pieces came back then.
    if (refund.getString('status') === 'stopped') return
    refund.set('status', 'stopped')
    txApp.save(refund)
    const filter = 'order = {:order} && note = {:note}'
    const back = { order: order.id, note: piecesNote(refund.id) }
    for (const row of txApp.findRecordsByFilter('stock_movements', filter, '', 0, 0, back))
      addMovement(txApp, {
        product: row.getString('product'),
        delta: -row.getInt('delta'),
        reason: 'sale',
        order: order.id,
        note: 'Its refund was stopped',
      })
    logDeed(txApp, caller, `Stopped a refund of ${order.getString('number')}`, link(order))
  })
}
