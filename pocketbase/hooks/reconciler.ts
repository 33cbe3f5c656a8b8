import { parseDate } from '../../src/domain/date'
import type { OrderItem } from '../../src/domain/order'
import { now } from './clock'
import { plain } from './facts'
import { refund as askRefund, capture, fetchPayment, type GatewayRefund, listRefunds } from './gateway'
import { addEvent } from './order-events'
import { eraseOldUnpaid } from './order-limits'
import { settleEvent } from './payment-events'
import { askAboutAttempt } from './payments'
import { refundFailed, refundGoes, settleRefunds } from './refunds'
import { extendHold, settle } from './settlement'
import { holdStock, piecesOf, recordDate, stockSuffices } from './stock'

/**
 * What the store does by itself, once a minute: lets unpaid orders go, asks the gateway what became of payments whose word was lost, and gives money back.
 * Two runs may overlap and a run may die at any point: each row is claimed by moving its next time forward before anybody is asked.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A run ends itself before the next one begins, ms. */
const RUN_MS = 45_000
/** Seconds the gateway is given for one answer. */
const ASK_SECONDS = 5
/** A gateway that left so many questions unanswered is left alone until the next run. */
const SILENCE_LIMIT = 3
/** How long the store asks what became of a try to pay, ms: banks may take three days to say. */
const CHECKS_END_MS = 3 * DAY
/** How long an order whose payment is known to exist is kept from expiring while the gateway is silent, ms. */
const CONFIRMING_MS = DAY
/** How long pieces are held for taking a late payment, ms. */
const CAPTURE_HOLD_MS = 5 * MINUTE
/** After so many refusals a refund needs the owner. */
const REFUSAL_LIMIT = 8

/** Cron `store-expire`: orders nobody has paid, or confirmed, in their time give their pieces back, once. */
export function expireOrders(app: PbApp): void {
  const time = now()
  const due = app.findRecordsByFilter(
    'orders',
    'status = "pending" && expires_at != "" && expires_at <= {:now} && (payment_status = "unpaid" || payment_status = "voided")',
    'expires_at',
    500,
    0,
    { now: recordDate(time) },
  )
  for (const { id } of due) {
    attempt(app, 'An order could not expire.', id, () =>
      app.runInTransaction((txApp) => {
        const order = txApp.findRecordById('orders', id)
        const unpaid = ['unpaid', 'voided'].includes(order.getString('payment_status'))
        if (order.getString('status') !== 'pending' || !unpaid || parseDate(order.getString('expires_at')) > time)
          return
        order.set('actor', 'system')
        if (isConfirming(txApp, order, time) && extendHold(txApp, order, time)) {
          txApp.save(order)
          return
        }
        order.set('status', 'expired')
        txApp.save(order)
      }),
    )
  }
  app
    .db()
    .newQuery(
      `DELETE FROM stock_holds WHERE expires_at <= {:now}
         AND COALESCE((SELECT status FROM orders WHERE orders.id = stock_holds."order"), '') != 'pending'`,
    )
    .bind({ now: recordDate(time) })
    .execute()
  eraseOldUnpaid(app, time)
}

/** Whether a payment is known to exist whose end is not known yet. */
function isConfirming(txApp: PbApp, order: PbRecord, time: number): boolean {
  if (time - parseDate(order.getString('placed_at')) > CONFIRMING_MS) return false
  const filter = 'order = {:order} && (status = "authorized" || (status = "attempted" && gateway_payment_id != ""))'
  return txApp.findRecordsByFilter('payments', filter, '', 1, 0, { order: order.id }).length > 0
}

/** Cron `store-reconcile`: settles events that were only stored, and asks about open tries in growing gaps (2, 5, 10, 20 … minutes). */
export function reconcilePayments(app: PbApp): void {
  const end = Date.now() + RUN_MS
  finishEvents(app)
  const due = app.findRecordsByFilter(
    'payments',
    'next_check_at != "" && next_check_at <= {:now}',
    'next_check_at',
    500,
    0,
    { now: recordDate(now()) },
  )
  let silences = 0
  for (const { id } of due) {
    if (Date.now() > end || silences >= SILENCE_LIMIT) return
    attempt(app, 'A payment could not be asked about.', id, () => {
      const row = claimCheck(app, id)
      if (!row) return
      if (askAboutAttempt(app, row, 'reconciler')) {
        takeAuthorized(app, id)
      } else {
        silences++
        postponeCheck(app, id)
      }
    })
  }
}

