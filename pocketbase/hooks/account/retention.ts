import { ERASED_EMAIL, ordersErasedBefore } from '../../../src/domain/account/privacy'
import { DAY_MS, parseDate } from '../../../src/domain/date'
import { CLOSED } from '../../../src/domain/orders/order'
import { now, recordDate } from '../lib/clock'
import { RUN_MS } from '../lib/cron'
import { keepValue, keptValue } from '../lib/kept-value'
import { isIn, type Row, rows, run } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'

/** Orders that forget their buyers in one transaction: nobody's order waits long for it. */
const ORDERS_AT_ONCE = 200

/** How far the clock goes from one run to the next where a store was off meanwhile; further, it may be wrong, ms. */
const OFF_MS = 30 * DAY_MS
/** How long a clock must go on without such a step before it is believed, ms. */
const STEADY_MS = DAY_MS
const CLOCK = 'store-clock'

/** When the buyers of orders are forgotten: of those that came to nothing, of all. */
interface Before {
  old: string
  oldOrders: string
}

/**
 * Hourly: what no law asks for any longer goes (Digital Personal Data Protection Act 2023, section 8(7)). A year is the
 * least that rule 8 of its Rules of 2025 asks for; the reasons stand in docs/decisions/0021.
 *
 * - after three days: reminders of a cart that nobody has confirmed;
 * - after a month: subscriptions to the newsletter, and waiting for a product, that nobody has confirmed;
 * - after half a year: who still waits for a product;
 * - after a year: messages of the contact form, what was done at the desk, addresses that have left the newsletter,
 *   mails that were sent or given up, what the payment provider told word by word, and the buyer of an order that came
 *   to nothing (expired or cancelled, never paid, no bill);
 * - after the years of `store_settings.orders_kept_years`: the buyer of every order, with its bill. The order's lines
 *   and amounts stay. A run ends after a time; what it leaves is the next one's.
 *
 * A machine that comes up years ahead would forget nearly everybody: after a step of the clock it waits for a day.
 */
export function forgetOldData(app: PbApp): void {
  const time = now()
  if (!isSteady(app, time)) return
  const { orders_kept_years } = storeSettings(app)
  const daysAgo = (days: number) => recordDate(time - days * DAY_MS)
  const old = daysAgo(365)
  const unconfirmed = daysAgo(30)
  const waited = daysAgo(180)
  const unreminded = daysAgo(3)
  const oldOrders = recordDate(ordersErasedBefore(time, orders_kept_years))
  app.runInTransaction((txApp) => {
    run(txApp, 'DELETE FROM messages WHERE created < {:old}', { old })
    run(txApp, 'DELETE FROM desk_log WHERE created < {:old}', { old })
    run(txApp, "DELETE FROM subscribers WHERE state = 'left' AND left_at < {:old}", { old })
    run(txApp, "DELETE FROM subscribers WHERE state = 'waiting' AND updated < {:unconfirmed}", { unconfirmed })
    run(txApp, "DELETE FROM stock_alerts WHERE state = 'waiting' AND updated < {:unconfirmed}", { unconfirmed })
    run(txApp, 'DELETE FROM stock_alerts WHERE created < {:waited}', { waited })
    run(txApp, "DELETE FROM cart_reminders WHERE state = 'waiting' AND asked_at < {:unreminded}", { unreminded })
    run(txApp, "DELETE FROM outbox WHERE created < {:old} AND status IN ('sent', 'failed', 'dropped')", { old })
    run(txApp, "UPDATE payment_events SET payload = 'null' WHERE created < {:old} AND payload != 'null'", { old })
  })
  forgetBuyers(app, { old, oldOrders }, recordDate(time))
}

/** Remembers each run. The first of all has the newest order to go by. */
function isSteady(app: PbApp, time: number): boolean {
  const [newest] = rows(app, "SELECT COALESCE(MAX(created), '') AS at FROM orders", {}, { at: '' })
  const [since = 0, seen = parseDate(String(newest?.at)) || time] = (keptValue(app, CLOCK) ?? []) as number[]
  const from = Math.abs(time - seen) > OFF_MS ? time : since
  keepValue(app, CLOCK, [from, time])
  return time - from >= STEADY_MS
}

