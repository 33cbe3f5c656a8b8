import { parseDate } from '../../../src/domain/date'
import { type PaymentSession, receiptOf } from '../../../src/domain/orders/order'
import type { OnlineProvider } from '../../../src/domain/payments/providers'
import { acquireSlot, releaseSlot } from '../guard/slots'
import { now, recordDate } from '../lib/clock'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, newRecord, randomId } from '../lib/rows'
import { providerOf } from './providers'
import { pretendOrderId } from './test-provider'

/** How long one request may be asking the gateway for a try before another may take it over, ms. */
const CLAIM_MS = 15_000
/**
 * How long a request waits for another one that is asking, ms; how many may at a time, each in a script engine; and
 * how often it looks.
 */
const WAIT_MS = 9000
const MOST_WAITING = 10
const LOOK_MS = 100
/**
 * Seconds the gateway is given: to make an order, to find one, once more. Together under 9, so that the shopper has
 * an answer within 10.
 */
const CREATE_SECONDS = 4
const FIND_SECONDS = 2
const RETRY_SECONDS = 2
/** When the store asks by itself what became of a try, ms after it began. */
const FIRST_CHECK_MS = 2 * 60_000

/** States of a try that no money has come with: a payment may still take it over. */
export const UNPAID_ATTEMPT = ['created', 'attempted', 'failed']

/**
 * Inserts the next try to pay, claimed by the caller: who inserts it asks the provider, and nobody else.
 * @returns the claim, for `startPayment`; empty when nobody has to be asked
 */
export function openAttempt(txApp: PbApp, order: PbRecord, time: number): string {
  const last = firstRecord(txApp, 'payments', 'order = {:order}', { order: order.id }, '-attempt')
  const attempt = (last?.getInt('attempt') ?? 0) + 1
  const row = newRecord(txApp, 'payments', {
    id: randomId(),
    order: order.id,
    provider: order.getString('payment_method'),
    attempt,
    receipt: receiptOf(order.getString('number'), attempt),
    amount: order.getInt('grand_total'),
    currency: 'INR',
    status: 'created',
  })
  if (providerOf(row)) {
    row.set('claimed_until', recordDate(time + CLAIM_MS))
    row.set('next_check_at', recordDate(time + FIRST_CHECK_MS))
  } else {
    row.set('gateway_order_id', pretendOrderId(row))
  }
  txApp.save(row)
  return providerOf(row) ? row.id : ''
}

/** A try that was begun before is taken up again: what it failed with is over, and its provider is asked anew. */
export function resumeAttempt(txApp: PbApp, row: PbRecord, time: number): void {
  if (row.getString('status') === 'failed') {
    row.set('status', 'created')
    row.set('gateway_payment_id', '')
    row.set('error_reason', '')
  }
  if (providerOf(row)) {
    row.set('checks', 0)
    row.set('next_check_at', recordDate(time + FIRST_CHECK_MS))
  }
  txApp.save(row)
}

/** The newest try that no money has come with; undefined when there is none. */
export function currentAttempt(app: PbApp, order: string): PbRecord | undefined {
  return app
    .findRecordsByFilter('payments', 'order = {:order}', '-attempt', 20, 0, { order })
    .find((row) => UNPAID_ATTEMPT.includes(row.getString('status')))
}

/**
 * Brings the order's try to pay to where the gateway's script can open, outside of any transaction: makes the gateway
 * order, or waits for the request that is making it. `session` is null when the order is not to be paid online (any
 * more). Takes at most about 9 seconds.
 * @param claim id of the try when the caller inserted it or claimed it as a new one; empty otherwise
 */
export function startPayment(app: PbApp, order: PbRecord, claim: string): StartedPayment {
  const waiting: Waiting = { slot: '' }
  try {
    return startOrWait(app, order, claim, waiting)
  } finally {
    releaseSlot('payments', waiting.slot)
  }
}

/** `problem`: the provider did not answer, or another request is asking it still; the order stands in either case. */
export type StartedPayment =
  | { order: PbRecord; session: PaymentSession | null }
  | { order: PbRecord; problem: 'gateway_unavailable' | 'request_in_progress' }
