import { mailboxOf } from '../../../src/domain/account/address'
import { isObject } from '../../../src/domain/json'
import { OWNER_ORDER_MAILS } from '../../../src/domain/limits'
import type { OrderItem } from '../../../src/domain/orders/order'
import {
  MAIL_KINDS,
  type MailedOrder,
  type MailFacts,
  type MailKind,
  moreOrdersMail,
  orderMail,
  strayPaymentMail,
} from '../../../src/domain/orders/order-mail'
import { emailProven } from '../account/proof'
import { arrivalOf } from '../delivery/arrivals'
import { accessToken } from '../guard/order-access'
import { consumeAll } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'
import { listeningAddress } from '../lib/command-line'
import { RUN_MS } from '../lib/cron'
import { orderRecipient } from '../lib/order-recipient'
import { plain } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import { logMail } from '../running/configuration'
import { type AskedCollection, forgetAsked } from './asked-mails'
import { CONFIRM_REMINDER, mailOfReminder, REMINDER } from './cart-reminders'
import { mailServerIsSet, mailServerSpeaks, senderDomain, sendMail, shopMailbox } from './mail-client'
import { ANSWER, answerMail } from './message-answer'
import { CONFIRM_LETTERS, confirmationMail } from './newsletter-mail'
import { queueNow } from './outbox'
import { BACK, CONFIRM_ALERT, mailOfAlert } from './stock-alerts'
import { TICKET, ticketLetter } from './ticket'

export interface QueuedMail {
  kind: MailKind | 'owner_stray_payment' | typeof MORE_ORDERS
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
  if (txApp.findRecordsByFilter('outbox', 'dedupe_key = {:key}', '', 1, 0, { key }).length > 0) return
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
  txApp.save(new Record(txApp.findCollectionByNameOrId('outbox'), mail))
}

/** A mail of this key that nobody has tried to send yet. */
function untried(txApp: PbApp, mail: QueuedMail): PbRecord | undefined {
  const filter = 'dedupe_key = {:key} && status = "queued" && tries = 0'
  return txApp.findRecordsByFilter('outbox', filter, '', 1, 0, { key: keyOf(mail) })[0]
}

/** Sends a mail that waits at once; false when none waits. */
export function hurryMail(txApp: PbApp, mail: QueuedMail): boolean {
  const waiting = untried(txApp, mail)
  if (!waiting) return false
  waiting.set('next_try_at', recordDate(now()))
  txApp.save(waiting)
  return true
}

/** Of new orders, to the owner. */
const OF_NEW_ORDERS = `recipient = "owner" && (kind = "owner_new_order" || kind = "owner_confirm_order")`
const MORE_ORDERS = 'owner_more_orders'

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
  const waiting = app.findRecordsByFilter('outbox', `kind = "${MORE_ORDERS}" && status = "queued" && tries = 0`, '', 1)
  if (waiting.length === 0)
    queueMail(app, { kind: MORE_ORDERS, order: '', recipient: 'owner', detail: recordDate(now()), wait: HOUR_MS })
  return 'Many orders came within an hour: one mail tells how many more there were.'
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
  const [waited] = app.findRecordsByFilter('outbox', 'dedupe_key = {:key}', '', 1, 0, { key })
  // Who was told that the order waits hears what came of it, and nobody else does; that the maker has confirmed it is
  // the maker's word.
  if (kind === 'order_not_confirmed' && waited?.getString('status') === 'dropped') return TOO_MANY_ORDERS
  const isCaused = (CAUSED_BY_ORDERING.includes(kind) && !waited) || (kind === 'order_cancelled' && byShopper)
  if (!isCaused) return ''
  const order = app.findRecordById('orders', id)
  if (order.getInt('paid_total') > 0 || emailProven(app, order)) return ''
  if (kind === 'order_cancelled')
    return 'The guest cancelled on the page. The mail that the order is placed leads there; a second one is not sent.'
  return consumeAll(app, [['ordermails:recipient', mailboxOf(order.getString('email'))]]) ? TOO_MANY_ORDERS : ''
}

const TOO_MANY_ORDERS =
  'Too many orders were placed with this unconfirmed e-mail address of late. The order stands; only its mail is not sent.'

const MESSAGE = 'contact_message'
const KEPT = 'contact_kept'
const ACCOUNT = 'account'