/** Minutes until the next question, by how many were asked. */
const checkGap = (checks: number): number => Math.min(5 * 2 ** Math.max(0, checks - 1), 720) * MINUTE

function claimCheck(app: PbApp, id: string): PbRecord | undefined {
  let claimed: PbRecord | undefined
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    const time = now()
    const due = parseDate(row.getString('next_check_at'))
    // NaN: nothing is to be asked any more.
    if (!(due <= time)) return
    if (!row.getString('gateway_order_id') && parseDate(row.getString('claimed_until')) > time) return
    const checks = row.getInt('checks') + 1
    const over =
      row.getString('provider') !== 'razorpay' ||
      row.getInt('captured') > 0 ||
      time - parseDate(txApp.findRecordById('orders', row.getString('order')).getString('placed_at')) > CHECKS_END_MS
    row.set('checks', checks)
    row.set('next_check_at', over ? '' : recordDate(time + checkGap(checks)))
    txApp.save(row)
    if (row.getString('provider') === 'razorpay') claimed = row
  })
  return claimed
}

/** Nothing was learned: the gap does not grow. */
function postponeCheck(app: PbApp, id: string): void {
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    if (row.getString('next_check_at') === '' && row.getInt('captured') === 0) return
    row.set('checks', Math.max(0, row.getInt('checks') - 1))
    row.set('next_check_at', recordDate(now() + 2 * MINUTE))
    txApp.save(row)
  })
}

/**
 * Takes a payment that the bank has agreed to and the gateway has not taken by itself, when the order can still be served: its pieces are held first.
 * What cannot be served is left to go back to the payer by itself.
 */
function takeAuthorized(app: PbApp, id: string): void {
  const row = app.findRecordById('payments', id)
  if (row.getString('status') !== 'authorized') return
  let take = false
  app.runInTransaction((txApp) => {
    take = mayTake(txApp, txApp.findRecordById('orders', row.getString('order')))
  })
  if (!take) return
  const paymentId = row.getString('gateway_payment_id')
  const taken = capture(paymentId, row.getInt('amount'), ASK_SECONDS)
  if (!('ok' in taken))
    app.logger().warn('A payment could not be taken.', 'payment', paymentId, 'answer', JSON.stringify(taken))
  // What stands at the gateway counts, not what it answered: the answer may be lost, and a refusal may mean that it was taken before.
  const payment = fetchPayment(paymentId, ASK_SECONDS)
  if (!('ok' in payment)) return
  app.runInTransaction((txApp) => {
    settle(txApp, payment.ok, 'reconciler')
  })
}

function mayTake(txApp: PbApp, order: PbRecord): boolean {
  const status = order.getString('status')
  const unpaid = ['unpaid', 'authorized', 'voided'].includes(order.getString('payment_status'))
  if (!unpaid || (status !== 'pending' && status !== 'expired')) return false
  const time = now()
  order.set('actor', 'system')
  if (status === 'pending') {
    if (extendHold(txApp, order, time)) {
      txApp.save(order)
      return true
    }
    order.set('status', 'cancelled')
    order.set('review_flag', 'oversold')
    txApp.save(order)
    return false
  }
  const pieces = piecesOf(plain(order).items as OrderItem[])
  if (stockSuffices(txApp, order.id, pieces, time)) {
    holdStock(txApp, order.id, pieces, { until: time + CAPTURE_HOLD_MS, time })
    return true
  }
  const filter = 'order = {:order} && type = "not_taken"'
  if (txApp.findRecordsByFilter('order_events', filter, '', 1, 0, { order: order.id }).length === 0) {
    addEvent(txApp, order.id, {
      type: 'not_taken',
      label: 'Paid too late, the pieces are sold: your bank gives the money back',
      actor: 'system',
    })
  }
  return false
}

/** Events that could be stored but not settled. */
function finishEvents(app: PbApp): void {
  const filter = 'outcome = "stored" && created > {:since}'
  const stored = app.findRecordsByFilter('payment_events', filter, 'created', 200, 0, {
    since: recordDate(now() - CHECKS_END_MS),
  })
  for (const { id } of stored) {
    attempt(app, 'A payment event could not be settled.', id, () =>
      app.runInTransaction((txApp) => {
        const event = txApp.findRecordById('payment_events', id)
        if (event.getString('outcome') !== 'stored') return
        const { outcome, order = '', payment = '', review = false } = settleEvent(txApp, plain(event).payload)
        event.set('outcome', outcome)
        event.set('order', order)
        event.set('payment', payment)
        event.set('review', review)
        txApp.save(event)
      }),
    )
  }
}

