import { parseDate } from '../../../src/domain/date'
import type { EnteredOrder } from '../../../src/domain/desk/order-request'
import { CASH_CONFIRM_MS, UNPROVEN_CASH_MS } from '../../../src/domain/limits'
import { toPaise } from '../../../src/domain/money'
import { mayCancel, NUMBER_ALPHABET, NUMBER_LENGTH, type OrderItem } from '../../../src/domain/orders/order'
import {
  type FieldProblems,
  IDEMPOTENCY_KEY,
  type PlaceRequest,
  placeRequestSchema,
  quoteRequestSchema,
} from '../../../src/domain/orders/order-request'
import {
  arrivesLater,
  giftsOf,
  type PaymentChoice,
  priceCart,
  type Quote,
  type QuoteFacts,
} from '../../../src/domain/orders/quote'
import { turnPrices } from '../catalog/price-plans'
import { holdStock, piecesOf, sellStock } from '../catalog/stock'
import {
  answerProblem,
  fieldProblem,
  type HttpProblem,
  httpProblem,
  NOT_FOUND,
  type Refuse,
  transaction,
} from '../guard/answer'
import { accessToken, ownOrder, shopperId } from '../guard/order-access'
import {
  addressOf,
  answerTooMany,
  consumeAll,
  isNoted,
  limited,
  limitOf,
  note,
  release,
  tooManyRequests,
} from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { storeSettings } from '../lib/store-settings'
import { queueMail } from '../mail/order-mails'
import { noteUses, personOf } from '../offers/promotions'
import { openAttempt, startPayment } from '../payments/attempts'
import { HOLD_MS } from '../payments/settlement'
import { ordersOfCode, orderView, placedView, startProblem } from './order-view'
import { cashProblem } from './payment-method'
import { quoteFacts } from './quote-facts'
import { awaitMaker, type Buyer, buyerOf, countUnpaid, limitPieces, mustWait } from './unpaid-limits'

