import { parseDate } from '../../src/domain/date'
import { CASH_CONFIRM_MS, UNPROVEN_CASH_MS } from '../../src/domain/limits'
import type { Paise } from '../../src/domain/money'
import { type OnlineProvider, type PaymentSession, receiptOf } from '../../src/domain/order'
import {
  checkRequest,
  paymentRequestSchema,
  testPaymentSchema,
  type VerifyRequest,
  verifyRequestSchema,
} from '../../src/domain/order-request'
import { cashChoice } from '../../src/domain/quote'
import type { StoreSettings } from '../../src/domain/settings'
import { paths } from '../../src/lib/paths'
import { answerRefusal, fieldRefusal, NOT_FOUND, type Refusal, readBody, situation, transaction } from './answer'
import { now } from './clock'
import { leavePlace, takePlace } from './engines'
import { plain, storeSettings } from './facts'
import {
  createOrder,
  fetchPayment,
  findOrders,
  type GatewayPayment,
  gatewayKeyId,
  listRefunds,
  onlineProvider,
  paymentsOf,
  signedReturn,
} from './gateway'
import { addressOf, limited, takeTry } from './limits'
import { accessToken, ownOrder } from './order-access'
import { refuseKept } from './order-fields'
import { awaitMaker, buyerOf, countUnpaid, mustWaitInstead } from './order-limits'
import { orderView, placedView } from './order-view'
import { settleRefunds } from './refunds'
import { chargeExactly, exactTotal, extendHold, type Source, settle } from './settlement'
import { bodyText } from './slow-clients'
import { piecesOf, recordDate, stockSuffices } from './stock'

/** How long one request may be asking the gateway for a try before another may take it over, ms. */
const CLAIM_MS = 15_000
/** How long a request waits for another one that is asking, ms; how many may at a time, each in a script engine; and how often it looks. */
const WAIT_MS = 9000
const MOST_WAITING = 10
const LOOK_MS = 100
/** Seconds the gateway is given: to make an order, to find one, once more. Together under 9, so that the shopper has an answer within 10. */
const CREATE_SECONDS = 4
const FIND_SECONDS = 2
const RETRY_SECONDS = 2
const FETCH_SECONDS = 4
/** When the store asks by itself what became of a try, ms after it began. */
const FIRST_CHECK_MS = 2 * 60_000
/** How often a shopper's "check payment status" reaches the gateway, seconds. */
const CHECK_INTERVAL_SECONDS = 5
/**
 * How long after placing an unpaid order may keep its pieces by being paid again and again, ms; others want them too.
 */
const LONGEST_HOLD_MS = 60 * 60_000

const UNPAID_ATTEMPT = ['created', 'attempted', 'failed']

/** Inserts the next try to pay, claimed by the caller: who inserts it asks the gateway, and nobody else. */
export function openAttempt(txApp: PbApp, order: PbRecord, time: number): PbRecord {
  const last = txApp.findRecordsByFilter('payments', 'order = {:order}', '-attempt', 1, 0, { order: order.id })[0]
  const attempt = (last?.getInt('attempt') ?? 0) + 1
  const provider = order.getString('payment_method')
  const row = new Record(txApp.findCollectionByNameOrId('payments'), {
    id: $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789'),
    order: order.id,
    provider,
    attempt,
    receipt: receiptOf(order.getString('number'), attempt),
    amount: order.getInt('grand_total'),
    currency: 'INR',
    status: 'created',
  })
  if (provider === 'test') {
    row.set('gateway_order_id', `order_test_${row.id}`)
  } else {
    row.set('claimed_until', recordDate(time + CLAIM_MS))
    row.set('next_check_at', recordDate(time + FIRST_CHECK_MS))
  }
  txApp.save(row)
  return row
}

/** The newest try that no money has come with; undefined when there is none. */
function currentAttempt(app: PbApp, order: string): PbRecord | undefined {
  return app
    .findRecordsByFilter('payments', 'order = {:order}', '-attempt', 20, 0, { order })
    .find((row) => UNPAID_ATTEMPT.includes(row.getString('status')))
}

