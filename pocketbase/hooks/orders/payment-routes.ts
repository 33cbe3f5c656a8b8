import { checkRequest } from '../../../src/domain/check-request'
import {
  paymentRequestSchema,
  testPaymentSchema,
  verifyRequestSchema,
} from '../../../src/domain/orders/payment-request'
import { RECORD_ID } from '../../../src/domain/record-id'
import { paths } from '../../../src/lib/paths'
import { answerFresh, answerProblem, httpProblem, NOT_FOUND, transaction } from '../guard/answer'
import { accessToken, ownOrder } from '../guard/order-access'
import { addressOf, consume } from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { bodyText } from '../guard/slow-clients'
import { refuseKept } from '../lib/kept-fields'
import { firstRecord } from '../lib/rows'
import { askAboutAttempt, takeReturn } from '../payments/asking'
import { startPayment } from '../payments/attempts'
import { onlineProvider, providerOf } from '../payments/providers'
import { settle } from '../payments/settlement'
import { pretendPayment } from '../payments/test-provider'
import { orderToChange, orderView, placedView, startProblem } from './order-view'
import { payInCash, payOnline } from './payment-method'

/**
 * How often a shopper's "check payment status" reaches the provider, seconds, and about how many tries it asks, the
 * newest first.
 */
const CHECK_INTERVAL_SECONDS = 5
const MOST_CHECKED = 3

/**
 * POST /api/store/orders/{id}/payment `{ method?: 'online' | 'cod' }`: starts or resumes the payment, or turns the
 * unpaid order into a cash order, which may have to wait for the maker; a cash order that waits may be paid online
 * instead. Answers what placing answers. While its gateway order is unpaid a try is used again, so that nobody pays
 * twice; the pieces are held for another half hour, an hour after placing at the latest. 409 `already_paid`,
 * `order_closed`, `out_of_stock`; 503 `gateway_unavailable`; 400 when the method is not offered.
 */
export function pay(e: PbRequestEvent) {
  const own = orderToChange(e)
  if (!own) return
  const checked = readRequest(e, paymentRequestSchema, {})
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const prepared = transaction(e.app, (txApp, refuse) => {
    const order = txApp.findRecordById('orders', own.id)
    return checked.value.method === 'cod'
      ? payInCash(txApp, order, addressOf(e), refuse)
      : payOnline(txApp, order, refuse)
  })
  if ('problem' in prepared) return answerProblem(e, prepared.problem)
  const started = startPayment(e.app, prepared.value.order, prepared.value.claim)
  if ('problem' in started) return answerProblem(e, startProblem(started))
  answerFresh(e, 200, placedView(started.order, started.session))
}

/**
 * POST /api/store/orders/{id}/payment/verify: what the gateway's script handed to the page after paying (ORDER-04).
 * The signature is checked against the gateway order stored for this order, then the payment itself is asked for.
 * Answers the order; it is still pending when the gateway is silent, and completed by webhook or cron. 400
 * `bad_signature`.
 */
export function verify(e: PbRequestEvent) {
  const own = orderToChange(e)
  if (!own) return
  const checked = readRequest(e, verifyRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  if (!takeReturn(e.app, own.id, checked.value)) {
    return answerProblem(e, httpProblem(400, 'bad_signature', 'This payment does not belong to this order.'))
  }
  answerOrder(e, own.id)
}

function answerOrder(e: PbRequestEvent, id: string): void {
  answerFresh(e, 200, orderView(e.app, e.app.findRecordById('orders', id)))
}

/**
 * POST /api/store/orders/{id}/payment/check: the shopper's "check payment status". Asks the gateway now, at most once
 * in 5 seconds for an order; answers the order in any case.
 */
export function check(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerProblem(e, NOT_FOUND)
  if (consume(e.app, `check ${own.id}`, 1, CHECK_INTERVAL_SECONDS) === 0) {
    const rows = e.app
      .findRecordsByFilter('payments', 'order = {:order} && captured = 0', '-attempt', 20, 0, { order: own.id })
      .filter(providerOf)
    for (const row of rows.slice(0, MOST_CHECKED)) if (!askAboutAttempt(e.app, row, 'check')) break
  }
  answerOrder(e, own.id)
}

/**
 * POST /api/store/orders/{id}/payment/test `{ outcome: 'success' | 'failure' }`: pays with pretend money, in a shop
 * without a gateway. 404 in production and for every order that is not to be paid so.
 */
export function testPayment(e: PbRequestEvent) {
  if (onlineProvider() !== 'test') return answerProblem(e, NOT_FOUND)
  const own = orderToChange(e)
  if (!own) return
  const checked = readRequest(e, testPaymentSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const { outcome } = checked.value
  const settled = transaction(e.app, (txApp, refuse) => {
    const row =
      firstRecord(txApp, 'payments', 'order = {:order} && provider = "test"', { order: own.id }, '-attempt') ??
      refuse(NOT_FOUND)
    return settle(txApp, pretendPayment(row, outcome), 'test')
  })
  if ('problem' in settled) return answerProblem(e, settled.problem)
  answerOrder(e, own.id)
}

/**
 * POST /api/store/payment/return?order={id}: where the gateway sends the browser from inside another app, by a form
 * from its own page. Settles what is signed and answers 303 to the order's page, with the order's token in the
 * fragment only when the signature was good: no other order is opened by it. The page is on the shop's own address
 * (`STORE_URL`), which need not be this one; where none is named it is.
 */
export function receiveReturn(e: PbRequestEvent) {
  const order = e.request.url.query().get('order')
  const shop = $os.getenv('STORE_URL').replace(/\/+$/, '')
  e.response.header().set('Cache-Control', 'no-store')
  e.response.header().set('Referrer-Policy', 'no-referrer')
  if (!RECORD_ID.test(order)) return e.redirect(303, shop + paths.trackOrder())
  const page = shop + paths.orderConfirmation(order)
  const fields = formFields(bodyText(e, MAX_RETURN_BYTES))
  const checked = checkRequest(verifyRequestSchema, Object.fromEntries(fields))
  const signed = 'value' in checked && takeReturn(e.app, order, checked.value)
  e.redirect(303, signed ? `${page}#t=${accessToken(order)}` : page)
}

/** The three fields, or an error with its description. */
const MAX_RETURN_BYTES = 16 * 1024

function formFields(body: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const pair of body.split('&')) {
    const [name = '', value = ''] = pair.split('=').map((part) => part.replace(/\+/g, ' '))
    try {
      fields.set(decodeURIComponent(name), decodeURIComponent(value))
    } catch {
      // Not a form's text: as if it had not been sent.
    }
  }
  return fields
}

/**
 * onRecordUpdateRequest of payments and their events: what was received stays as it is. The owner switches an event's
 * `review` off.
 * @throws BadRequestError (400) with a sentence beside every other field that is changed
 */
export function keepPayment(e: PbRecordRequestEvent): void {
  refuseKept(e.record, ['review'])
  e.next()
}
