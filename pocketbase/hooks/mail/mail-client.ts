import { settingsRecord } from '../lib/store-settings'

export interface OutgoingMail {
  to: string
  /** One line. */
  subject: string
  text: string
  /** Left out: plain text alone. */
  html?: string
  headers: { [name: string]: string }
}

/**
 * Hands one mail to the mail server; without one it is written to the log (configuration.ts). For the outbox's one
 * sender alone: PocketBase has no time limit here, and a server that never speaks keeps whoever calls it.
 * @throws what the mail server refuses, or that it cannot be reached
 */
export function sendMail(app: PbApp, { to, ...mail }: OutgoingMail): void {
  const { meta } = app.settings()
  const from = { name: meta.senderName, address: meta.senderAddress }
  const client = app.newMailClient()
  // Its hooks put mails into the outbox (account-mails.ts), and each would wait in an engine of its own.
  if (mailServerIsSet(app)) client.onSend().unbindAll()
  client.send(new MailerMessage({ from, to: [{ address: to }], ...mail }))
}

export const mailServerIsSet = (app: PbApp): boolean => app.settings().smtp.enabled

/** Seconds a mail server is given for its first word. */
const GREETING_SECONDS = 5

/** Whether the mail server answers at all, be it that it refuses: asked as one asks for a page, with a time limit. */
export function mailServerSpeaks(app: PbApp): boolean {
  const { host, port, tls } = app.settings().smtp
  try {
    $http.send({ url: `${tls ? 'https' : 'http'}://${host}:${port}/`, method: 'GET', timeout: GREETING_SECONDS })
    return true
  } catch (error) {
    return !/deadline|timeout/i.test(String(error))
  }
}

/**
 * The shop's own mailbox: where orders are announced, else the one customers see; empty when the settings name none.
 */
export function shopMailbox(app: PbApp): string {
  const settings = settingsRecord(app)
  return settings ? settings.getString('notify_email') || settings.getString('seller_email') : ''
}

/**
 * `shopMailbox`, for a mail to the owner.
 * @throws Undeliverable when the settings name none
 */
export function ownersMailbox(app: PbApp): string {
  const address = shopMailbox(app)
  if (!address) throw new Undeliverable('The shop settings name no email address.')
  return address
}

/** The sender's domain, for the numbers of mails. */
export function senderDomain(app: PbApp): string {
  const { senderAddress } = app.settings().meta
  return senderAddress.slice(senderAddress.lastIndexOf('@') + 1) || 'localhost'
}

/** Of a mail of the outbox: the same number at every try, by which most mailboxes show it once. */
export const mailHeaders = (app: PbApp, mail: PbRecord) => ({
  'Message-ID': `<${mail.getString('dedupe_key').replace(/[^\w.-]/g, '.')}@${senderDomain(app)}>`,
  'Auto-Submitted': 'auto-generated',
})

/** What no further try would change. */
export class Undeliverable extends Error {}

/** What it would tell is over: rightly not sent, so that nobody has anything to mend. */
export class NothingToSay extends Undeliverable {}
