import { mailboxOf } from '../../../src/domain/account/address'
import { letterLinkSchema } from '../../../src/domain/content/newsletter'
import { alertSchema, backMail, confirmAlertMail } from '../../../src/domain/content/stock-alert'
import { ALERTS_FOR_ONE, ALERTS_FOR_PRODUCT, ALERTS_PER_RUN } from '../../../src/domain/limits'
import { checkRequest } from '../../../src/domain/orders/order-request'
import { paths } from '../../../src/lib/paths'
import { answerProblem, fieldProblem, NOT_FOUND, readBody } from '../guard/answer'
import { keyedHash, shopperOf } from '../guard/order-access'
import { addressOf, consumeAll, limited } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'
import { rows } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { type OutgoingMail, senderDomain, storeAddress } from './mail-client'

/** The kinds in the outbox. */
export const CONFIRM_ALERT = 'alert_confirm'
export const BACK = 'alert_back'

const alertToken = (id: string): string => keyedHash(`alert:${id}`)

const findAlert = (app: PbApp, id: string) => app.findRecordsByFilter('stock_alerts', 'id = {:id}', '', 1, 0, { id })[0]

function queue(txApp: PbApp, kind: typeof CONFIRM_ALERT | typeof BACK, alert: string): void {
  txApp.save(
    new Record(txApp.findCollectionByNameOrId('outbox'), {
      kind,
      recipient: 'shopper',
      dedupe_key: `${kind}:${alert}:${now()}`,
      data: { alert },
      status: 'queued',
      next_try_at: recordDate(now()),
    }),
  )
}

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
 * every address alike; `{ confirmed: true }` to whoever is signed in with that address, proven: they need no mail.
 * 400 beside the field, 404 without such a product, 429. Few mails a day go to one address, whoever asks.
 */
export function ask(e: PbRequestEvent): unknown {
  const read = readBody(e)
  if ('problem' in read) return answerProblem(e, read.problem)
  const checked = checkRequest(alertSchema, read.body)
  if ('problems' in checked) return answerProblem(e, fieldProblem(checked.problems))
  if (limited(e, [['alerts:address', addressOf(e)]])) return undefined
  const { email, product } = checked.value
  const shown = 'id = {:product} && archived = false'
  if (e.app.findRecordsByFilter('products', shown, '', 1, 0, { product }).length === 0)
    return answerProblem(e, NOT_FOUND)
  const shopper = shopperOf(e)
  const proven = shopper?.getBool('verified') === true && shopper.getString('email').toLowerCase() === email
  e.app.runInTransaction((txApp) => keep(txApp, email, product, proven))
  return answer(e, proven ? { confirmed: true } : {})
}

function keep(txApp: PbApp, email: string, product: string, proven: boolean): void {
  const filter = 'email = {:email} && product = {:product}'
  const [known] = txApp.findRecordsByFilter('stock_alerts', filter, '', 1, 0, { email, product })
  if (known && known.getString('state') !== 'waiting') return
  if (!known && isFull(txApp, email, product)) return
  const alert = known ?? new Record(txApp.findCollectionByNameOrId('stock_alerts'), { email, product })
  alert.set('state', proven ? 'confirmed' : 'waiting')
  txApp.save(alert)
  if (!proven && !consumeAll(txApp, [['alertmails:recipient', mailboxOf(email)]])) queue(txApp, CONFIRM_ALERT, alert.id)
}

function answer(e: PbRequestEvent, body: object): void {
  e.response.header().set('Cache-Control', 'no-store')
  e.json(202, body)
}

/** POST /api/store/alerts/confirm `{ id, token }`, what the mail's link carries: 202, or 404 for every miss. */
export function confirmAlert(e: PbRequestEvent): unknown {
  const read = readBody(e)
  if ('problem' in read) return answerProblem(e, read.problem)
  const checked = checkRequest(letterLinkSchema, read.body)
  if ('problems' in checked) return answerProblem(e, fieldProblem(checked.problems))
  const { id, token } = checked.value
  const alert = findAlert(e.app, id)
  const isTheirs = $security.equal(token, alertToken(id))
  if (!alert || !isTheirs) return answerProblem(e, NOT_FOUND)
  if (alert.getString('state') === 'waiting') {
    if (isFull(e.app, alert.getString('email'), alert.getString('product'))) return answerProblem(e, NOT_FOUND)
    alert.set('state', 'confirmed')
    e.app.save(alert)
  }
  return answer(e, {})
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
      const alert = txApp.findRecordById('stock_alerts', String(id))
      alert.set('state', 'queued')
      txApp.save(alert)
      queue(txApp, BACK, alert.id)
    }
  })
}

/**
 * One of the two mails, as true as it is now: nothing for an alert that is gone or confirmed meanwhile, nor for a
 * product whose pieces are gone again, which is waited for anew.
 */
export function mailOfAlert(app: PbApp, kind: string, id: string): OutgoingMail | undefined {
  const alert = findAlert(app, id)
  if (!alert || alert.getString('state') !== (kind === BACK ? 'queued' : 'waiting')) return undefined
  const product = app.findRecordById('products', alert.getString('product'))
  const about = { shop: storeSettings(app).store_name, name: product.getString('name') }
  const head = {
    to: alert.getString('email'),
    headers: { 'Message-ID': `<${kind}.${id}.${now()}@${senderDomain(app)}>`, 'Auto-Submitted': 'auto-generated' },
  }
  if (kind === CONFIRM_ALERT)
    return {
      ...head,
      ...confirmAlertMail(about, `${storeAddress(app)}${paths.letters('tell')}#${id}.${alertToken(id)}`),
    }
  const back = rows(
    app,
    `SELECT 1 AS found FROM products p WHERE p.id = {:id} AND ${IS_BACK}`,
    { id: product.id },
    { found: 0 },
  )
  if (back.length > 0) return { ...head, ...backMail(about, `${storeAddress(app)}${paths.product(product.id)}`) }
  alert.set('state', 'confirmed')
  app.save(alert)
  return undefined
}

/** Once their mail has gone out, or was given up, their address goes. Who waits anew stays. */
export function forgetTold(app: PbApp, id: string): void {
  const alert = findAlert(app, id)
  if (alert?.getString('state') === 'queued') app.delete(alert)
}
