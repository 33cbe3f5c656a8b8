import { alertSchema, backMail, confirmAlertMail } from '../../../src/domain/content/stock-alert'
import { ALERTS_FOR_ONE, ALERTS_FOR_PRODUCT, ALERTS_PER_RUN } from '../../../src/domain/limits'
import { paths } from '../../../src/lib/paths'
import { answerProblem, NOT_FOUND } from '../guard/answer'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, hasRow, newRecord, recordById, rows } from '../lib/rows'
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

/**
 * That a list is full is nobody's business: nothing is kept, and the answer is the same. Only who has confirmed counts:
 * anybody can type anybody's address.
 */
function isFull(app: PbApp, email: string, product: string): boolean {
  const counted = (filter: string, most: number) =>
    app.findRecordsByFilter('stock_alerts', `state != "waiting" && ${filter}`, '', 1, most - 1, { email, product })
      .length > 0
  return counted('email = {:email}', ALERTS_FOR_ONE) || counted('product = {:product}', ALERTS_FOR_PRODUCT)
}

/**
 * POST /api/store/alerts `{ email, product }`: keeps who wants to be told, and mails a link to confirm it. 202 `{}` for
 * every address alike; to whoever is signed in with that address, proven, `{ confirmed: true }`, as they need no mail,
 * or 409 `list_full`. 400 beside the field, 404 without such a product, 429. Few mails a day go to one address, whoever
 * asks.
 */
export function ask(e: PbRequestEvent): unknown {
  const asked = readAsked(e, alertSchema)
  if (!asked) return undefined
  const { email, product } = asked
  const shown = 'id = {:product} && archived = false'
  if (!firstRecord(e.app, 'products', shown, { product })) return answerProblem(e, NOT_FOUND)
  const proven = hasProven(e, email)
  const kept = runInTransaction(e.app, (txApp) => keep(txApp, email, product, proven))
  return answerAsked(e, { proven, kept })
}

/** @returns false when there is no room */
function keep(txApp: PbApp, email: string, product: string, proven: boolean): boolean {
  const filter = 'email = {:email} && product = {:product}'
  const known = firstRecord(txApp, 'stock_alerts', filter, { email, product })
  if (known && known.getString('state') !== 'waiting') return true
  if ((proven || !known) && isFull(txApp, email, product)) return false
  const alert = known ?? newRecord(txApp, 'stock_alerts', { email, product })
  alert.set('state', proven ? 'confirmed' : 'waiting')
  txApp.save(alert)
  if (!proven && mayAskToConfirm(txApp, email)) queueAsked(txApp, 'alert_confirm', alert.id)
  return true
}

/** POST /api/store/alerts/confirm `{ id, token }`, what the mail's link carries: see `confirmAsked`. */
export function confirmAlert(e: PbRequestEvent): unknown {
  return confirmAsked(e, 'stock_alerts', (txApp, alert) => {
    if (isFull(txApp, alert.getString('email'), alert.getString('product'))) return false
    alert.set('state', 'confirmed')
    txApp.save(alert)
    return true
  })
}

const IS_BACK = 'p.inStock = TRUE AND p.sold_out = FALSE AND p.archived = FALSE AND p.price > 0'

/**
 * Cron job `store-alerts`, each minute: queues the mail of those who wait for what can be had now, the longest waiting
 * first, a bounded number in one run.
 */
export function tellWaiting(app: PbApp): void {
  app.runInTransaction((txApp) => {
    const due = rows(
      txApp,
      `SELECT a.id AS id FROM stock_alerts a JOIN products p ON p.id = a.product
       WHERE a.state = 'confirmed' AND ${IS_BACK} ORDER BY a.created LIMIT ${ALERTS_PER_RUN}`,
      {},
      { id: '' },
    )
    for (const { id } of due) {
      const alert = txApp.findRecordById('stock_alerts', id)
      alert.set('state', 'queued')
      txApp.save(alert)
      queueAsked(txApp, 'alert_back', alert.id)
    }
  })
}

/**
 * One of the two mails, as true as it is now: nothing for an alert that is gone or confirmed meanwhile, nor for a
 * product whose pieces are gone again, which is waited for anew.
 */
export function mailOfAlert(app: PbApp, kind: OtherMailKind, id: string): OutgoingMail | undefined {
  const alert = recordById(app, 'stock_alerts', id)
  if (!alert || alert.getString('state') !== (kind === 'alert_back' ? 'queued' : 'waiting')) return undefined
  const product = app.findRecordById('products', alert.getString('product'))
  const about = { shop: storeSettings(app).store_name, name: product.getString('name') }
  const head = askedHead(app, kind, alert)
  if (kind === 'alert_confirm') return { ...head, ...confirmAlertMail(about, askedLink(app, 'tell', id)) }
  if (hasRow(app, `FROM products p WHERE p.id = {:id} AND ${IS_BACK}`, { id: product.id }))
    return { ...head, ...backMail(about, `${storeAddress(app)}${paths.product(product.id)}`) }
  alert.set('state', 'confirmed')
  app.save(alert)
  return undefined
}
