import type { ReturnedPayment } from '../../../src/domain/orders/payment-request'
import { now, recordDate } from '../lib/clock'
import { firstRecord } from '../lib/rows'
import { UNPAID_ATTEMPT } from './attempts'
import type { GatewayPayment, PaymentProvider } from './provider'
import { providerOf } from './providers'
import { settleRefunds } from './settle-refunds'
import { type Source, settle } from './settlement'

/** Seconds the provider is given for one answer. */
const FETCH_SECONDS = 4

/** Checks a return's signature and settles its payment as the gateway tells it. False: not signed for this order. */
export function takeReturn(app: PbApp, order: string, returned: ReturnedPayment): boolean {
  const filter = 'order = {:order} && gateway_order_id = {:id}'
  const row = firstRecord(app, 'payments', filter, { order, id: returned.order }, '-attempt')
  const provider = row ? providerOf(row) : null
  if (!row || !provider?.signedReturn(returned)) return false
  const taken = 'gateway_payment_id = {:id} && captured > 0'
  if (firstRecord(app, 'payments', taken, { id: returned.payment })) return true
  const payment = provider.fetchPayment(returned.payment, FETCH_SECONDS)
  if ('ok' in payment && payment.ok.order_id === returned.order) {
    settleOutside(app, payment.ok, 'return')
    takeInRefunds(app, provider, payment.ok)
    return true
  }
  app.logger().warn('A paid order could not be confirmed yet.', 'order', order, 'answer', JSON.stringify(payment))
  app.runInTransaction((txApp) => {
    const current = txApp.findRecordById('payments', row.id)
    if (!UNPAID_ATTEMPT.includes(current.getString('status'))) return
    const known = { id: returned.payment, row: row.id }
    if (firstRecord(txApp, 'payments', 'gateway_payment_id = {:id} && id != {:row}', known)) return
    // Signed by the gateway: it exists, however long its state takes to be known.
    current.set('status', 'attempted')
    current.set('gateway_payment_id', returned.payment)
    current.set('error_reason', '')
    current.set('next_check_at', recordDate(now()))
    txApp.save(current)
  })
  return true
}

function settleOutside(app: PbApp, payment: GatewayPayment, source: Source): void {
  app.runInTransaction((txApp) => {
    settle(txApp, payment, source)
  })
}

/**
 * What of a payment went back in the dashboard, without a word that reached the store, pays for no order. False: the
 * gateway did not answer.
 */
function takeInRefunds(app: PbApp, provider: PaymentProvider, payment: GatewayPayment): boolean {
  if (!payment.captured || payment.amount_refunded === 0) return true
  const refunds = provider.listRefunds(payment.id, FETCH_SECONDS)
  if ('ok' in refunds) settleRefunds(app, refunds.ok)
  return !('unreachable' in refunds)
}

/**
 * Order in which several payments of one gateway order are taken in: money that is here pays before money that has
 * gone back.
 */
const TOLD_ORDER = ['created', 'failed', 'authorized', 'captured', 'refunded']

/**
 * Asks the gateway what became of a try and settles every payment it tells of. A try whose gateway order the store
 * does not know is looked for under its receipt first. False: the gateway did not answer.
 */
export function askAboutAttempt(app: PbApp, row: PbRecord, source: Source): boolean {
  const provider = providerOf(row)
  if (!provider) return true
  const gatewayOrders = row.getString('gateway_order_id') ? [row.getString('gateway_order_id')] : []
  if (gatewayOrders.length === 0) {
    const found = provider.findOrders(row.getString('receipt'), FETCH_SECONDS)
    if (!('ok' in found)) return 'refused' in found
    for (const order of found.ok) if (order.amount === row.getInt('amount')) gatewayOrders.push(order.id)
    if (gatewayOrders[0]) storeGatewayOrder(app, row.id, gatewayOrders[0])
  }
  for (const gatewayOrder of gatewayOrders) {
    const payments = provider.paymentsOf(gatewayOrder, FETCH_SECONDS)
    if ('unreachable' in payments) return false
    if ('refused' in payments) {
      app
        .logger()
        .warn('The payment provider does not know an order.', 'order', gatewayOrder, 'answer', JSON.stringify(payments))
      if (payments.refused.status === 400) forgetGatewayOrder(app, row.id, gatewayOrder)
      continue
    }
    const told = payments.ok.sort((a, b) => TOLD_ORDER.indexOf(a.status) - TOLD_ORDER.indexOf(b.status))
    for (const payment of told) {
      if (payment.order_id !== gatewayOrder) continue
      settleOutside(app, payment, source)
      if (!takeInRefunds(app, provider, payment)) return false
    }
  }
  return true
}

function storeGatewayOrder(app: PbApp, id: string, gatewayOrder: string): void {
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    if (row.getString('gateway_order_id')) return
    row.set('gateway_order_id', gatewayOrder)
    row.set('claimed_until', '')
    txApp.save(row)
  })
}

/**
 * An order the gateway gave and did not keep cannot be paid: the next try to pay makes another. Its payments would
 * still be known by their notes.
 */
function forgetGatewayOrder(app: PbApp, id: string, gatewayOrder: string): void {
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    const untouched = row.getString('status') === 'created' && row.getString('gateway_payment_id') === ''
    if (!untouched || row.getString('gateway_order_id') !== gatewayOrder) return
    row.set('gateway_order_id', '')
    txApp.save(row)
  })
}