/** Puts a message from the contact page into the outbox, for the shop's own mailbox. */
export function queueMessage(app: PbApp, message: string): void {
  queueNow(app, { kind: MESSAGE, message, recipient: 'owner', dedupe_key: `${MESSAGE}:${message}` })
}

/** Tells the shop, once an hour, that messages are kept which are not mailed. */
export function queueStoredMessageNotice(app: PbApp): void {
  const key = `${KEPT}:${recordDate(now()).slice(0, 13)}`
  if (app.findRecordsByFilter('outbox', 'dedupe_key = {:key}', '', 1, 0, { key }).length > 0) return
  queueNow(app, { kind: KEPT, recipient: 'owner', dedupe_key: key })
}

/**
 * onMailerSend. One hook and not two in files of their own: PocketBase loads those in any order.
 * Without a mail server a mail is written to the log, the outbox's own too.
 */
export function queueOrLog(e: PbMailerEvent): void {
  if (mailServerIsSet(e.app)) queueAccountMail(e)
  else logMail(e.message)
}

/**
 * Mails about accounts, which PocketBase would send while a request waits. They go through the outbox, sealed with a
 * key that only this process knows, as their links open an account; a restart makes them worthless and the shopper
 * asks for another. The sender is called at once, when nobody is sending.
 */
function queueAccountMail(e: PbMailerEvent): void {
  const { to, subject, text, html } = e.message
  for (const { address } of Array.from(to)) {
    const sealed = $security.encrypt(JSON.stringify({ to: address, subject, text, html }), sealKey())
    const dedupe_key = `${ACCOUNT}:${$security.randomString(20)}`
    queueNow(e.app, { kind: ACCOUNT, recipient: 'shopper', dedupe_key, sealed })
  }
  callSender()
}

const sealKey = () => String(sharedStore().get('mails:seal'))

/**
 * Lets another engine send what is due, and does not wait for it: after a second it is left to itself. Else the job
 * does it within a minute.
 */
function callSender(): void {
  const address = listeningAddress()
  if (address === '' || sendersOf(sharedStore().get(SENDERS_KEY)).length > 0) return
  const headers = { 'X-Mails-Key': String(sharedStore().get('mails:key')) }
  try {
    $http.send({ url: `${address}/.mails/send`, method: 'POST', headers, timeout: 1 })
  } catch {
    // It is at work.
  }
}

