import { now, recordDate } from '../lib/clock'
import { newRecord } from '../lib/rows'

/** A mail of the outbox. `letterOf` (mails.ts) says what each kind is made of. */
interface DueMail {
  kind: string
  recipient: 'shopper' | 'owner'
  /** No two mails have the same. */
  dedupe_key: string
  /** Id of the message it is about. */
  message?: string
  data?: { [name: string]: unknown }
  sealed?: string
}

/** Puts a mail into the outbox that is due at once, in the caller's transaction. Mails about orders: `queueMail`. */
export function queueNow(txApp: PbApp, mail: DueMail): void {
  const due = { ...mail, status: 'queued', next_try_at: recordDate(now()) }
  txApp.save(newRecord(txApp, 'outbox', due))
}
