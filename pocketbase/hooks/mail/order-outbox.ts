import { mailboxOf } from '../../../src/domain/account/mailbox'
import { OWNER_ORDER_MAILS } from '../../../src/domain/limits'
import type { ReviewFlag } from '../../../src/domain/orders/order'
import type { MailKind } from '../../../src/domain/orders/order-mail'
import { emailProven } from '../account/proof'
import { consumeAll } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'
import { firstRecord, newRecord } from '../lib/rows'

interface QueuedMail {
  kind: MailKind | 'owner_stray_payment' | 'owner_stray_dispute' | 'owner_more_orders'
  /** Empty when the mail is about none. */
  order: string
  recipient: 'shopper' | 'owner'
  /** What sets it apart from another mail of its kind about the same order: which flag, which refund. */
  detail?: string
  /** What was true when it happened and may not be later: `{ amount, reason, by_hand }` of a refund. */
  data?: { [name: string]: unknown }
  /** How long it waits before it is sent, ms. */
  wait?: number
  /** The shopper did it on the page, and has seen there that it is done. */
  byShopper?: boolean
}

const keyOf = ({ kind, order, recipient, detail }: QueuedMail) =>
  [kind, order, recipient, ...(detail ? [detail] : [])].join(':')

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent when what it tells has happened, and never
 * otherwise. A second one of the same kind for the same order and recipient (and detail) is silently nothing. One
 * that is not to be sent stands there as `dropped`, with the reason: the order is not touched by it.
 */
export function queueMail(txApp: PbApp, queued: QueuedMail): void {
  const { kind, order, recipient, detail, data, wait = 0 } = queued
  const key = keyOf(queued)
  if (firstRecord(txApp, 'outbox', 'dedupe_key = {:key}', { key })) return
  const dropped = reasonToDrop(txApp, queued)
  const mail = {
    kind,
    order,
    recipient,
    dedupe_key: key,
    data: { ...data, detail: detail ?? '' },
    status: dropped ? 'dropped' : 'queued',
    next_try_at: dropped ? '' : recordDate(now() + wait),
    error: dropped,
  }
  txApp.save(newRecord(txApp, 'outbox', mail))
}

/**
 * Emails the owner that an order is to be looked at.
 * @param what tells it from another one of the same flag: a time, a refund
 */
export function queueFlag(txApp: PbApp, order: PbRecord, flag: ReviewFlag, what: string): void {
  const about = { order: order.id, recipient: 'owner', detail: `${flag} ${what}` } as const
  queueMail(txApp, { kind: 'owner_flagged_order', ...about, data: { flag } })
}

/** Mails that nobody is sending: each says what is true when its next try begins. `claim` empties the error. */
const WAITS = 'status = "queued" && (tries = 0 || error != "")'

/** Sends a mail that waits at once, unless a try has failed; false when none waits. */
export function hurryMail(txApp: PbApp, mail: QueuedMail): boolean {
  const waiting = firstRecord(txApp, 'outbox', `dedupe_key = {:key} && ${WAITS}`, { key: keyOf(mail) })
  if (!waiting || waiting.getInt('tries') > 0) return !!waiting
  waiting.set('next_try_at', recordDate(now()))
  txApp.save(waiting)
  return true
}

/** Whether a mail of an order waits. */
export const mailWaits = (txApp: PbApp, order: string, kind: MailKind): boolean =>
  !!firstRecord(txApp, 'outbox', `order = {:order} && kind = {:kind} && ${WAITS}`, { order, kind })

/** Of new orders, to the owner. */
export const OF_NEW_ORDERS = `recipient = "owner" && (kind = "owner_new_order" || kind = "owner_confirm_order")`

const HOUR_MS = 60 * 60_000

/** Mails that whoever orders can cause at any address, and nobody else. */
const CAUSED_BY_ORDERING: readonly QueuedMail['kind'][] = ['order_placed', 'order_waiting']

/**
 * Beyond an hour's share, a mail that waits an hour tells the owner how many more orders there were. What was paid is
 * always told.
 */
function reasonToDropOfOwner(app: PbApp, order: string): string {
  if (app.findRecordById('orders', order).getString('payment_method') !== 'cod') return ''
  const since = recordDate(now() - HOUR_MS)
  const filter = `${OF_NEW_ORDERS} && status != "dropped" && created > {:since}`
  if (app.findRecordsByFilter('outbox', filter, '', 1, OWNER_ORDER_MAILS - 1, { since }).length === 0) return ''
  const told = firstRecord(app, 'outbox', `kind = "owner_more_orders" && status = "queued" && tries = 0`)
  if (!told)
    queueMail(app, {
      kind: 'owner_more_orders',
      order: '',
      recipient: 'owner',
      detail: recordDate(now()),
      wait: HOUR_MS,
    })
  return 'Many orders came within an hour: one email tells how many more there were.'
}

/**
 * What a stranger could have mailed to somebody else's address for nothing, as often as they like, is bounded: an
 * unproven address hears of an order placed and cancelled once, and of few orders a day wherever they come from
 * (limit `ordermails:recipient`). What the shop does is always mailed.
 * @returns why this mail is not sent, for the shop's eyes; empty when it is
 */
function reasonToDrop(app: PbApp, { kind, order: id, recipient, byShopper }: QueuedMail): string {
  if (recipient === 'owner')
    return kind === 'owner_new_order' || kind === 'owner_confirm_order' ? reasonToDropOfOwner(app, id) : ''
  const key = keyOf({ kind: 'order_waiting', order: id, recipient })
  const waited = firstRecord(app, 'outbox', 'dedupe_key = {:key}', { key })
  // Who was told that the order waits hears what came of it, and nobody else does; that the maker has confirmed it is
  // the maker's word.
  if (kind === 'order_not_confirmed' && waited?.getString('status') === 'dropped') return TOO_MANY_ORDERS
  const isCaused = (CAUSED_BY_ORDERING.includes(kind) && !waited) || (kind === 'order_cancelled' && byShopper)
  if (!isCaused) return ''
  const order = app.findRecordById('orders', id)
  if (order.getInt('paid_total') > 0 || emailProven(app, order)) return ''
  if (kind === 'order_cancelled')
    return 'The guest cancelled on the page. The email that the order is placed leads there; a second one is not sent.'
  return consumeAll(app, [['ordermails:recipient', mailboxOf(order.getString('email'))]]) ? TOO_MANY_ORDERS : ''
}

const TOO_MANY_ORDERS =
  'Too many orders were placed with this unconfirmed email address of late. The order stands; only its email is not sent.'

/** A parcel arrived or came back: a mail that it is on its way, if it is not due already, would contradict that. */
export function dropOvertaken(txApp: PbApp, order: string): void {
  const waits = 'order = {:order} && status = "queued" && next_try_at > {:now}'
  const filter = `${waits} && (kind = "order_shipped" || kind = "order_tracking")`
  for (const mail of txApp.findRecordsByFilter('outbox', filter, '', 0, 0, { order, now: recordDate(now()) })) {
    mail.set('status', 'dropped')
    mail.set('next_try_at', '')
    mail.set('error', 'The parcel arrived, or came back, before this email could be sent.')
    // Unchecked, as the sender calls this: the order may be gone.
    txApp.saveNoValidate(mail)
  }
}