/**
 * Brings the order's try to pay to where the gateway's script can open, outside of any transaction: makes the gateway order, or waits for the request
 * that is making it. `session` is null when the order is not to be paid online (any more). Takes at most about 9 seconds.
 * @param claim id of the try when the caller inserted it or claimed it as a new one; empty otherwise
 */
export function startPayment(app: PbApp, order: PbRecord, claim: string): StartedPayment {
  const waiting: Waiting = { place: '' }
  try {
    return startInTurn(app, order, claim, waiting)
  } finally {
    leavePlace('payments', waiting.place)
  }
}

type StartedPayment = { order: PbRecord; session: PaymentSession | null } | { refusal: Refusal }
/** The place of a request that waits for another one; empty before it does. */
interface Waiting {
  place: string
}

function startInTurn(app: PbApp, order: PbRecord, claim: string, waiting: Waiting): StartedPayment {
  const end = Date.now() + WAIT_MS
  if (claim && order.getString('status') === 'pending') makeGatewayOrder(app, claim, false)
  for (;;) {
    const fresh = app.findRecordById('orders', order.id)
    const toPay = fresh.getString('status') === 'pending' && fresh.getString('payment_method') !== 'cod'
    const row = toPay ? currentAttempt(app, order.id) : undefined
    if (!row) return { order: fresh, session: null }
    if (row.getString('gateway_order_id')) return { order: fresh, session: sessionOf(row) }
    const claimed = parseDate(row.getString('claimed_until')) > now()
    if (!claimed) {
      // Whoever asked the gateway has given up: asking at once again would only keep this shopper waiting.
      if (claim || waiting.place) return { refusal: gatewayUnavailable(fresh) }
      if (claimAttempt(app, row.id)) {
        claim = row.id
        makeGatewayOrder(app, row.id, true)
        continue
      }
    }
    waiting.place ||= takePlace('payments', MOST_WAITING)
    if (!waiting.place || Date.now() > end) {
      return {
        refusal: situation(409, 'request_in_progress', 'This payment is just being prepared. Try again in a moment.'),
      }
    }
    sleep(LOOK_MS)
  }
}

const gatewayUnavailable = (order: PbRecord): Refusal =>
  situation(
    503,
    'gateway_unavailable',
    'The payment provider does not answer. Your order is kept: try again, or choose cash.',
    {
      order: placedView(order),
    },
  )

function sessionOf(row: PbRecord): PaymentSession {
  const provider = row.getString('provider') as OnlineProvider
  return {
    provider,
    key_id: provider === 'razorpay' ? gatewayKeyId() : '',
    gateway_order_id: row.getString('gateway_order_id'),
    amount: row.getInt('amount'),
    currency: 'INR',
  }
}

/** Takes a try that nobody is asking the gateway for, or whose asker has died. */
function claimAttempt(app: PbApp, id: string): boolean {
  let mine = false
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    const time = now()
    if (row.getString('gateway_order_id') || parseDate(row.getString('claimed_until')) > time) return
    row.set('claimed_until', recordDate(time + CLAIM_MS))
    txApp.save(row)
    mine = true
  })
  return mine
}

/**
 * Phases 2 and 3 of placing: asks the gateway for an order of this try and stores its number. A lost answer is looked for under our receipt before
 * another order is made. Gives the claim back in any case.
 * @param mayExist whether an earlier request may have made one already
 */
function makeGatewayOrder(app: PbApp, id: string, mayExist: boolean): void {
  const row = app.findRecordById('payments', id)
  const receipt = row.getString('receipt')
  const amount = row.getInt('amount')
  const notes = { order: row.getString('order'), attempt: String(row.getInt('attempt')) }
  let problem = ''
  const create = (seconds: number): string => {
    const made = createOrder({ receipt, amount, notes }, seconds)
    if ('ok' in made && made.ok.amount === amount) return made.ok.id
    problem = JSON.stringify(made)
    return ''
  }
  /** null: the gateway did not say. */
  const find = (): string | null => {
    const found = findOrders(receipt, FIND_SECONDS)
    if ('ok' in found) return found.ok.find((candidate) => candidate.amount === amount)?.id ?? ''
    problem = JSON.stringify(found)
    return null
  }
  let gatewayOrder: string | null = mayExist ? find() : ''
  if (gatewayOrder === '') {
    gatewayOrder = create(CREATE_SECONDS)
    if (gatewayOrder === '') {
      gatewayOrder = find()
      if (gatewayOrder === '') gatewayOrder = create(RETRY_SECONDS)
    }
  }
  if (!gatewayOrder)
    app.logger().warn('The payment provider did not give an order.', 'receipt', receipt, 'answer', problem)
  app.runInTransaction((txApp) => {
    const current = txApp.findRecordById('payments', id)
    // A webhook may have been faster.
    if (gatewayOrder && !current.getString('gateway_order_id')) current.set('gateway_order_id', gatewayOrder)
    current.set('claimed_until', '')
    txApp.save(current)
  })
}

