import { indianDay } from '../../../src/domain/date'
import { now } from '../lib/clock'
import { keepValue, keptValue } from '../lib/kept-value'
import { countRows } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { shopMailbox } from '../mail/mail-client'

const TOLD = 'store-reviews-told'

/**
 * Cron job `store-reviews`, by day: tells the shop how many reviews wait, as long as some do. It goes through the
 * outbox like mails to accounts (account-mails.ts); one that is lost with a restart is said again the next day.
 */
export function tellOfWaiting(app: PbApp): void {
  const total = countRows(app, "FROM reviews WHERE state = 'waiting'")
  const to = shopMailbox(app)
  const today = indianDay(now())
  if (total === 0 || to === '' || keptValue(app, TOLD) === today) return
  keepValue(app, TOLD, today)
  const { senderName, senderAddress } = app.settings().meta
  const records = `${storeAddress(app)}/_/#/collections?collection=reviews&filter=state%3D%22waiting%22`
  const subject = total === 1 ? '1 review waits for you' : `${total} reviews wait for you`
  const text = `Many reviews of one product came within a day, so further ones are not shown until you have read them. Set state to published, or to hidden with a reason:\n\n${records}\n`
  const from = { name: senderName, address: senderAddress }
  app.newMailClient().send(new MailerMessage({ from, to: [{ address: to }], subject, text }))
}
