import { parseDate } from '../../../src/domain/date'
import { now, recordDate } from '../lib/clock'
import { attemptEach } from '../lib/cron'
import { runInTransaction } from '../lib/record-transaction'
import type { GatewayRefund, PaymentProvider } from './provider'
import { ASK_SECONDS, providerOf } from './providers'
import { leftOf, refundGoes } from './refunds'
import { refundFailed, settleRefunds } from './settle-refunds'
import { pretendRefund } from './test-provider'

const MINUTE = 60_000
/** After so many refusals a refund needs the owner. */
const REFUSAL_LIMIT = 8

/** Cron `store-refunds`: gives back what is queued and follows what the bank is at work on. */
export function drainRefunds(app: PbApp): void {
  const due = app.findRecordsByFilter(
    'refunds',
    '(status = "queued" || status = "pending") && next_try_at != "" && next_try_at <= {:now}',
    'next_try_at',
    500,
    0,
    { now: recordDate(now()) },
  )
  attemptEach(app, 'A refund could not be made.', due, (id) => {
    const claimed = claimRefund(app, id)
    return !claimed || giveBack(app, claimed)
  })
}

/** Minutes until a refund is asked for again, by how often it was. */
const REFUND_GAPS = [1, 2, 5, 15, 60, 180]

const refundGap = (tries: number): number => (REFUND_GAPS[tries - 1] ?? 360) * MINUTE

function claimRefund(app: PbApp, id: string): PbRecord | undefined {
  return runInTransaction(app, (txApp) => {
    const refund = txApp.findRecordById('refunds', id)
    const time = now()
    if (!['queued', 'pending'].includes(refund.getString('status'))) return undefined
    if (!(parseDate(refund.getString('next_try_at')) <= time)) return undefined
    const tries = refund.getInt('tries') + 1
    refund.set('tries', tries)
    refund.set('next_try_at', recordDate(time + refundGap(tries)))
    txApp.save(refund)
    if (tries === 1 && refund.getString('send_at')) refundGoes(txApp, refund)
    return refund
  })
}

/** One refund. False when the provider did not answer. */
function giveBack(app: PbApp, refund: PbRecord): boolean {
  const payment = app.findRecordById('payments', refund.getString('payment'))
  const paymentId = payment.getString('gateway_payment_id')
  const provider = providerOf(payment)
  if (provider) return askForRefund(app, provider, refund, paymentId)
  settleRefunds(app, [pretendRefund(refund, paymentId)])
  return true
}

/**
 * Looks whether it was made before (an earlier answer may be lost), asks for it, and books what the provider then has
 * in its list.
 */
function askForRefund(app: PbApp, provider: PaymentProvider, refund: PbRecord, paymentId: string): boolean {
  const before = provider.listRefunds(paymentId, ASK_SECONDS)
  if ('ok' in before) settleRefunds(app, before.ok)
  else if ('unreachable' in before) return noteRefundProblem(app, refund.id, before.unreachable)
  // That one was made there, and is not asked for.
  if (refund.getString('reason') === 'at_provider') return true
  if ('ok' in before && isAtGateway(app, refund.id, before.ok)) return true
  // What the bank is at work on for the dashboard counts as gone: the provider would refuse both together.
  if (leftOf(app, app.findRecordById('payments', refund.getString('payment'))) < 0) {
    noteRefundProblem(app, refund.id, 'Its money has gone back otherwise.', 'for good')
    return true
  }
  const amount = refund.getInt('amount')
  const key = refund.getString('idempotency_key')
  const notes = { order: refund.getString('order'), refund: refund.id }
  const asked = provider.refund(paymentId, { amount, key, notes }, ASK_SECONDS)
  if ('unreachable' in asked) return noteRefundProblem(app, refund.id, asked.unreachable)
  if ('refused' in asked) {
    noteRefundProblem(app, refund.id, asked.refused.description || asked.refused.code, 'this time')
    return true
  }
  const after = provider.listRefunds(paymentId, ASK_SECONDS)
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

function noteRefundProblem(app: PbApp, id: string, problem: string, refused?: 'this time' | 'for good'): false {
  app.runInTransaction((txApp) => {
    const refund = txApp.findRecordById('refunds', id)
    if (!['queued', 'pending'].includes(refund.getString('status'))) return
    refund.set('error', problem.slice(0, 400))
    const over = refused === 'for good' || (refused && refund.getInt('tries') >= REFUSAL_LIMIT)
    if (over) {
      refund.set('status', 'failed')
      refund.set('next_try_at', '')
    }
    txApp.save(refund)
    if (over) refundFailed(txApp, refund)
  })
  return false
}