/**
 * POST /api/store/orders/{id}/payment `{ method?: 'online' | 'cod' }`: starts or resumes the payment, or turns the
 * unpaid order into a cash order, which may have to wait for the maker; a cash order that waits may be paid online
 * instead. Answers what placing answers. While its gateway order is unpaid a try is used again, so that nobody pays
 * twice; the pieces are held for another half hour, an hour after placing at the latest. 409 `already_paid`,
 * `order_closed`, `out_of_stock`; 503 `gateway_unavailable`; 400 when the method is not offered.
 */
export function pay(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerRefusal(e, NOT_FOUND)
  if (limited(e, [['deeds:order', own.id]])) return
  const read = readBody(e, {})
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(paymentRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  const prepared = transaction(e.app, (txApp, refuse) => {
    const order = txApp.findRecordById('orders', own.id)
    return checked.value.method === 'cod'
      ? payInCash(txApp, order, addressOf(e), refuse)
      : payOnline(txApp, order, refuse)
  })
  if ('refusal' in prepared) return answerRefusal(e, prepared.refusal)
  const started = startPayment(e.app, prepared.value.order, prepared.value.claim)
  if ('refusal' in started) return answerRefusal(e, started.refusal)
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, placedView(started.order, started.session))
}

interface Prepared {
  order: PbRecord
  claim: string
}
type Refuse = (refusal: Refusal) => never

function payOnline(txApp: PbApp, order: PbRecord, refuse: Refuse): Prepared {
  const provider = onlineProvider()
  const time = now()
  const refusal = refusalOfPaying(txApp, order)
  if (refusal) return refuse(refusal)
  if (!provider) return refuse(methodRefused('Online payment is not set up in this shop'))
  const last = parseDate(order.getString('placed_at')) + LONGEST_HOLD_MS
  if (Math.max(last, parseDate(order.getString('expires_at')) || 0) <= time) {
    return refuse(situation(409, 'order_closed', 'This order has waited too long. Please place a new one.'))
  }
  if (!extendHold(txApp, order, time, last)) return refuse(outOfStock)
  if (order.getString('payment_method') === 'cod') chargeExactly(order)
  order.set('payment_method', provider)
  order.set('actor', 'shopper')
  txApp.save(order)
  const row = currentAttempt(txApp, order.id)
  const usable = row?.getString('provider') === provider && row.getInt('amount') === order.getInt('grand_total')
  if (!row || !usable) {
    const opened = openAttempt(txApp, order, time)
    return { order, claim: provider === 'test' ? '' : opened.id }
  }
  if (row.getString('status') === 'failed') {
    row.set('status', 'created')
    row.set('gateway_payment_id', '')
    row.set('error_reason', '')
  }
  if (provider !== 'test') {
    row.set('checks', 0)
    row.set('next_check_at', recordDate(time + FIRST_CHECK_MS))
  }
  txApp.save(row)
  return { order, claim: '' }
}

