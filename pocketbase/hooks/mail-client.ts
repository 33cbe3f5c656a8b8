/** The part of PocketBase's mailing the store uses. */
interface MailApp extends PbApp {
  settings(): { meta: { appURL: string; senderName: string; senderAddress: string } }
  newMailClient(): { send(message: object): void }
}
declare const MailerMessage: new (message: {
  from: { name: string; address: string }
  to: { address: string }[]
  subject: string
  text: string
  html?: string
  headers: { [name: string]: string }
}) => object

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
 * Hands one mail to the mail server; without one it is written to the log (configuration.ts). Never call it in a transaction: the server may take its time.
 * @throws what the mail server refuses, or that it cannot be reached
 */
export function sendMail(app: PbApp, { to, ...mail }: OutgoingMail): void {
  const { senderName, senderAddress } = (app as MailApp).settings().meta
  const message = { from: { name: senderName, address: senderAddress }, to: [{ address: to }], ...mail }
  ;(app as MailApp).newMailClient().send(new MailerMessage(message))
}

/** The shop's own mailbox: where orders are announced, else the one customers see; empty when the settings name none. */
export function shopMailbox(app: PbApp): string {
  const [settings] = app.findRecordsByFilter('store_settings', 'key = "store"', '', 1)
  return settings ? settings.getString('notify_email') || settings.getString('seller_email') : ''
}

/** Where the store is reached, without a slash at the end: `STORE_URL`, else the address it listens on. */
export function storeAddress(app: PbApp): string {
  return (app as MailApp).settings().meta.appURL.replace(/\/+$/, '')
}

/** The sender's domain, for the numbers of mails. */
export function senderDomain(app: PbApp): string {
  const { senderAddress } = (app as MailApp).settings().meta
  return senderAddress.slice(senderAddress.lastIndexOf('@') + 1) || 'localhost'
}
