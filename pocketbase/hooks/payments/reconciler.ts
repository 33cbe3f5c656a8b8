import { parseDate } from '../../../src/domain/date'
import { holdStock, piecesOf, stockSuffices } from '../catalog/stock'
import { now, recordDate } from '../lib/clock'
import { attempt, attemptEach } from '../lib/cron'
import { addEvent } from '../lib/order-events'
import { linesOf } from '../lib/order-lines'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, plain } from '../lib/rows'
import { usesAreLeft } from '../offers/promotions'
import { askAboutAttempt } from './asking'
import { settleEvent } from './payment-events'
import { ASK_SECONDS, providerOf } from './providers'
import { raiseFlag } from './review-flags'
import { extendHold, settle } from './settlement'

/**
 * What the store does by itself, once a minute: asks the gateway what became of payments whose word was lost. Two
 * runs may overlap and a run may die at any point: each row is claimed by moving its next time forward before anybody
 * is asked.
 */

// All of the minute's jobs are one bundle: PocketBase's engines read each by itself, what is shared as well.
export { expireOrders } from './order-expiry'
export { drainRefunds } from './send-refunds'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long the store asks what became of a try to pay, ms: banks may take three days to say. */
const CHECKS_END_MS = 3 * DAY
/** How long pieces are held for taking a late payment, ms. */
const CAPTURE_HOLD_MS = 5 * MINUTE

/**
 * Cron `store-reconcile`: settles events that were only stored, and asks about open tries in growing gaps (2, 5, 10,
 * 20 … minutes).
 */
export function reconcilePayments(app: PbApp): void {
  finishEvents(app)
  const due = app.findRecordsByFilter(
    'payments',
    'next_check_at != "" && next_check_at <= {:now}',
    'next_check_at',
    500,
    0,
    { now: recordDate(now()) },
  )
  attemptEach(app, 'A payment could not be asked about.', due, (id) => {
    const row = claimCheck(app, id)
    if (!row) return true
    const answered = askAboutAttempt(app, row, 'reconciler')
    if (answered) takeAuthorized(app, id)
    else postponeCheck(app, id)
    return answered
  })
}

/** Minutes until the next question, by how many were asked. */
const checkGap = (checks: number): number => Math.min(5 * 2 ** Math.max(0, checks - 1), 720) * MINUTE

function claimCheck(app: PbApp, id: string): PbRecord | undefined {
  return runInTransaction(app, (txApp) => {
    const row = txApp.findRecordById('payments', id)
    const time = now()
    const due = parseDate(row.getString('next_check_at'))
    // NaN: nothing is to be asked any more.
    if (!(due <= time)) return undefined
    if (!row.getString('gateway_order_id') && parseDate(row.getString('claimed_until')) > time) return undefined
    const checks = row.getInt('checks') + 1
    const asked = providerOf(row) !== null
    const over =
      !asked ||
      row.getInt('captured') > 0 ||
      time - parseDate(txApp.findRecordById('orders', row.getString('order')).getString('placed_at')) > CHECKS_END_MS
    row.set('checks', checks)
    row.set('next_check_at', over ? '' : recordDate(time + checkGap(checks)))
    txApp.save(row)
    return asked ? row : undefined
  })
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
 * Takes a payment that the bank has agreed to and the gateway has not taken by itself, when the order can still be
 * served: its pieces are held first. What cannot be served is left to go back to the payer by itself.
 */
function takeAuthorized(app: PbApp, id: string): void {
  const row = app.findRecordById('payments', id)
  const provider = providerOf(row)
  if (!provider || row.getString('status') !== 'authorized') return
  const order = row.getString('order')
  if (!runInTransaction(app, (txApp) => mayTake(txApp, txApp.findRecordById('orders', order)))) return
  const paymentId = row.getString('gateway_payment_id')
  const taken = provider.capture(paymentId, row.getInt('amount'), ASK_SECONDS)
  if (!('ok' in taken))
    app.logger().warn('A payment could not be taken.', 'payment', paymentId, 'answer', JSON.stringify(taken))
  // What stands at the gateway counts, not what it answered: the answer may be lost, and a refusal may mean that it
  // was taken before.
  const payment = provider.fetchPayment(paymentId, ASK_SECONDS)
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
    raiseFlag(txApp, order, 'oversold', 'not taken')
    txApp.save(order)
    return false
  }
  const pieces = piecesOf(linesOf(order))
  const usesLeft = usesAreLeft(txApp, order)
  if (usesLeft && stockSuffices(txApp, order.id, pieces, time)) {
    holdStock(txApp, order.id, pieces, { until: time + CAPTURE_HOLD_MS, time })
    return true
  }
  const filter = 'order = {:order} && type = "not_taken"'
  if (!firstRecord(txApp, 'order_events', filter, { order: order.id })) {
    addEvent(txApp, order.id, {
      type: 'not_taken',
      label: usesLeft
        ? 'Paid too late, the pieces are sold: your bank gives the money back'
        : 'Paid online too late: your bank gives the money back',
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
        const told = providerOf(event)?.events.read(plain(event).payload)
        if (!told || event.getString('outcome') !== 'stored') return
        const { outcome, order = '', payment = '', review = false } = settleEvent(txApp, told)
        event.set('outcome', outcome)
        event.set('order', order)
        event.set('payment', payment)
        event.set('review', review)
        txApp.save(event)
      }),
    )
  }
}