function payInCash(txApp: PbApp, order: PbRecord, address: string, refuse: Refuse): Prepared {
  if (['pending', 'confirmed'].includes(order.getString('status')) && order.getString('payment_method') === 'cod')
    return { order, claim: '' }
  const refusal = refusalOfPaying(txApp, order)
  if (refusal) return refuse(refusal)
  const settings = storeSettings(txApp)
  const choice = cashChoice(exactTotal(order), settings)
  if (!choice.available) return refuse(methodRefused(choice.reason))
  const tooMany = refusalOfCash(txApp, order.getString('phone'), settings)
  if (tooMany) return refuse(tooMany)
  const pieces = piecesOf(plain(order).items as { product: string; quantity: number }[])
  const time = now()
  if (!stockSuffices(txApp, order.id, pieces, time)) return refuse(outOfStock)
  const contact = {
    user: order.getString('user'),
    phone: order.getString('phone'),
    email: order.getString('email'),
  }
  const buyer = buyerOf(txApp, contact, address)
  const waits = mustWaitInstead(txApp, order, { buyer, pieces, total: choice.total, settings }, time)
  order.set('payment_method', 'cod')
  order.set('round_off', choice.round_off)
  order.set('grand_total', choice.total)
  // From when it was placed: turning to and fro prolongs nothing.
  const until = waits ? parseDate(order.getString('placed_at')) + CASH_CONFIRM_MS : time + UNPROVEN_CASH_MS
  if (waits) order.set('expires_at', recordDate(until))
  else order.set('status', 'confirmed')
  order.set('actor', 'shopper')
  txApp.save(order)
  countUnpaid(txApp, order.id, { pieces, buyer, cash: true, until, time })
  if (waits) awaitMaker(txApp, order.id, { pieces, until, time })
  return { order, claim: '' }
}

const outOfStock = situation(409, 'out_of_stock', 'Your time to pay is over and something in this order is sold out.')

const methodRefused = (message: string): Refusal => fieldRefusal({ payment_method: { code: 'not_available', message } })

/** Why no payment may be begun for this order, or null. */
function refusalOfPaying(app: PbApp, order: PbRecord): Refusal | null {
  const money = order.getString('payment_status')
  if (['paid', 'partially_refunded', 'refunded'].includes(money))
    return situation(409, 'already_paid', 'This order is paid.')
  const status = order.getString('status')
  if (status !== 'pending') {
    const cash = status === 'confirmed' && order.getString('payment_method') === 'cod'
    return situation(
      409,
      'order_closed',
      cash ? 'This order is to be paid on delivery.' : 'This order is closed. Please place a new one.',
    )
  }
  const row = currentAttempt(app, order.id)
  const confirming = row?.getString('status') === 'attempted' && row.getString('gateway_payment_id') !== ''
  if (money === 'authorized' || confirming)
    return situation(409, 'already_paid', 'Your payment is being confirmed. Do not pay again.')
  return null
}

/** Cash orders that were never taken in cost the shop both ways of the parcel: the settings say how many one number may have open. */
export function refusalOfCash(
  txApp: PbApp,
  phone: string,
  settings: Pick<StoreSettings, 'cod_max_open_per_phone'>,
): Refusal | null {
  const limit = settings.cod_max_open_per_phone
  if (limit === 0) return null
  const open = txApp.findRecordsByFilter(
    'orders',
    'phone = {:phone} && payment_method = "cod" && payment_status = "unpaid" && (status = "confirmed" || status = "pending")',
    '',
    limit,
    0,
    { phone },
  )
  if (open.length < limit) return null
  const message = 'Earlier cash orders of this mobile number are not paid yet. Please wait until they have arrived'
  return fieldRefusal({ payment_method: { code: 'too_many_open', message } })
}

/**
 * POST /api/store/orders/{id}/payment/verify: what the gateway's script handed to the page after paying (ORDER-04). The signature is checked against
 * the gateway order stored for this order, then the payment itself is asked for. Answers the order; it is still pending when the gateway is
 * silent, and completed by webhook or cron. 400 `bad_signature`.
 */
export function verify(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerRefusal(e, NOT_FOUND)
  if (limited(e, [['deeds:order', own.id]])) return
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(verifyRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  if (!takeReturn(e.app, own.id, checked.value)) {
    return answerRefusal(e, situation(400, 'bad_signature', 'This payment does not belong to this order.'))
  }
  answerOrder(e, own.id)
}

function answerOrder(e: PbRequestEvent, id: string): void {
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, orderView(e.app, e.app.findRecordById('orders', id)))
}

