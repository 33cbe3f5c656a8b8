import { isObject } from '../../../src/domain/json'
import { now, recordDate } from '../lib/clock'
import { RUN_MS } from '../lib/cron'
import { withoutAddresses } from '../lib/mask'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, plain, recordById } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { unsealedMail } from './account-mails'
import { type AskedCollection, forgetAsked } from './asked-mails'
import { mailOfReminder } from './cart-reminders'
import { NothingToSay, type OutgoingMail, sendMail, Undeliverable } from './mail-client'
import { mailOfAnswer } from './message-answer'
import { mailOfKeptMessages, mailOfMessage, markMailed } from './message-mail'
import { mailOfSubscription } from './newsletter-mail'
import { mailOfMoreOrders, mailOfOrder, mailOfStrayDispute, mailOfStrayPayment } from './order-mail'
import { dropOvertaken } from './order-outbox'
import { kindOf, type OtherMailKind } from './outbox'
import { isEnding, leaveTurn, takeTurn } from './sender-turn'
import { mailOfAlert } from './stock-alerts'
import { mailOfTicket } from './ticket'

export { endSending } from './sender-turn'

/** `POST /.mails/send`: sends what is due. For this process alone. */
export function sendNow(e: PbRequestEvent): void {
  const key = sharedStore().get('mails:key')
  if (typeof key !== 'string' || !$security.equal(e.request.header.get('X-Mails-Key'), key)) throw new NotFoundError()
  sendMails(e.app)
  e.noContent(204)
}

const MINUTE_MS = 60_000
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
  while (Date.now() < end && failures < FAILURE_LIMIT && !isEnding()) {
    const mail = claim(app)
    if (!mail) return true
    const isAccount = kindOf(mail) === 'account'
    const { problem, isOfServer } = handOver(app, mail)
    if (!problem) {
      failures = 0
      if (isAccount) app.delete(mail)
      else finish(app, mail.id, { status: 'sent', sent_at: recordDate(now()), next_try_at: '', error: '' })
      if (kindOf(mail) === 'contact_message') markMailed(app, mail.getString('message'))
      forgetTold(app, mail)
      continue
    }
    const tries = mail.getInt('tries')
    const hopeless = problem instanceof Undeliverable
    const error = withoutAddresses(String(problem)).slice(0, 400)
    if (isOfServer) failures++
    if (tries < (isAccount ? MAX_ACCOUNT_TRIES : MAX_TRIES) && !hopeless) {
      finish(app, mail.id, { next_try_at: recordDate(now() + pauseAfter(tries)), error })
      continue
    }
    const isOver = problem instanceof NothingToSay
    if (isAccount) app.delete(mail)
    else finish(app, mail.id, { status: isOver ? 'dropped' : 'failed', next_try_at: '', error })
    forgetTold(app, mail)
    if (!isOver) app.logger().error('An email was given up.', 'mail', mail.getString('dedupe_key'), 'error', error)
  }
  return false
}

/** Why a mail did not go, and whether that may hold for every other. */
function handOver(app: PbApp, mail: PbRecord): { problem: unknown; isOfServer: boolean } {
  let made: OutgoingMail | undefined
  const problem = problemOf(() => {
    made = mailOf(app, mail)
    sendMail(app, made)
  })
  return { problem, isOfServer: made !== undefined && !isOfThisMail(problem) }
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

/** The mail that has waited longest; before all others those to accounts, whose links are good for half an hour. */
function dueMail(app: PbApp): PbRecord | undefined {
  const waits = 'status = "queued" && next_try_at <= {:now}'
  const due = (filter: string) =>
    firstRecord(app, 'outbox', filter, { now: recordDate(now()), account: 'account' }, 'next_try_at')
  return due(`${waits} && kind = {:account}`) ?? due(waits)
}

/** Takes it, so that nobody else takes it meanwhile. */
function claim(app: PbApp): PbRecord | undefined {
  return runInTransaction(app, (txApp) => {
    const mail = dueMail(txApp)
    if (!mail) return undefined
    mail.set('tries', mail.getInt('tries') + 1)
    mail.set('next_try_at', recordDate(now() + LEASE_MS))
    mail.set('error', '')
    // Unchecked: what it is about may be gone, and it would stand in the way of all others.
    txApp.saveNoValidate(mail)
    if (kindOf(mail) === 'order_delivered') dropOvertaken(txApp, mail.getString('order'))
    return mail
  })
}

/** Unless it was deleted meanwhile, as with the person it was for. */
function finish(app: PbApp, id: string, values: { [field: string]: string }): void {
  const mail = recordById(app, 'outbox', id)
  if (!mail) return
  mail.load(values)
  app.saveNoValidate(mail)
}

/** What a mail that is about no one order is made of; the others: `mailOfOrder`. */
const MAILS: { readonly [kind in OtherMailKind]: (app: PbApp, mail: PbRecord) => OutgoingMail } = {
  account: (_, mail) => unsealedMail(mail),
  contact_message: mailOfMessage,
  contact_kept: mailOfKeptMessages,
  message_ticket: mailOfTicket,
  message_answer: mailOfAnswer,
  newsletter_confirm: confirmationMail,
  alert_confirm: (app, mail) => askedMail(app, mail, mailOfAlert),
  alert_back: (app, mail) => askedMail(app, mail, mailOfAlert),
  reminder_confirm: (app, mail) => askedMail(app, mail, mailOfReminder),
  reminder: (app, mail) => askedMail(app, mail, mailOfReminder),
  owner_stray_payment: mailOfStrayPayment,
  owner_stray_dispute: mailOfStrayDispute,
  owner_more_orders: mailOfMoreOrders,
}

const mailOf = (app: PbApp, mail: PbRecord): OutgoingMail =>
  (MAILS[kindOf(mail) as OtherMailKind] ?? mailOfOrder)(app, mail)

function alertOf(mail: PbRecord): string {
  const { data } = plain(mail)
  return isObject(data) ? String(data.alert) : ''
}

/** Of the last mail to somebody: what held the address until then. */
const HELD: { [kind in OtherMailKind]?: AskedCollection } = { alert_back: 'stock_alerts', reminder: 'cart_reminders' }

function forgetTold(app: PbApp, mail: PbRecord): void {
  const collection = HELD[kindOf(mail) as OtherMailKind]
  if (collection) forgetAsked(app, collection, alertOf(mail))
}

function askedMail(app: PbApp, mail: PbRecord, make: typeof mailOfAlert): OutgoingMail {
  const made = make(app, kindOf(mail) as OtherMailKind, alertOf(mail))
  if (!made) throw new NothingToSay('Who asked is told or gone, or what it is about cannot be had any more.')
  return made
}

function confirmationMail(app: PbApp, mail: PbRecord): OutgoingMail {
  const { data } = plain(mail)
  const made = mailOfSubscription(app, isObject(data) ? String(data.subscriber) : '')
  if (!made) throw new NothingToSay('The subscription is confirmed, or gone.')
  return made
}