/** `POST /.mails/send`: sends what is due. For this process alone. */
export function sendNow(e: PbRequestEvent): void {
  const key = sharedStore().get('mails:key')
  if (typeof key !== 'string' || !$security.equal(e.request.header.get('X-Mails-Key'), key)) throw new NotFoundError()
  sendMails(e.app)
  e.noContent(204)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Pauses after the first tries, minutes; then one an hour. */
const FIRST_PAUSES = [1, 2, 5, 15]
const LATER_PAUSE = 60
/**
 * Tries before a mail is given up: the pauses between them are a good day, and half an hour for links to an account,
 * which last no longer.
 */
const MAX_TRIES = 29
const MAX_ACCOUNT_TRIES = 5
/** While a mail is being handed over nobody else takes it, even if the one who does has died. */
const LEASE_MS = 5 * MINUTE_MS
/** A mail server that failed so often in a row is left alone until the next run. */
const FAILURE_LIMIT = 3

/**
 * One sends at a time, as each holds a script engine for as long as the mail server likes. One that has not come back
 * for so long is given up, ms;
 */
const STUCK_MS = 10 * MINUTE_MS
/** so many of them at most: then mails wait for a restart. */
const MOST_SENDERS = 3
const SENDERS_KEY = 'mails:senders'
const sendersOf = (stored: unknown): number[] =>
  String(stored ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** Takes the one sender's turn; 0 when somebody is sending, or is stuck at a mail server that still says nothing. */
function takeTurn(app: PbApp): number {
  const time = now()
  const isFree = (senders: number[]) =>
    senders.length === 0 || (senders.length < MOST_SENDERS && time - Math.max(...senders) > STUCK_MS)
  const before = sendersOf(sharedStore().get(SENDERS_KEY))
  if (!isFree(before)) return 0
  if (before.length > 0) {
    app.logger().error('The mail server has not answered for minutes: mails are waiting.')
    if (!mailServerSpeaks(app)) return 0
  }
  let mine = false
  sharedStore().setFunc(SENDERS_KEY, (stored) => {
    const senders = sendersOf(stored)
    mine = isFree(senders)
    return (mine ? [...senders, time] : senders).join(' ')
  })
  return mine ? time : 0
}

function leaveTurn(turn: number): void {
  sharedStore().setFunc(SENDERS_KEY, (stored) =>
    sendersOf(stored)
      .filter((sender) => sender !== turn)
      .join(' '),
  )
}

const pauseAfter = (tries: number) => (FIRST_PAUSES[tries - 1] ?? LATER_PAUSE) * MINUTE_MS

/**
 * Cron job `store-outbox`, each minute: hands over what is due. Runs may overlap: one sends, each mail is claimed in
 * a transaction and sent outside of any. A store that dies between the mail server's yes and writing it down sends
 * that one mail again; its Message-ID is the same, by which most mailboxes show it once.
 */
export function sendMails(app: PbApp): void {
  // Whoever queued a mail while the last one was being sent saw a sender at work, and called none.
  while (takeTurnAndSend(app) && dueMail(app)) {}
}

/** Whether all that was due has been tried. */
function takeTurnAndSend(app: PbApp): boolean {
  const turn = takeTurn(app)
  if (turn === 0) return false
  try {
    return sendDue(app)
  } finally {
    leaveTurn(turn)
  }
}

function sendDue(app: PbApp): boolean {
  const end = Date.now() + RUN_MS
  let failures = 0
  while (Date.now() < end && failures < FAILURE_LIMIT) {
    const mail = claim(app)
    if (!mail) return true
    const isAccount = mail.getString('kind') === ACCOUNT
    const problem = problemOf(() => deliver(app, mail))
    if (!problem) {
      failures = 0
      if (isAccount) app.delete(mail)
      else finish(app, mail.id, { status: 'sent', sent_at: recordDate(now()), next_try_at: '', error: '' })
      if (mail.getString('kind') === MESSAGE) markMailed(app, mail.getString('message'))
      forgetTold(app, mail)
      continue
    }
    const tries = mail.getInt('tries')
    const hopeless = problem instanceof Undeliverable
    const error = String(problem).slice(0, 400)
    if (!isOfThisMail(problem)) failures++
    if (tries < (isAccount ? MAX_ACCOUNT_TRIES : MAX_TRIES) && !hopeless) {
      finish(app, mail.id, { next_try_at: recordDate(now() + pauseAfter(tries)), error })
      continue
    }
    const isOver = problem instanceof NothingToSay
    if (isAccount) app.delete(mail)
    else finish(app, mail.id, { status: isOver ? 'dropped' : 'failed', next_try_at: '', error })
    forgetTold(app, mail)
    if (!isOver) app.logger().error('A mail was given up.', 'mail', mail.getString('dedupe_key'), 'error', error)
  }
  return false
}

function markMailed(app: PbApp, id: string): void {
  const message = app.findRecordById('messages', id)
  message.set('mailed', true)
  app.save(message)
}

/** Whether a mail server said no to this mail, or to the one it is for, rather than to every mail: RFC 5321, 4.2.3. */
const isOfThisMail = (problem: unknown) => problem instanceof Undeliverable || /\b55\d[ -]/.test(String(problem))

/**
 * What the work throws; only the work: a mark that fails after a mail was sent must not count as a mail that failed.
 */
function problemOf(work: () => void): unknown {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}

/** What no further try would change. */
class Undeliverable extends Error {}

/** What it would tell is over: rightly not sent, so that nobody has anything to mend. */
class NothingToSay extends Undeliverable {}

/** The mail that has waited longest; before all others those to accounts, whose links are good for half an hour. */
function dueMail(app: PbApp): PbRecord | undefined {
  const due = (more: string) =>
    app.findRecordsByFilter('outbox', `status = "queued" && next_try_at <= {:now}${more}`, 'next_try_at', 1, 0, {
      now: recordDate(now()),
      account: ACCOUNT,
    })[0]
  return due(' && kind = {:account}') ?? due('')
}

/** Takes it, so that nobody else takes it meanwhile. */
function claim(app: PbApp): PbRecord | undefined {
  let claimed: PbRecord | undefined
  app.runInTransaction((txApp) => {
    const mail = dueMail(txApp)
    if (!mail) return
    mail.set('tries', mail.getInt('tries') + 1)
    mail.set('next_try_at', recordDate(now() + LEASE_MS))
    txApp.save(mail)
    if (mail.getString('kind') === 'order_delivered') dropOvertaken(txApp, mail.getString('order'))
    claimed = mail
  })
  return claimed
}

/** A parcel arrived or came back: a mail that it is on its way, if it is not due already, would contradict that. */
export function dropOvertaken(txApp: PbApp, order: string): void {
  const waits = 'order = {:order} && status = "queued" && next_try_at > {:now}'
  const filter = `${waits} && (kind = "order_shipped" || kind = "order_tracking")`
  for (const mail of txApp.findRecordsByFilter('outbox', filter, '', 0, 0, { order, now: recordDate(now()) })) {
    mail.set('status', 'dropped')
    mail.set('next_try_at', '')
    mail.set('error', 'The parcel arrived, or came back, before this mail could be sent.')
    txApp.save(mail)
  }
}

function finish(app: PbApp, id: string, values: { [field: string]: string }): void {
  const mail = app.findRecordById('outbox', id)
  for (const [field, value] of Object.entries(values)) mail.set(field, value)
  app.save(mail)
}

function deliver(app: PbApp, mail: PbRecord): void {
  const kind = mail.getString('kind')
  if (kind === ACCOUNT) deliverSealed(app, mail)
  else if (kind === MESSAGE) deliverMessage(app, app.findRecordById('messages', mail.getString('message')))
  else if (kind === CONFIRM_LETTERS) deliverConfirmation(app, mail)
  else if (kind === TICKET) sendMail(app, ticketLetter(app, mail.getString('message')))
  else if (kind === CONFIRM_ALERT || kind === BACK) deliverAsked(app, mail, mailOfAlert)
  else if (kind === CONFIRM_REMINDER || kind === REMINDER) deliverAsked(app, mail, mailOfReminder)
  else if (kind === ANSWER) sendMail(app, answerMail(app, mail.getString('message')))
  else if (kind === KEPT) deliverStoredMessageNotice(app, mail)
  else if (kind === 'owner_stray_payment') deliverStray(app, mail)
  else if (kind === MORE_ORDERS) deliverMoreOrders(app, mail)
  else deliverOrderMail(app, mail)
}

function alertOf(mail: PbRecord): string {
  const { data } = plain(mail)
  return isObject(data) ? String(data.alert) : ''
}

/** Of the last mail to somebody: what held the address until then. */
const HELD: { [kind: string]: AskedCollection } = { [BACK]: 'stock_alerts', [REMINDER]: 'cart_reminders' }

function forgetTold(app: PbApp, mail: PbRecord): void {
  const collection = HELD[mail.getString('kind')]
  if (collection) forgetAsked(app, collection, alertOf(mail))
}

function deliverAsked(app: PbApp, mail: PbRecord, letterOf: typeof mailOfAlert): void {
  const letter = letterOf(app, mail.getString('kind'), alertOf(mail))
  if (!letter) throw new NothingToSay('Who asked is told or gone, or what it is about cannot be had any more.')
  sendMail(app, letter)
}

function deliverConfirmation(app: PbApp, mail: PbRecord): void {
  const { data } = plain(mail)
  const letter = confirmationMail(app, isObject(data) ? String(data.subscriber) : '')
  if (!letter) throw new NothingToSay('The subscription is confirmed, or gone.')
  sendMail(app, letter)
}

function deliverOrderMail(app: PbApp, mail: PbRecord): void {
  const kind = MAIL_KINDS.find((known) => known === mail.getString('kind'))
  if (!kind) throw new Undeliverable(`There is no mail of the kind ${mail.getString('kind')}.`)
  const record = app.findRecordById('orders', mail.getString('order'))
  const order = mailedOrder(record)
  const shop = storeSettings(app)
  const toOwner = mail.getString('recipient') === 'owner'
  const to = toOwner ? ownersMailbox(app) : order.contact.email
  const { subject, text, html } = orderMail(kind, {
    order,
    settings: shop,
    link: toOwner ? adminLink(app, record.id) : orderLink(app, record.id),
    proven: emailProven(app, record),
    ...happened(mail),
  })
  const answerTo = toOwner ? order.contact.email : shop.seller_email
  const headers = { ...mailHeaders(app, mail), ...(answerTo && { 'Reply-To': answerTo }) }
  sendMail(app, { to, subject, text, html, headers })
}

const mailHeaders = (app: PbApp, mail: PbRecord) => ({
  'Message-ID': `<${mail.getString('dedupe_key').replace(/[^\w.-]/g, '.')}@${senderDomain(app)}>`,
  'Auto-Submitted': 'auto-generated',
})

/** @throws Undeliverable when the settings name none */
function ownersMailbox(app: PbApp): string {
  const address = shopMailbox(app)
  if (!address) throw new Undeliverable('The shop settings name no e-mail address.')
  return address
}

/** To the owner, about money of no known order. */
function deliverStray(app: PbApp, mail: PbRecord): void {
  const to = ownersMailbox(app)
  const { amount, flag: payment } = happened(mail)
  const link = `${storeAddress(app)}/_/#/collections?collection=payment_events&filter=review%3Dtrue`
  sendMail(app, { to, ...strayPaymentMail(payment ?? '', amount ?? 0, link), headers: mailHeaders(app, mail) })
}

function deliverMoreOrders(app: PbApp, mail: PbRecord): void {
  const to = ownersMailbox(app)
  const filter = `${OF_NEW_ORDERS} && status = "dropped" && created >= {:since}`
  const untold = app.findRecordsByFilter('outbox', filter, '', 0, 0, { since: mail.getString('created') })
  const orders = new Set(untold.map((dropped) => dropped.getString('order')))
  const link = `${storeAddress(app)}/_/#/collections?collection=orders&sort=-placed_at`
  sendMail(app, { to, ...moreOrdersMail(orders.size, link), headers: mailHeaders(app, mail) })
}

function deliverSealed(app: PbApp, mail: PbRecord): void {
  let text: string
  try {
    text = $security.decrypt(mail.getString('sealed'), sealKey())
  } catch {
    throw new Undeliverable('It was sealed before the store started again.')
  }
  sendMail(app, { ...(JSON.parse(text) as { to: string; subject: string; text: string; html: string }), headers: {} })
}

/**
 * Plain text, so that nothing in it is a link, a picture or a script. Of what the shopper typed the headers hold the
 * checked address and the name without control characters: neither can begin a header of its own.
 */
function deliverMessage(app: PbApp, record: PbRecord): void {
  const to = ownersMailbox(app)
  const [name, email, message, ticket] = ['name', 'email', 'message', 'ticket'].map((field) => record.getString(field))
  sendMail(app, {
    to,
    subject: `Message from ${name}`,
    text: `${message}\n\n${name}\n${email}\n${ticket}\n\nSent through the contact page. Answer this mail to write to them.\n`,
    headers: {
      'Message-ID': `<message.${record.id}@${senderDomain(app)}>`,
      'Reply-To': email as string,
    },
  })
}

function deliverStoredMessageNotice(app: PbApp, mail: PbRecord): void {
  const to = ownersMailbox(app)
  const records = `${storeAddress(app)}/_/#/collections?collection=messages&filter=mailed%3Dfalse`
  sendMail(app, {
    to,
    subject: 'More messages are kept in the shop',
    text: `So many messages came at once, from one place or altogether, that further ones are not mailed for a while. They are kept; read them here:\n\n${records}\n`,
    headers: mailHeaders(app, mail),
  })
}

function happened(mail: PbRecord): Pick<MailFacts, 'amount' | 'reason' | 'flag' | 'byHand'> {
  const { data } = plain(mail)
  if (!isObject(data)) return {}
  return {
    ...(typeof data.amount === 'number' && { amount: data.amount }),
    ...(typeof data.reason === 'string' && { reason: data.reason }),
    ...(typeof data.detail === 'string' && { flag: data.detail }),
    byHand: data.by_hand === true,
  }
}

/** The token stands in the fragment, which browsers send to nobody. */
const orderLink = (app: PbApp, id: string) => `${storeAddress(app)}/order-confirmation/${id}#t=${accessToken(id)}`
const adminLink = (app: PbApp, id: string) => `${storeAddress(app)}/_/#/collections?collection=orders&record=${id}`

function mailedOrder(record: PbRecord): MailedOrder {
  const text = (field: string) => record.getString(field)
  const fields = plain(record)
  return {
    ...(fields as unknown as MailedOrder),
    review_flag: text('review_flag'),
    items: (fields.items ?? []) as OrderItem[],
    // Orders of earlier releases have none.
    promotions: (fields.promotions ?? []) as MailedOrder['promotions'],
    arrives: arrivalOf(record),
    ...orderRecipient(record),
    tracking: {
      courier: text('courier'),
      tracking_number: text('tracking_number'),
      tracking_url: text('tracking_url'),
    },
  }
}