/** Checks a return's signature and settles its payment as the gateway tells it. False: not signed for this order. */
function takeReturn(app: PbApp, order: string, returned: VerifyRequest): boolean {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = returned
  const row = app.findRecordsByFilter(
    'payments',
    'order = {:order} && provider = "razorpay" && gateway_order_id = {:id}',
    '-attempt',
    1,
    0,
    { order, id: razorpay_order_id },
  )[0]
  if (!row || !signedReturn(row.getString('gateway_order_id'), razorpay_payment_id, razorpay_signature)) return false
  const known = app.findRecordsByFilter('payments', 'gateway_payment_id = {:id} && captured > 0', '', 1, 0, {
    id: razorpay_payment_id,
  })
  if (known.length > 0) return true
  const payment = fetchPayment(razorpay_payment_id, FETCH_SECONDS)
  if ('ok' in payment && payment.ok.order_id === razorpay_order_id) {
    settleOutside(app, payment.ok, 'return')
    takeInRefunds(app, payment.ok)
    return true
  }
  app.logger().warn('A paid order could not be confirmed yet.', 'order', order, 'answer', JSON.stringify(payment))
  app.runInTransaction((txApp) => {
    const current = txApp.findRecordById('payments', row.id)
    if (!UNPAID_ATTEMPT.includes(current.getString('status'))) return
    const known = { id: razorpay_payment_id, row: row.id }
    if (txApp.findRecordsByFilter('payments', 'gateway_payment_id = {:id} && id != {:row}', '', 1, 0, known)[0]) return
    // Signed by the gateway: it exists, however long its state takes to be known.
    current.set('status', 'attempted')
    current.set('gateway_payment_id', razorpay_payment_id)
    current.set('error_reason', '')
    current.set('next_check_at', recordDate(now()))
    txApp.save(current)
  })
  return true
}

function settleOutside(app: PbApp, payment: GatewayPayment, source: Source): void {
  app.runInTransaction((txApp) => {
    settle(txApp, payment, source)
  })
}

/** Money that came and went back before the store heard of it must not pay for an order. False: the gateway did not answer. */
function takeInRefunds(app: PbApp, payment: GatewayPayment): boolean {
  if (payment.status !== 'refunded' || !payment.captured) return true
  const refunds = listRefunds(payment.id, FETCH_SECONDS)
  if ('ok' in refunds) settleRefunds(app, refunds.ok)
  return !('unreachable' in refunds)
}

/** Order in which several payments of one gateway order are taken in: money that is here pays before money that has gone back. */
const TOLD_ORDER = ['created', 'failed', 'authorized', 'captured', 'refunded']

/**
 * Asks the gateway what became of a try and settles every payment it tells of. A try whose gateway order the store does not know is looked for under its
 * receipt first. False: the gateway did not answer.
 */
export function askAboutAttempt(app: PbApp, row: PbRecord, source: Source): boolean {
  const gatewayOrders = row.getString('gateway_order_id') ? [row.getString('gateway_order_id')] : []
  if (gatewayOrders.length === 0) {
    const found = findOrders(row.getString('receipt'), FETCH_SECONDS)
    if (!('ok' in found)) return 'refused' in found
    for (const order of found.ok) if (order.amount === row.getInt('amount')) gatewayOrders.push(order.id)
    if (gatewayOrders[0]) storeGatewayOrder(app, row.id, gatewayOrders[0])
  }
  for (const gatewayOrder of gatewayOrders) {
    const payments = paymentsOf(gatewayOrder, FETCH_SECONDS)
    if ('unreachable' in payments) return false
    if ('refused' in payments) {
      app
        .logger()
        .warn('The payment provider does not know an order.', 'order', gatewayOrder, 'answer', JSON.stringify(payments))
      if (payments.refused.status === 400) forgetGatewayOrder(app, row.id, gatewayOrder)
      continue
    }
    const told = payments.ok.sort((a, b) => TOLD_ORDER.indexOf(a.status) - TOLD_ORDER.indexOf(b.status))
    for (const payment of told) {
      if (payment.order_id !== gatewayOrder) continue
      settleOutside(app, payment, source)
      if (!takeInRefunds(app, payment)) return false
    }
  }
  return true
}

function storeGatewayOrder(app: PbApp, id: string, gatewayOrder: string): void {
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    if (row.getString('gateway_order_id')) return
    row.set('gateway_order_id', gatewayOrder)
    row.set('claimed_until', '')
    txApp.save(row)
  })
}