function forgetBuyers(app: PbApp, before: Before, updated: string): void {
  const end = Date.now() + RUN_MS
  while (Date.now() < end) {
    const orders = oldOrders(app, before)
    if (orders.length === 0) return
    const bills = idsOf(app, `SELECT id FROM bills WHERE [[order]] IN (${IDS})`, { ids: JSON.stringify(orders) })
    // Before their rows, which the next run finds them by, should this one end here.
    removeFiles(app, bills)
    app.runInTransaction((txApp) => {
      // Money may have come late for one of them.
      const still = oldOrders(txApp, before).filter((id) => orders.includes(id))
      eraseBuyers(txApp, { orders: still, bills, updated })
    })
  }
}

/** The next orders whose time is over. Each part has an index of the orders that still have their buyer. */
function oldOrders(app: PbApp, before: Before): string[] {
  const known = `email != '${ERASED_EMAIL}'`
  return idsOf(
    app,
    `SELECT id FROM orders WHERE ${known} AND placed_at != '' AND placed_at < {:oldOrders}
      UNION ALL SELECT id FROM orders WHERE ${known} AND placed_at = '' AND created < {:oldOrders}
      UNION ALL SELECT id FROM orders WHERE ${known} AND status ${isIn(CLOSED)} AND created < {:old}
        AND paid_total = 0 AND NOT EXISTS (SELECT 1 FROM bills WHERE [[order]] = orders.id)
      LIMIT ${ORDERS_AT_ONCE}`,
    { ...before },
  )
}

const IDS = 'SELECT value FROM json_each({:ids})'

const idsOf = (app: PbApp, sql: string, params: Row) => rows(app, sql, params, { id: '' }).map(({ id }) => id)

function eraseBuyers(
  txApp: PbApp,
  { orders, bills, updated }: { orders: readonly string[]; bills: readonly string[]; updated: string },
): void {
  const runFor = (sql: string, ids: readonly string[], more: Row = {}) =>
    run(txApp, sql, { ids: JSON.stringify(ids), ...more })
  runFor(`DELETE FROM bills WHERE id IN (${IDS})`, bills)
  // Notes of the desk are free text, and about somebody. Those of bookings have the tracking number.
  runFor(`DELETE FROM order_events WHERE type IN ('note', 'booking') AND [[order]] IN (${IDS})`, orders)
  runFor(`UPDATE order_events SET data = 'null' WHERE [[order]] IN (${IDS})`, orders)
  runFor(`UPDATE refunds SET note = '' WHERE [[order]] IN (${IDS})`, orders)
  // What opens the label, or the parcel at its courier: name and address stand there. Nobody asks about it any more.
  runFor(
    `UPDATE bookings SET remote_order = '', shipment = '', awb = '', label_url = '', last_error = '', next_try_at = ''
      WHERE [[order]] IN (${IDS})`,
    orders,
  )
  // Mails that never left have nobody to go to.
  runFor(`DELETE FROM outbox WHERE status = 'queued' AND [[order]] IN (${IDS})`, orders)
  // The town's first three digits of the PIN code are a sorting district, no address.
  runFor(
    `UPDATE orders SET [[user]] = '', name = 'Customer', email = '${ERASED_EMAIL}', phone = 'erased', line1 = 'erased', line2 = '', landmark = '',
      pincode = substr(pincode, 1, 3) || '000', note = '', utm = 'null', tracking_number = '', tracking_url = '', access_token_hash = '',
      request_hash = '', updated = {:updated}
      WHERE id IN (${IDS})`,
    orders,
    { updated },
  )
}

/** Bills refuse to be changed or deleted as records, so their documents are taken away here as well. */
function removeFiles(app: PbApp, bills: readonly string[]): void {
  if (bills.length === 0) return
  const { id: collection } = app.findCollectionByNameOrId('bills')
  const files = app.newFilesystem()
  try {
    for (const bill of bills) {
      // Without the slash at the end the folders of all bills are walked for each.
      const failed = files.deletePrefix(`${collection}/${bill}/`)
      if (failed.length > 0) throw new Error(`The file of the bill ${bill} could not be removed.`)
    }
  } finally {
    files.close()
  }
}