/** Cron `store-refunds`: gives back what is queued and follows what the bank is at work on. */
export function drainRefunds(app: PbApp): void {
  const end = Date.now() + RUN_MS
  const due = app.findRecordsByFilter(
    'refunds',
    '(status = "queued" || status = "pending") && next_try_at != "" && next_try_at <= {:now}',
    'next_try_at',
    500,
    0,
    { now: recordDate(now()) },
  )
  let silences = 0
  for (const { id } of due) {
    if (Date.now() > end || silences >= SILENCE_LIMIT) return
    attempt(app, 'A refund could not be made.', id, () => {
      const claimed = claimRefund(app, id)
      if (claimed && !giveBack(app, claimed)) silences++
    })
  }
}

/** Minutes until a refund is asked for again, by how often it was. */
const REFUND_GAPS = [1, 2, 5, 15, 60, 180]
const refundGap = (tries: number): number => (REFUND_GAPS[tries - 1] ?? 360) * MINUTE

function claimRefund(app: PbApp, id: string): PbRecord | undefined {
  let claimed: PbRecord | undefined
  app.runInTransaction((txApp) => {
    const refund = txApp.findRecordById('refunds', id)
    const time = now()
    if (!['queued', 'pending'].includes(refund.getString('status'))) return
    if (!(parseDate(refund.getString('next_try_at')) <= time)) return
    const tries = refund.getInt('tries') + 1
    refund.set('tries', tries)
    refund.set('next_try_at', recordDate(time + refundGap(tries)))
    txApp.save(refund)
    if (tries === 1 && refund.getString('send_at')) refundGoes(txApp, refund)
    claimed = refund
  })
  return claimed
}

/**
 * One refund: looks whether it was made before (an earlier answer may be lost), asks for it, and books what the gateway then has in its list. False when
 * the gateway did not answer.
 */
function giveBack(app: PbApp, refund: PbRecord): boolean {
  const payment = app.findRecordById('payments', refund.getString('payment'))
  const paymentId = payment.getString('gateway_payment_id')
  const amount = refund.getInt('amount')
  const key = refund.getString('idempotency_key')
  if (payment.getString('provider') === 'test') {
    const told = { id: `rfnd_test_${refund.id}`, payment_id: paymentId, amount, status: 'processed', receipt: key }
    settleRefunds(app, [{ ...told, notes: { refund: refund.id } }])
    return true
  }
  const before = listRefunds(paymentId, ASK_SECONDS)
  if ('ok' in before) settleRefunds(app, before.ok)
  else if ('unreachable' in before) return noteRefundProblem(app, refund.id, before.unreachable)
  if ('ok' in before && isAtGateway(app, refund.id, before.ok)) return true
  const notes = { order: refund.getString('order'), refund: refund.id }
  const asked = askRefund(paymentId, { amount, key, notes }, ASK_SECONDS)
  if ('unreachable' in asked) return noteRefundProblem(app, refund.id, asked.unreachable)
  if ('refused' in asked) {
    noteRefundProblem(app, refund.id, asked.refused.description || asked.refused.code, true)
    return true
  }
  const after = listRefunds(paymentId, ASK_SECONDS)
  if (!('ok' in after)) return noteRefundProblem(app, refund.id, 'The provider’s list could not be read.')
  settleRefunds(app, after.ok)
  if (!isAtGateway(app, refund.id, after.ok)) noteRefundProblem(app, refund.id, 'The provider did not keep the refund.')
  return true
}

/** Whether the refund is among those the gateway has, in whatever state. */
function isAtGateway(app: PbApp, id: string, refunds: GatewayRefund[]): boolean {
  const stored = app.findRecordById('refunds', id).getString('gateway_refund_id')
  return stored !== '' && refunds.some((told) => told.id === stored)
}

function noteRefundProblem(app: PbApp, id: string, problem: string, refused = false): false {
  app.runInTransaction((txApp) => {
    const refund = txApp.findRecordById('refunds', id)
    if (!['queued', 'pending'].includes(refund.getString('status'))) return
    refund.set('error', problem.slice(0, 400))
    const over = refused && refund.getInt('tries') >= REFUSAL_LIMIT
    if (over) {
      refund.set('status', 'failed')
      refund.set('next_try_at', '')
    }
    txApp.save(refund)
    if (over) refundFailed(txApp, refund)
  })
  return false
}

/** One row's trouble is not the others'. */
function attempt(app: PbApp, problem: string, id: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    app.logger().error(problem, 'id', id, 'error', String(error))
  }
}
