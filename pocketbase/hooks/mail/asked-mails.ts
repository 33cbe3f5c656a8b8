import { mailboxOf } from '../../../src/domain/account/mailbox'
import { type LetterDeed, letterLinkSchema } from '../../../src/domain/content/newsletter'
import { paths } from '../../../src/lib/paths'
import { answerFresh, answerProblem, httpProblem, NOT_FOUND } from '../guard/answer'
import { keyedHash, shopperOf } from '../guard/order-access'
import { addressOf, consumeAll, limited } from '../guard/rate-limits'
import { type Checked, readRequest, type Schema } from '../guard/request'
import { now } from '../lib/clock'
import { runInTransaction } from '../lib/record-transaction'
import { recordById } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { senderDomain } from './mail-client'
import { type OtherMailKind, queueNow } from './outbox'

/** What the mails have in common that somebody asks for by an address: news of a product, a reminder of a cart. */
export type AskedCollection = 'stock_alerts' | 'cart_reminders'

/** Puts the mail into the outbox that asks to confirm the record, or that it was asked for. */
export function queueAsked(txApp: PbApp, kind: OtherMailKind, id: string): void {
  queueNow(txApp, { kind, recipient: 'shopper', data: { alert: id } })
}

/** Whether one more mail that asks to confirm may go to this mailbox today; it counts as sent. */
export const mayAskToConfirm = (app: PbApp, email: string): boolean =>
  !consumeAll(app, [['alertmails:recipient', mailboxOf(email)]])

/** Whether who asks is signed in with this address (small letters), and has shown that it is theirs. */
export function hasProven(e: PbRequestEvent, email: string): boolean {
  const shopper = shopperOf(e)
  return shopper?.getBool('verified') === true && shopper.getString('email').toLowerCase() === email
}

/** What was asked for; undefined when the answer (400 beside the field, 429) is given already. */
export function readAsked<S extends Schema>(e: PbRequestEvent, schema: S): Checked<S>['value'] | undefined {
  const checked = readRequest(e, schema)
  if ('problem' in checked) return void answerProblem(e, checked.problem)
  return limited(e, [['alerts:address', addressOf(e)]]) ? undefined : checked.value
}

const LIST_FULL = httpProblem(409, 'list_full', 'This list is full: we cannot write to you about this one.')

/** Only whoever has proven the address hears whether something was kept: all others are answered alike. */
export function answerAsked(e: PbRequestEvent, { proven, kept }: { proven: boolean; kept: boolean }): void {
  if (proven && !kept) answerProblem(e, LIST_FULL)
  else answerFresh(e, 202, proven ? { confirmed: true } : {})
}

const tokenOf = (id: string): string => keyedHash(`alert:${id}`)

/** Address of the page that confirms the record. */
export const askedLink = (app: PbApp, deed: LetterDeed, id: string): string =>
  `${storeAddress(app)}${paths.letters(deed)}#${id}.${tokenOf(id)}`

/**
 * Confirms what the link of a mail carries, `{ id, token }`: 202, 409 `list_full`, or 404 for every miss.
 * @param confirm does it for a record that waits; false when there is no room
 */
export function confirmAsked(
  e: PbRequestEvent,
  collection: AskedCollection,
  confirm: (txApp: PbApp, record: PbRecord) => boolean,
): unknown {
  const checked = readRequest(e, letterLinkSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const { id, token } = checked.value
  const isTheirs = $security.equal(token, tokenOf(id))
  const problem = runInTransaction(e.app, (txApp) => {
    const record = recordById(txApp, collection, id)
    if (!record || !isTheirs) return NOT_FOUND
    return record.getString('state') !== 'waiting' || confirm(txApp, record) ? null : LIST_FULL
  })
  return problem ? answerProblem(e, problem) : answerFresh(e, 202, {})
}

/** Address and headers of such a mail. */
export const askedHead = (app: PbApp, kind: string, record: PbRecord) => ({
  to: record.getString('email'),
  headers: {
    'Message-ID': `<${kind}.${record.id}.${now()}@${senderDomain(app)}>`,
    'Auto-Submitted': 'auto-generated',
  },
})

/** Once their mail has gone out, or was given up, their address goes. Who waits anew stays. */
export function forgetAsked(app: PbApp, collection: AskedCollection, id: string): void {
  const record = recordById(app, collection, id)
  if (record?.getString('state') === 'queued') app.delete(record)
}
