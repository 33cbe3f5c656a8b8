import { parseSharedCart, type SharedLine, sharedCartItems } from '../../../src/domain/cart/shared-cart'
import { isAvailable, parseProduct } from '../../../src/domain/catalog/product'
import { confirmReminderMail, reminderMail, reminderSchema } from '../../../src/domain/content/cart-reminder'
import { DAY_MS } from '../../../src/domain/date'
import { ALERTS_PER_RUN } from '../../../src/domain/limits'
import { paths } from '../../../src/lib/paths'
import { answerProblem, fieldProblem } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, newRecord, plain, recordById } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import {
  answerAsked,
  askedHead,
  askedLink,
  confirmAsked,
  hasProven,
  mayAskToConfirm,
  queueAsked,
  readAsked,
} from './asked-mails'
import type { OutgoingMail } from './mail-client'
import type { OtherMailKind } from './outbox'

const NO_LINES = { code: 'no_lines', message: 'There is nothing in this cart.' }

const MOST = 5000

/**
 * Who waits and who has confirmed are counted apart: anybody can type any number of addresses.
 * @param email whose own are not counted, as the new one takes their place
 */
const isFull = (app: PbApp, state: 'waiting' | 'confirmed', email = ''): boolean =>
  app.findRecordsByFilter('cart_reminders', 'state = {:state} && email != {:email}', '', 1, MOST - 1, { state, email })
    .length > 0

/**
 * POST /api/store/alerts/cart `{ email, items }`: keeps a cart of which that address is reminded a day later, and mails
 * a link to confirm it. 202 `{}` for every address alike; to whoever is signed in with that address, proven,
 * `{ confirmed: true }`, or 409 `list_full`. 400 beside the field, also for a cart of no lines; 429. What cannot be
 * confirmed, since the day's mails to that mailbox have gone out or the list is full, is not kept.
 */
export function askReminder(e: PbRequestEvent): unknown {
  const asked = readAsked(e, reminderSchema)
  if (!asked) return undefined
  const { lines } = parseSharedCart(asked.items)
  if (lines.length === 0) return answerProblem(e, fieldProblem({ items: NO_LINES }))
  const proven = hasProven(e, asked.email)
  const kept = runInTransaction(e.app, (txApp) => keep(txApp, asked.email, sharedCartItems(lines), proven))
  return answerAsked(e, { proven, kept })
}

/**
 * Beside one that is confirmed, and beside others that are not: what a stranger asks for with somebody's address takes
 * nothing away from them.
 * @returns false when it is not kept
 */
function keep(txApp: PbApp, email: string, items: string, proven: boolean): boolean {
  const values = { email, items, state: 'waiting', asked_at: recordDate(now()) }
  const reminder = newRecord(txApp, 'cart_reminders', values)
  if (proven) return confirm(txApp, reminder)
  if (isFull(txApp, 'waiting') || !mayAskToConfirm(txApp, email)) return false
  txApp.save(reminder)
  queueAsked(txApp, 'reminder_confirm', reminder.id)
  return true
}

/** The only one of its address from now on, due in a day. False when there is no room. */
function confirm(txApp: PbApp, reminder: PbRecord): boolean {
  const params = { email: reminder.getString('email'), id: reminder.id }
  if (isFull(txApp, 'confirmed', params.email)) return false
  const others = txApp.findRecordsByFilter('cart_reminders', 'email = {:email} && id != {:id}', '', 0, 0, params)
  for (const other of others) txApp.delete(other)
  reminder.set('state', 'confirmed')
  reminder.set('due_at', recordDate(now() + DAY_MS))
  txApp.save(reminder)
  return true
}

/** POST /api/store/alerts/cart/confirm `{ id, token }`, what the mail's link carries: see `confirmAsked`. */
export function confirmReminder(e: PbRequestEvent): unknown {
  return confirmAsked(e, 'cart_reminders', confirm)
}

/** None where somebody wrote something else into the record. */
function linesOf(reminder: PbRecord): SharedLine[] {
  try {
    return parseSharedCart(decodeURIComponent(reminder.getString('items'))).lines
  } catch {
    return []
  }
}

/** Whether nothing was ordered with the address since, and something of the cart can be had. */
function isWanted(app: PbApp, reminder: PbRecord): boolean {
  const params = { email: reminder.getString('email'), asked: reminder.getString('asked_at') }
  const placed = 'email = {:email} && placed_at != "" && placed_at >= {:asked}'
  if (firstRecord(app, 'orders', placed, params)) return false
  const lines = linesOf(reminder)
  const records = app.findRecordsByIds(
    'products',
    lines.map(({ productId }) => productId),
  )
  return records.some((record) => {
    if (record.getBool('archived')) return false
    const product = parseProduct(plain(record))
    const hasColor = (code: string) => code === '' || product.colors.some(({ value }) => value === code)
    return isAvailable(product) && lines.some(({ productId, color }) => productId === record.id && hasColor(color))
  })
}

/**
 * Cron job `store-alerts`, each minute: queues the reminders that are due, the oldest first, a bounded number in one
 * run. Those nobody has a use for any more are deleted.
 */
export function remindWaiting(app: PbApp): void {
  app.runInTransaction((txApp) => {
    const due = 'state = "confirmed" && due_at <= {:now}'
    const params = { now: recordDate(now()) }
    for (const reminder of txApp.findRecordsByFilter('cart_reminders', due, 'due_at', ALERTS_PER_RUN, 0, params)) {
      if (!isWanted(txApp, reminder)) {
        txApp.delete(reminder)
        continue
      }
      reminder.set('state', 'queued')
      txApp.save(reminder)
      queueAsked(txApp, 'reminder', reminder.id)
    }
  })
}

/** One of the two mails, as true as it is now: nothing when it is gone, confirmed meanwhile, or of no use any more. */
export function mailOfReminder(app: PbApp, kind: OtherMailKind, id: string): OutgoingMail | undefined {
  const reminder = recordById(app, 'cart_reminders', id)
  if (!reminder || reminder.getString('state') !== (kind === 'reminder' ? 'queued' : 'waiting')) return undefined
  const { store_name: shop } = storeSettings(app)
  const head = askedHead(app, kind, reminder)
  if (kind === 'reminder_confirm') return { ...head, ...confirmReminderMail(shop, askedLink(app, 'remind', id)) }
  if (!isWanted(app, reminder)) return undefined
  return { ...head, ...reminderMail(shop, `${storeAddress(app)}${paths.sharedCart(reminder.getString('items'))}`) }
}
