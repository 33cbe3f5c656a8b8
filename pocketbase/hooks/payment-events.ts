import { isObject, parseText } from '../../src/domain/json'
import { STRAY_PAYMENT_MAILS } from '../../src/domain/limits'
import { now } from './clock'
import { type GatewayPayment, parsePayment, parseRefund } from './gateway'
import { queueMail } from './mails'
import { addEvent } from './order-events'
import { settleRefund } from './refunds'
import { NO_ORDER, type Settled, settle } from './settlement'
import { recordDate } from './stock'

export const eventKind = (payload: unknown): string => (isObject(payload) ? parseText(payload.event).slice(0, 80) : '')

/**
 * Takes in an event of the gateway (Razorpay: "Webhooks", payments, orders, refunds and disputes). It is a picture of the moment it was made and may come
 * late, twice and in any order; what it cannot change it leaves alone. The sender must have been checked.
 */
export function settleEvent(txApp: PbApp, event: unknown): Settled {
  const kind = eventKind(event)
  const payload = isObject(event) && isObject(event.payload) ? event.payload : {}
  const entity = (name: string) => {
    const holder = payload[name]
    return isObject(holder) ? holder.entity : undefined
  }
  const payment = parsePayment(entity('payment'))
  if (kind.startsWith('payment.dispute.')) return noteDispute(txApp, kind, entity('dispute'))
  if (kind.startsWith('refund.')) {
    const refund = parseRefund(entity('refund'))
    // The money came before it went back, whichever event arrives first.
    const paid = payment ? settle(txApp, payment, 'webhook') : undefined
    if (!refund || (payment && !payment.captured)) return paid ?? { outcome: 'no refund in it' }
    return settleRefund(txApp, refund)
  }
  if (kind.startsWith('payment.') || kind === 'order.paid') {
    const order = entity('order')
    const receipt = isObject(order) ? parseText(order.receipt) : ''
    if (!payment) return { outcome: 'no payment in it' }
    const settled = settle(txApp, payment, 'webhook', receipt)
    return settled.outcome === NO_ORDER && payment.status === 'captured' ? noteStray(txApp, payment) : settled
  }
  return { outcome: 'not for us' }
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Money has come for an order the store does not know: it was restored from a backup that is older, or the owner takes payments elsewhere under the
 * same keys. Nobody but the owner can say; each payment is mailed once, and the mails of a day are bounded.
 */
function noteStray(txApp: PbApp, { id, amount }: GatewayPayment): Settled {
  const filter = 'kind = "owner_stray_payment" && created > {:since}'
  const since = recordDate(now() - DAY_MS)
  const told = txApp.findRecordsByFilter('outbox', filter, '', STRAY_PAYMENT_MAILS, 0, { since })
  if (told.length < STRAY_PAYMENT_MAILS)
    queueMail(txApp, { kind: 'owner_stray_payment', order: '', recipient: 'owner', detail: id, data: { amount } })
  return { outcome: NO_ORDER, review: true }
}

/** The payer's bank asks the money back: that has a deadline, so the owner must see it. */
function noteDispute(txApp: PbApp, kind: string, dispute: unknown): Settled {
  const id = isObject(dispute) ? parseText(dispute.payment_id) : ''
  const row = id ? txApp.findRecordsByFilter('payments', 'gateway_payment_id = {:id}', '', 1, 0, { id })[0] : undefined
  if (!row) return { outcome: 'dispute of no payment of ours' }
  const order = txApp.findRecordById('orders', row.getString('order'))
  const step = kind.slice('payment.dispute.'.length)
  if (step === 'created' || step === 'action_required') {
    order.set('review_flag', 'dispute')
    order.set('actor', 'gateway')
    txApp.save(order)
  }
  const label = `Payment dispute: ${step.replace(/_/g, ' ')}`.slice(0, 200)
  addEvent(txApp, order.id, { type: 'dispute', label, actor: 'gateway', public: false, data: { payment: id, step } })
  return { outcome: `dispute ${step}`.slice(0, 200), order: order.id, payment: row.id }
}
