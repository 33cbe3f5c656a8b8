import { DAY_MS } from '../../../src/domain/date'
import { STRAY_PAYMENT_MAILS } from '../../../src/domain/limits'
import { LOST } from '../../../src/domain/payments/refund-status'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { firstRecord } from '../lib/rows'
import { queueMail } from '../mail/order-outbox'
import type { GatewayPayment, ProviderEvent } from './provider'
import { placeFlag, raiseFlag } from './review-flags'
import { settleRefund } from './settle-refunds'
import { NO_ORDER, orderOf, type Settled, settle } from './settlement'

/**
 * Takes in an event of a provider. It is a picture of the moment it was made and may come late, twice and in any
 * order; what it cannot change it leaves alone.
 */
export function settleEvent(txApp: PbApp, event: ProviderEvent): Settled {
  switch (event.about) {
    case 'payment':
      return settleTold(txApp, event)
    case 'refund':
      return settleTaken(txApp, event)
    case 'dispute':
      return noteDispute(txApp, event)
    case 'nothing':
      return { outcome: event.why }
  }
}

type About<K extends ProviderEvent['about']> = Extract<ProviderEvent, { about: K }>

function settleTold(txApp: PbApp, { payment, receipt }: About<'payment'>): Settled {
  const settled = settle(txApp, payment, 'webhook', receipt)
  return settled.outcome === NO_ORDER && payment.status === 'captured' ? noteStray(txApp, payment) : settled
}

function settleTaken(txApp: PbApp, { refund, payment }: About<'refund'>): Settled {
  // The money came before it went back, whichever event arrives first.
  const paid = payment ? settle(txApp, payment, 'webhook') : undefined
  if (!refund || (payment && !payment.captured)) return paid ?? { outcome: 'no refund in it' }
  return settleRefund(txApp, refund)
}

/**
 * Money has come for an order the store does not know: it was restored from a backup that is older, or the owner
 * takes payments elsewhere under the same keys. Nobody but the owner can say; each payment is mailed once, and the
 * mails of a day are bounded.
 */
function noteStray(txApp: PbApp, { id, amount }: GatewayPayment): Settled {
  tellOfStray(txApp, { kind: 'owner_stray_payment', detail: id, data: { amount } })
  return { outcome: NO_ORDER, review: true }
}

interface Stray {
  kind: 'owner_stray_payment' | 'owner_stray_dispute'
  detail: string
  data: object
}

function tellOfStray(txApp: PbApp, { kind, detail, data }: Stray): void {
  const filter = 'kind = {:kind} && created > {:since}'
  const since = recordDate(now() - DAY_MS)
  const told = txApp.findRecordsByFilter('outbox', filter, '', STRAY_PAYMENT_MAILS, 0, { kind, since })
  if (told.length < STRAY_PAYMENT_MAILS)
    queueMail(txApp, { kind, order: '', recipient: 'owner', detail, data: { ...data } })
}

/** Steps of a dispute that ask the owner for evidence. */
const DISPUTE_ASKS: readonly string[] = ['created', 'action_required']

/**
 * The payer's bank asks the money back: that has a deadline, so the owner must see it. Its payment came before, also
 * where that was not heard of, and is known by what it paid for where it was not booked. The step is written down
 * first: `settle` asks for it.
 */
function noteDispute(txApp: PbApp, { disputed, payment, step, taken }: About<'dispute'>): Settled {
  const told = payment?.id === disputed ? payment : undefined
  const row = disputed ? firstRecord(txApp, 'payments', 'gateway_payment_id = {:id}', { id: disputed }) : undefined
  const id = row?.getString('order') ?? (told ? orderOf(txApp, told) : '')
  if (!id) return noteStrayDispute(txApp, disputed, step)
  const label = `Payment dispute: ${step.replace(/_/g, ' ')}`.slice(0, 200)
  const data = { payment: disputed, step, ...(taken && { taken: taken.amount }) }
  addEvent(txApp, id, { type: 'dispute', label, actor: 'gateway', public: false, data })
  const paid = told && settle(txApp, told, 'webhook')
  if (taken?.amount) noteLoss(txApp, id, disputed, taken)
  if (DISPUTE_ASKS.includes(step)) {
    const order = txApp.findRecordById('orders', id)
    raiseFlag(txApp, order, 'dispute', `${step} ${recordDate(now())}`)
    order.set('actor', 'gateway')
    txApp.save(order)
  }
  const outcome = `dispute ${step}`.slice(0, 200)
  return { order: id, payment: row?.id ?? paid?.payment ?? '', outcome }
}

/** The bank has taken the money back: that is a refund the shop did not ask for, under the dispute's number. */
function noteLoss(
  txApp: PbApp,
  id: string,
  payment: string,
  { dispute, amount }: NonNullable<About<'dispute'>['taken']>,
): void {
  const refund = { id: dispute, payment_id: payment, amount, status: 'processed', receipt: '', notes: { refund: '' } }
  const { outcome } = settleRefund(txApp, refund, 'bank')
  if (outcome !== 'refund processed') return
  const order = txApp.findRecordById('orders', id)
  placeFlag(order, 'dispute')
  order.set('actor', 'gateway')
  txApp.save(order)
  const data = { flag: LOST, amount }
  queueMail(txApp, { kind: 'owner_flagged_order', order: id, recipient: 'owner', detail: `lost ${dispute}`, data })
}

function noteStrayDispute(txApp: PbApp, payment: string, step: string): Settled {
  const review = DISPUTE_ASKS.includes(step)
  const detail = `${payment} ${step} ${recordDate(now())}`
  if (review) tellOfStray(txApp, { kind: 'owner_stray_dispute', detail, data: { payment } })
  return { outcome: 'dispute of no payment of ours', review }
}