/** POST /api/store/quote: what the shop would charge for these items now. Contract: the store's own routes. */
export function quote(e: PbRequestEvent) {
  const checked = readRequest(e, quoteRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  turnPrices(e.app)
  e.response.header().set('Cache-Control', 'no-store')
  const person = personOf(e.app, shopperId(e), addressOf(e))
  const { items, without } = checked.value
  const facts = quoteFacts(e.app, checked.value, person, now())
  const promotions = facts.promotions.filter(({ id }) => !without.includes(id))
  e.json(200, priceCart(items, { ...facts, promotions }))
}

/**
 * POST /api/store/orders: places an order (ORDER-02, ORDER-03, ORDER-05, ORDER-10). Everything that decides money and
 * stock happens in one write transaction: claim the key, re-price from records, compare with what the shopper saw,
 * check minimum and stock, insert order, stock movements or holds, and event. An online payment is then begun outside
 * of it. The same key with the same body again answers the same order and takes up what an interruption left undone.
 * 503 `gateway_unavailable` carries the order, which stands and may be paid otherwise. 429 `too_many_tries` for more
 * new orders than one shopper or address makes, and for more that wait for their payment.
 */
export function place(e: PbRequestEvent) {
  const key = e.request.header.get('Idempotency-Key')
  if (!IDEMPOTENCY_KEY.test(key)) {
    const message = 'Send an Idempotency-Key of 16 to 64 letters, digits, - or _'
    return answerProblem(e, fieldProblem({ 'Idempotency-Key': { code: 'validation_invalid_value', message } }))
  }
  const checked = readRequest(e, placeRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)

  const request = checked.value
  const user = shopperId(e)
  const address = addressOf(e)
  const hashes = hashesOf(request, user)
  turnPrices(e.app)
  const placed = transaction(e.app, (txApp, refuse) => {
    const earlier = ordered(txApp, { key, hashes }, refuse)
    if (earlier) return { order: earlier, claim: '' }
    const time = now()
    const buyer = buyerOf(txApp, { user, ...request.contact }, address)
    const person = personOf(txApp, user, address, request.contact)
    const products = request.items.map(({ product }) => product)
    const { pincode, state } = request.address
    const method = request.payment_method
    const { counted, ...known } = quoteFacts(txApp, { ...request, pincode, state }, person, time)
    const { facts, unpaid } = limitPieces(txApp, known, { products, buyer, method })
    const priced = priceCart(request.items, facts)
    const choice = priced.payment_methods.find((payment) => payment.method === request.payment_method)
    const cash = request.payment_method === 'cod'
    const problem =
      quoteProblem(request, priced, choice) ?? (cash ? cashProblem(txApp, request.contact.phone, facts.settings) : null)
    if (problem || !choice) return refuse(problem ?? NOT_FOUND)
    const tooMany =
      hurryProblem(txApp, request, { user, address, time }) ?? consumeAll(txApp, [['orders:address', address]])
    if (tooMany) return refuse(tooMany)
    const { settings } = facts
    const items = snapshots(priced, facts)
    const waits = cash && mustWait({ buyer, pieces: piecesOf(items), total: choice.total, settings }, unpaid)
    const made = insertOrder(txApp, { request, priced, choice, items, user, buyer, waits, key, hashes, time })
    release(txApp, counted)
    return made
  })
  if ('problem' in placed) {
    return placed.problem.status === 429 ? answerTooMany(e, placed.problem) : answerProblem(e, placed.problem)
  }
  const { order, claim } = placed.value
  if (!user) note(e.app, placedFrom(order, address), now() + GUESTS_KNOWN_MS)
  const started = startPayment(e.app, order, claim)
  if ('problem' in started) return answerProblem(e, startProblem(started))
  e.response.header().set('Cache-Control', 'no-store')
  e.json(201, placedView(started.order, started.session))
}

/**
 * What makes a request another order. Neither campaign nor total nor what was promised does: a repeated request may
 * know that its own order took the last gift or the last use of a code, or that a price has changed since.
 */
function hashesOf(request: Asked, ...who: unknown[]): readonly [now: string, before: string] {
  const told = { utm: undefined, gift: undefined, promotions: undefined, arrives_until: undefined }
  const hash = (other: object) => $security.sha256(JSON.stringify([...who, { ...request, ...told, ...other }]))
  // The release before held another total or code for another order.
  return [hash({ expected_total: undefined, code: undefined }), hash({ code: request.code || undefined })]
}

interface Key {
  key: string
  /** Of what was asked for, `hashesOf`. */
  hashes: readonly [string, string]
}

/** The order that was placed under this key before; one with other contents is refused. */
function ordered(txApp: PbApp, { key, hashes }: Key, refuse: Refuse): PbRecord | undefined {
  const earlier = txApp.findRecordsByFilter('orders', 'idempotency_key = {:key}', '', 1, 0, { key })[0]
  if (!earlier || hashes.some((hash) => $security.equal(earlier.getString('request_hash'), hash))) return earlier
  return refuse(httpProblem(422, 'idempotency_key_reused', 'This order was sent before with other contents.'))
}

/**
 * An order the maker enters for a shopper who called or wrote: priced and checked as the checkout does, and confirmed
 * at once, as the maker has spoken to the shopper. What leaves pieces for others and holds back strangers is not
 * asked. One that is paid already is exact to the paisa; cash is rounded for the courier.
 * @param by who enters it
 */
export function enterOrder(
  app: PbApp,
  { key, source, paid, ...request }: EnteredOrder,
  by: string,
): { value: PbRecord } | { problem: HttpProblem } {
  const hashes = hashesOf(request, 'desk', source, paid)
  turnPrices(app)
  return transaction(app, (txApp, refuse) => {
    const earlier = ordered(txApp, { key, hashes }, refuse)
    if (earlier) return earlier
    const time = now()
    const { pincode, state } = request.address
    const person = personOf(txApp, '', '', request.contact)
    const facts = quoteFacts(txApp, { ...request, pincode, state }, person, time)
    const priced = priceCart(request.items, facts)
    const cash = priced.payment_methods.find(({ method }) => method === 'cod')
    const choice = cash && paid ? { ...cash, available: true, total: priced.grand_total, round_off: 0, fee: 0 } : cash
    const problem =
      quoteProblem(request, priced, choice) ?? (paid ? null : cashProblem(txApp, request.contact.phone, facts.settings))
    if (problem || !choice) return refuse(problem ?? NOT_FOUND)
    const items = snapshots(priced, facts)
    const { id } = saveOrder(txApp, { request, priced, choice, items, key, hashes, time }, { source })
    const label = `Order placed by ${source}, entered by the shop`
    addEvent(txApp, id, { type: 'placed', label, actor: 'store', data: { by } })
    const order = txApp.findRecordById('orders', id)
    order.set('status', 'confirmed')
    if (paid) order.set('payment_status', 'paid')
    order.set('saved_by', by)
    txApp.save(order)
    return order
  })
}

/** Why this order cannot be placed as it was asked for, or null. */
function quoteProblem(request: Asked, priced: Quote, choice: PaymentChoice | undefined): HttpProblem | null {
  const fields: FieldProblems = {}
  let stock = false
  for (const line of priced.items) {
    if (!line.problem) continue
    const position = request.items.findIndex((item) => item.product === line.product && item.color === line.color)
    const field =
      line.problem.code === 'unknown_color'
        ? 'color'
        : QUANTITY_PROBLEMS.has(line.problem.code)
          ? 'quantity'
          : 'product'
    if (STOCK_PROBLEMS.has(line.problem.code)) stock = true
    fields[`items.${position}.${field}`] = line.problem
  }
  if (Object.keys(fields).length > 0) {
    if (stock)
      return httpProblem(409, 'out_of_stock', 'Something in your cart is no longer available.', {
        ...fields,
        quote: priced,
      })
    return { ...fieldProblem(fields), data: { ...fields, quote: priced } }
  }
  const [whole] = priced.problems
  if (whole) return wholeProblem(whole, priced)
  // Before the total: it is why that is another.
  const lost = promiseProblem(request, priced)
  if (lost) return httpProblem(409, 'cart_changed', lost, { quote: priced })
  // The exact total stands above the choice of payment, the rounded one beside cash: a shopper may have been shown
  // either.
  const exact = priced.grand_total + (choice?.fee ?? 0)
  if (request.expected_total !== exact && request.expected_total !== choice?.total) {
    return httpProblem(409, 'cart_changed', 'Prices have changed since you saw them.', { quote: priced })
  }
  if (!choice?.available) {
    return fieldProblem({
      payment_method: { code: 'not_available', message: choice?.reason ?? 'This way to pay is not offered.' },
    })
  }
  return null
}

/** What stands against the order as a whole. */
function wholeProblem(problem: Quote['problems'][number], priced: Quote): HttpProblem {
  if (problem.code === 'below_minimum') return httpProblem(400, problem.code, problem.message, { quote: priced })
  const fields = { [problem.code === 'own_state_only' ? 'address.state' : 'address.pincode']: problem }
  return { ...fieldProblem(fields), data: { ...fields, quote: priced } }
}

/** What was promised and is not given any more, as a sentence, or null. */
function promiseProblem(request: Asked, priced: Quote): string | null {
  if (request.code !== '' && priced.code_problem) return priced.code_problem.message
  const withheld = priced.withheld?.find(({ id }) => request.promotions.includes(id))
  if (withheld) return withheld.message
  if (request.gift && !giftsOf(priced).some(({ product }) => product === request.gift))
    return 'The free gift is no longer available.'
  const given = new Set(priced.promotions.map(({ id }) => id))
  if (!request.promotions.every((id) => given.has(id))) return 'An offer you saw has ended.'
  return arrivesLater(priced, request.arrives_until) ? 'It would arrive later than you were shown.' : null
}

/** Where a guest ordered from is known as long as any limit of theirs looks back, ms. */
const GUESTS_KNOWN_MS = 24 * 60 * 60_000
/** Orders under a guest's number that are looked at, the newest first. */
const MOST_OF_A_GUEST = 200

const placedFrom = (order: PbRecord, address: string) => `from ${order.id} ${address}`

/**
 * Why this shopper has to wait before ordering again, or null: too many orders of late, or too many that hold pieces
 * and wait for their money. A signed-in shopper is known by the account, guests by mobile number or e-mail and where
 * they order from: nobody who types another's number can keep them from ordering. Counted by the orders themselves;
 * where guests ordered from is in memory alone, so a restart forgives them.
 */
function hurryProblem(
  txApp: PbApp,
  { contact, payment_method }: PlaceRequest,
  { user, address, time }: { user: string; address: string; time: number },
): HttpProblem | null {
  const limit = limitOf(txApp, 'orders:shopper')
  const own = user ? 'user = {:user}' : 'user = "" && (phone = {:phone} || email = {:email})'
  /** The last of so many orders, newest first; undefined when there are fewer. */
  const nth = (filter: string, count: number, more: Record<string, unknown>) => {
    const params = { user, phone: contact.phone, email: contact.email, ...more }
    const all = `${own} && ${filter}`
    if (user) return txApp.findRecordsByFilter('orders', all, '-placed_at', 1, count - 1, params)[0]
    const named = txApp.findRecordsByFilter('orders', all, '-placed_at', MOST_OF_A_GUEST, 0, params)
    return named.filter((order) => isNoted(txApp, placedFrom(order, address)))[count - 1]
  }
  const secondsUntil = (moment: number) => Math.max(1, Math.ceil((moment - time) / 1000))
  if (limit) {
    const lasts = limit.seconds * 1000
    const order = nth('placed_at > {:since}', limit.tries, { since: recordDate(time - lasts) })
    if (order)
      return tooManyRequests(
        secondsUntil(parseDate(order.getString('placed_at')) + lasts),
        'You have placed many orders.',
      )
  }
  const waiting = payment_method === 'online' ? limitOf(txApp, 'orders:waiting') : null
  if (waiting) {
    const filter = 'status = "pending" && expires_at > {:now}'
    const order = nth(filter, waiting.tries, { now: recordDate(time) })
    if (order) {
      const what = `${waiting.tries} of your orders wait for their payment. Pay or cancel one of them.`
      return tooManyRequests(secondsUntil(parseDate(order.getString('expires_at'))), what)
    }
  }
  return null
}

const STOCK_PROBLEMS = new Set<string>(['out_of_stock', 'insufficient_stock', 'left_for_others'])
const QUANTITY_PROBLEMS = new Set<string>([...STOCK_PROBLEMS, 'too_many'])

/** What checkout and desk ask alike. */
type Asked = Pick<
  PlaceRequest,
  'items' | 'contact' | 'address' | 'expected_total' | 'code' | 'gift' | 'promotions' | 'arrives_until' | 'note' | 'utm'
>

interface NewOrder extends Key {
  request: Asked
  priced: Quote
  choice: PaymentChoice
  items: OrderItem[]
  time: number
}

interface Placement extends NewOrder {
  user: string
  buyer: Buyer
  /** A cash order that stands only when the maker confirms it. */
  waits: boolean
}

/** Writes the order's record, `pending` unless told otherwise, and nothing that follows from it. */
function saveOrder(
  txApp: PbApp,
  { request, priced, choice, items, key, hashes, time }: NewOrder,
  more: { [field: string]: string },
): PbRecord {
  const order = new Record(txApp.findCollectionByNameOrId('orders'), {
    id: $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789'),
    number: freeNumber(txApp),
    ...request.contact,
    ...request.address,
    status: 'pending',
    payment_status: 'unpaid',
    fulfilment_status: 'unfulfilled',
    payment_method: choice.provider ?? 'cod',
    currency: 'INR',
    items,
    // A gift's price and what is taken off it cancel.
    items_total: items.reduce((sum, { line_total }) => sum + line_total, 0),
    discount_total: items.reduce((sum, { discount = 0 }) => sum + discount, 0),
    shipping_total: priced.shipping_total + (choice.fee ?? 0),
    cash_fee: choice.fee ?? 0,
    leaves_on: priced.delivery?.leaves ?? '',
    arrives_from: priced.delivery?.earliest ?? '',
    arrives_until: priced.delivery?.latest ?? '',
    round_off: choice.round_off,
    grand_total: choice.total,
    promotions: priced.promotions.map(({ id, name, code, kind, amount }) => ({ id, name, code, kind, amount })),
    note: request.note,
    utm: request.utm ?? null,
    idempotency_key: key,
    request_hash: hashes[0],
    placed_at: recordDate(time),
    ...more,
  })
  order.set('access_token_hash', $security.sha256(accessToken(order.id)))
  txApp.save(order)
  noteUses(txApp, order.id, priced.promotions)
  return order
}

/**
 * The order with everything that has to stand or fall with it. A cash order is confirmed and its pieces are sold, or
 * waits for the maker with its pieces held; an online order waits for its money, with its pieces held and its first
 * try to pay claimed for this request.
 */
function insertOrder(txApp: PbApp, placement: Placement): { order: PbRecord; claim: string } {
  const { choice, items, user, buyer, waits, time } = placement
  const placedAt = recordDate(time)
  const online = choice.method === 'online'
  const pending = online || waits
  const until = time + (online ? HOLD_MS : waits ? CASH_CONFIRM_MS : UNPROVEN_CASH_MS)
  const pieces = piecesOf(items)
  const order = saveOrder(txApp, placement, {
    user,
    status: pending ? 'pending' : 'confirmed',
    confirmed_at: pending ? '' : placedAt,
    expires_at: pending ? recordDate(until) : '',
  })
  addEvent(txApp, order.id, { type: 'placed', label: 'Order placed', actor: 'shopper' })
  countUnpaid(txApp, order.id, { pieces, buyer, cash: !online, until, time })
  if (online) {
    holdStock(txApp, order.id, pieces, { until, time })
    return { order, claim: openAttempt(txApp, order, time) }
  }
  if (waits) {
    awaitMaker(txApp, order.id, { pieces, until, time })
    return { order, claim: '' }
  }
  sellStock(txApp, order.id, pieces, time)
  addEvent(txApp, order.id, { type: 'confirmed', label: 'Confirmed, to be paid on delivery', actor: 'store' })
  queueMail(txApp, { kind: 'order_placed', order: order.id, recipient: 'shopper' })
  queueMail(txApp, { kind: 'owner_new_order', order: order.id, recipient: 'owner' })
  return { order, claim: '' }
}

/** Lines as they are bought, with the gifts promotions add: at their price, with all of it taken off. */
function snapshots(priced: Quote, facts: QuoteFacts): OrderItem[] {
  const items = priced.items.map((line): OrderItem => {
    const { product, name, color, color_name, net, image, quantity, unit_price, line_total, discount } = line
    const found = facts.find(product)
    return {
      product,
      name,
      color,
      color_name,
      ...(net && { net }),
      image,
      quantity,
      unit_price,
      line_total,
      discount,
      is_gift: false,
      hsn: found?.hsn ?? '',
      gst_rate: found?.gst_rate ?? 0,
    }
  })
  for (const gift of giftsOf(priced)) {
    const found = facts.find(gift.product)
    const worth = found ? (toPaise(found.product.price) ?? 0) : 0
    items.push({
      product: gift.product,
      name: gift.name,
      color: '',
      color_name: '',
      image: gift.image,
      quantity: 1,
      unit_price: worth,
      line_total: worth,
      discount: worth,
      is_gift: true,
      hsn: found?.hsn ?? '',
      gst_rate: found?.gst_rate ?? 0,
    })
  }
  return items
}

/**
 * A number nobody has: random, so that it tells neither how many orders there are nor which came before. An order is
 * found without its prefix, so no two have the same code.
 */
function freeNumber(txApp: PbApp): string {
  for (;;) {
    const code = $security.randomStringWithAlphabet(NUMBER_LENGTH, NUMBER_ALPHABET)
    if (ordersOfCode(txApp, code).length === 0) return `${storeSettings(txApp).order_prefix}-${code}`
  }
}

/**
 * POST /api/store/orders/{id}/cancel: before the parcel is packed; its pieces go back to stock in the same transaction.
 */
export function cancel(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerProblem(e, NOT_FOUND)
  if (limited(e, [['deeds:order', own.id]])) return
  const cancelled = transaction(e.app, (txApp, refuse) => {
    const order = txApp.findRecordById('orders', own.id)
    const current = orderView(txApp, order)
    if (current.status === 'cancelled') return order
    if (!mayCancel(current))
      return refuse(httpProblem(409, 'too_late', 'This order is already on its way and can no longer be cancelled.'))
    order.set('status', 'cancelled')
    order.set('actor', 'shopper')
    txApp.save(order)
    return order
  })
  if ('problem' in cancelled) return answerProblem(e, cancelled.problem)
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, orderView(e.app, cancelled.value))
}