/** The slot of a request that waits for another one; empty before it does. */
interface Waiting {
  slot: string
}

function startOrWait(app: PbApp, order: PbRecord, claim: string, waiting: Waiting): StartedPayment {
  const end = Date.now() + WAIT_MS
  if (claim && order.getString('status') === 'pending') makeGatewayOrder(app, claim, false)
  for (;;) {
    const fresh = app.findRecordById('orders', order.id)
    const toPay = fresh.getString('status') === 'pending' && fresh.getString('payment_method') !== 'cod'
    const row = toPay ? currentAttempt(app, order.id) : undefined
    if (!row) return { order: fresh, session: null }
    if (row.getString('gateway_order_id')) return { order: fresh, session: sessionOf(row) }
    const claimed = parseDate(row.getString('claimed_until')) > now()
    if (!claimed) {
      // Whoever asked the gateway has given up: asking at once again would only keep this shopper waiting.
      if (claim || waiting.slot) return { order: fresh, problem: 'gateway_unavailable' }
      if (claimAttempt(app, row.id)) {
        claim = row.id
        makeGatewayOrder(app, row.id, true)
        continue
      }
    }
    waiting.slot ||= acquireSlot('payments', MOST_WAITING)
    if (!waiting.slot || Date.now() > end) return { order: fresh, problem: 'request_in_progress' }
    sleep(LOOK_MS)
  }
}

function sessionOf(row: PbRecord): PaymentSession {
  return {
    provider: row.getString('provider') as OnlineProvider,
    key_id: providerOf(row)?.keyId() ?? '',
    gateway_order_id: row.getString('gateway_order_id'),
    amount: row.getInt('amount'),
    currency: 'INR',
  }
}

/** Takes a try that nobody is asking the gateway for, or whose asker has died. */
function claimAttempt(app: PbApp, id: string): boolean {
  return runInTransaction(app, (txApp) => {
    const row = txApp.findRecordById('payments', id)
    const time = now()
    if (row.getString('gateway_order_id') || parseDate(row.getString('claimed_until')) > time) return false
    row.set('claimed_until', recordDate(time + CLAIM_MS))
    txApp.save(row)
    return true
  })
}

/**
 * Phases 2 and 3 of placing: asks the gateway for an order of this try and stores its number. A lost answer is looked
 * for under our receipt before another order is made. Gives the claim back in any case.
 * @param mayExist whether an earlier request may have made one already
 */
function makeGatewayOrder(app: PbApp, id: string, mayExist: boolean): void {
  const row = app.findRecordById('payments', id)
  const provider = providerOf(row)
  if (!provider) return
  const receipt = row.getString('receipt')
  const amount = row.getInt('amount')
  const notes = { order: row.getString('order'), attempt: String(row.getInt('attempt')) }
  let failure = ''
  const create = (seconds: number): string => {
    const made = provider.createOrder({ receipt, amount, notes }, seconds)
    if ('ok' in made && made.ok.amount === amount) return made.ok.id
    failure = JSON.stringify(made)
    return ''
  }
  /** null: the gateway did not say. */
  const find = (): string | null => {
    const found = provider.findOrders(receipt, FIND_SECONDS)
    if ('ok' in found) return found.ok.find((candidate) => candidate.amount === amount)?.id ?? ''
    failure = JSON.stringify(found)
    return null
  }
  let gatewayOrder: string | null = mayExist ? find() : ''
  if (gatewayOrder === '') {
    gatewayOrder = create(CREATE_SECONDS)
    if (gatewayOrder === '') {
      gatewayOrder = find()
      if (gatewayOrder === '') gatewayOrder = create(RETRY_SECONDS)
    }
  }
  if (!gatewayOrder)
    app.logger().warn('The payment provider did not give an order.', 'receipt', receipt, 'answer', failure)
  app.runInTransaction((txApp) => {
    const current = txApp.findRecordById('payments', id)
    // A webhook may have been faster.
    if (gatewayOrder && !current.getString('gateway_order_id')) current.set('gateway_order_id', gatewayOrder)
    current.set('claimed_until', '')
    txApp.save(current)
  })
}