/** An order the gateway gave and did not keep cannot be paid: the next try to pay makes another. Its payments would still be known by their notes. */
function forgetGatewayOrder(app: PbApp, id: string, gatewayOrder: string): void {
  app.runInTransaction((txApp) => {
    const row = txApp.findRecordById('payments', id)
    const untouched = row.getString('status') === 'created' && row.getString('gateway_payment_id') === ''
    if (!untouched || row.getString('gateway_order_id') !== gatewayOrder) return
    row.set('gateway_order_id', '')
    txApp.save(row)
  })
}

/**
 * POST /api/store/orders/{id}/payment/check: the shopper's "check payment status". Asks the gateway now, at most once in 5 seconds for an order;
 * answers the order in any case.
 */
export function check(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerRefusal(e, NOT_FOUND)
  if (takeTry(e.app, `check ${own.id}`, 1, CHECK_INTERVAL_SECONDS) === 0) {
    const rows = e.app.findRecordsByFilter(
      'payments',
      'order = {:order} && provider = "razorpay" && captured = 0',
      '-attempt',
      3,
      0,
      { order: own.id },
    )
    for (const row of rows) if (!askAboutAttempt(e.app, row, 'check')) break
  }
  answerOrder(e, own.id)
}

/**
 * POST /api/store/orders/{id}/payment/test `{ outcome: 'success' | 'failure' }`: pays with pretend money, in a shop without a gateway. 404
 * in production and for every order that is not to be paid so.
 */
export function testPayment(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own || onlineProvider() !== 'test') return answerRefusal(e, NOT_FOUND)
  if (limited(e, [['deeds:order', own.id]])) return
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(testPaymentSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  const { outcome } = checked.value
  const settled = transaction(e.app, (txApp, refuse) => {
    const row = txApp.findRecordsByFilter('payments', 'order = {:order} && provider = "test"', '-attempt', 1, 0, {
      order: own.id,
    })[0]
    if (!row) return refuse(NOT_FOUND)
    return settle(txApp, pretendPayment(row, outcome), 'test')
  })
  if ('refusal' in settled) return answerRefusal(e, settled.refusal)
  answerOrder(e, own.id)
}

function pretendPayment(row: PbRecord, outcome: 'success' | 'failure'): GatewayPayment {
  const amount: Paise = row.getInt('amount')
  const failed = outcome === 'failure'
  const tries = failed ? `_${$security.randomStringWithAlphabet(8, 'abcdefghijklmnopqrstuvwxyz0123456789')}` : ''
  return {
    id: `pay_test_${row.id}${tries}`,
    order_id: row.getString('gateway_order_id'),
    amount,
    currency: row.getString('currency'),
    status: failed ? 'failed' : 'captured',
    captured: !failed,
    method: 'test',
    error_reason: failed ? 'payment_failed' : '',
    notes: { order: '', attempt: '' },
  }
}

/**
 * POST /api/store/payment/return?order={id}: where the gateway sends the browser from inside another app, by a form from its own page. Settles what is
 * signed and answers 303 to the order's page, with the order's token in the fragment only when the signature was good: no other order is opened by it.
 * The page is on the shop's own address (`STORE_URL`), which need not be this one; where none is named it is.
 */
export function receiveReturn(e: PbRequestEvent) {
  const request = e.request as PbRequestEvent['request'] & { url: { query(): { get(name: string): string } } }
  const order = request.url.query().get('order')
  const shop = $os.getenv('STORE_URL').replace(/\/+$/, '')
  e.response.header().set('Cache-Control', 'no-store')
  e.response.header().set('Referrer-Policy', 'no-referrer')
  if (!/^[a-z0-9]{15}$/.test(order)) return e.redirect(303, shop + paths.trackOrder())
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
 * onRecordUpdateRequest of payments and their events: what was received stays as it is. The owner switches an event's `review` off.
 * @throws BadRequestError (400) with a sentence beside every other field that is changed
 */
export function keepPayment(e: PbRecordRequestEvent): void {
  refuseKept(e.record, ['review'])
  e.next()
}
