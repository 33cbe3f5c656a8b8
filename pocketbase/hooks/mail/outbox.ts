import type { MailKind } from '../../../src/domain/orders/order-mail'
import { now, recordDate } from '../lib/clock'
import { newRecord } from '../lib/rows'

/** Kinds of mails that are about no one order; `MAILS` (mails.ts) says what each is made of. */
export type OtherMailKind =
  | 'account'
  | 'contact_message'
  | 'contact_kept'
  | 'message_ticket'
  | 'message_answer'
  | 'newsletter_confirm'
  | 'alert_confirm'
  | 'alert_back'
  | 'reminder_confirm'
  | 'reminder'
  | 'owner_stray_payment'
  | 'owner_stray_dispute'
  | 'owner_more_orders'

export const kindOf = (mail: PbRecord) => mail.getString('kind') as MailKind | OtherMailKind

/** A mail of the outbox. */
interface DueMail {
  kind: OtherMailKind
  recipient: 'shopper' | 'owner'
  /** No two mails have the same; of its own where it is left out. */
  dedupe_key?: string
  /** Id of the message it is about. */
  message?: string
  data?: { [name: string]: unknown }
  sealed?: string
}

/** Puts a mail into the outbox that is due at once, in the caller's transaction. Mails about orders: `queueMail`. */
export function queueNow(txApp: PbApp, mail: DueMail): void {
  const dedupe_key = mail.dedupe_key ?? `${mail.kind}:${$security.randomString(20)}`
  const due = { ...mail, dedupe_key, status: 'queued', next_try_at: recordDate(now()) }
  txApp.save(newRecord(txApp, 'outbox', due))
}
