import { ordersErasedBefore } from '../../../src/domain/account/privacy'
import {
  ALERTS_KEPT_DAYS,
  MESSAGES_KEPT_DAYS,
  REMINDERS_UNCONFIRMED_DAYS,
  UNCONFIRMED_LETTERS_DAYS,
} from '../../../src/domain/limits'
import { parseSettings } from '../../../src/domain/site/settings'
import { now, recordDate } from '../lib/clock'
import { plain } from '../lib/rows'

/** Stands where a person's e-mail address stood; `.invalid` can belong to nobody. */
const ERASED_EMAIL = 'erased@customer.invalid'
const DAY_MS = 24 * 60 * 60_000

/**
 * Daily: what no law asks for any longer goes (Digital Personal Data Protection Act 2023, section 8(7); the times
 * stand in `domain/limits.ts`, the reasons in docs/decisions).
 *
 * - after three days: reminders of a cart that nobody has confirmed;
 * - after a month: subscriptions to the newsletter, and waiting for a product, that nobody has confirmed;
 * - after half a year: who still waits for a product;
 * - after a year: messages of the contact form, what was done at the desk, addresses that have left the newsletter,
 *   mails that were sent or given up, what the payment provider told word by word, and the buyer of an order that came
 *   to nothing (expired or cancelled, never paid, no bill);
 * - after the years of `store_settings.orders_kept_years`: the buyer of every order, with its bill. The order's lines
 *   and amounts stay.
 */
export function forgetOldData(app: PbApp): void {
  const time = now()
  const settings = app.findRecordsByFilter('store_settings', '', 'created', 1)[0]
  const { orders_kept_years } = parseSettings(settings ? plain(settings) : null)
  const old = recordDate(time - MESSAGES_KEPT_DAYS * DAY_MS)
  const unconfirmed = recordDate(time - UNCONFIRMED_LETTERS_DAYS * DAY_MS)
  const waited = recordDate(time - ALERTS_KEPT_DAYS * DAY_MS)
  const unreminded = recordDate(time - REMINDERS_UNCONFIRMED_DAYS * DAY_MS)
  const oldOrders = recordDate(ordersErasedBefore(time, orders_kept_years))
  let bills: PbRecord[] = []
  app.runInTransaction((txApp) => {
    const run = (sql: string, params: { [name: string]: unknown }) =>
      txApp.db().newQuery(sql).bind(params).execute().rowsAffected()
    run('DELETE FROM messages WHERE created < {:old}', { old })
    run('DELETE FROM desk_log WHERE created < {:old}', { old })
    run("DELETE FROM subscribers WHERE state = 'left' AND left_at < {:old}", { old })
    run("DELETE FROM subscribers WHERE state = 'waiting' AND updated < {:unconfirmed}", { unconfirmed })
    run("DELETE FROM stock_alerts WHERE state = 'waiting' AND updated < {:unconfirmed}", { unconfirmed })
    run('DELETE FROM stock_alerts WHERE created < {:waited}', { waited })
    run("DELETE FROM cart_reminders WHERE state = 'waiting' AND asked_at < {:unreminded}", { unreminded })
    run("DELETE FROM outbox WHERE created < {:old} AND status IN ('sent', 'failed', 'dropped')", { old })
    run("UPDATE payment_events SET payload = 'null' WHERE created < {:old} AND payload != 'null'", { old })

    // Each part has an index of the orders that still have their buyer.
    const known = `email != '${ERASED_EMAIL}'`
    const orders = `SELECT id FROM orders WHERE ${known} AND placed_at != '' AND placed_at < {:oldOrders}
      UNION ALL SELECT id FROM orders WHERE ${known} AND placed_at = '' AND created < {:oldOrders}
      UNION ALL SELECT id FROM orders WHERE ${known} AND status IN ('expired', 'cancelled') AND created < {:old}
        AND paid_total = 0 AND NOT EXISTS (SELECT 1 FROM bills WHERE [[order]] = orders.id)`
    const times = { old, oldOrders }
    bills = findOldInvoices(txApp, orders, times)
    for (const { id } of bills) run('DELETE FROM bills WHERE id = {:id}', { id })
    run(`UPDATE order_events SET data = 'null' WHERE [[order]] IN (${orders})`, times)
    run(`UPDATE refunds SET note = '' WHERE [[order]] IN (${orders})`, times)
    // The town's first three digits of the PIN code are a sorting district, no address. Last, since it is what they
    // are found by.
    run(
      `UPDATE orders SET [[user]] = '', name = 'Customer', email = '${ERASED_EMAIL}', phone = 'erased', line1 = 'erased', line2 = '', landmark = '',
        pincode = substr(pincode, 1, 3) || '000', note = '', utm = 'null', tracking_number = '', tracking_url = '', access_token_hash = '',
        updated = {:time}
        WHERE id IN (${orders})`,
      { ...times, time: recordDate(time) },
    )
  })
  removeFiles(app, bills)
}

function findOldInvoices(app: PbApp, orders: string, times: { [name: string]: unknown }): PbRecord[] {
  const rows = arrayOf(new DynamicModel({ id: '' }))
  app.db().newQuery(`SELECT id FROM bills WHERE [[order]] IN (${orders})`).bind(times).all(rows)
  return app.findRecordsByIds(
    'bills',
    rows.map((row) => String(row.id)),
  )
}

/** Bills refuse to be changed or deleted as records, so their documents are taken away here as well. */
function removeFiles(app: PbApp, bills: readonly PbRecord[]): void {
  if (bills.length === 0) return
  const files = app.newFilesystem()
  try {
    for (const bill of bills) files.deletePrefix(`${bill.collection().id}/${bill.id}`)
  } finally {
    files.close()
  }
}
