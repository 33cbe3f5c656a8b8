import { emailSchema, phoneSchema } from '../../src/domain/address'
import {
  mayCancel,
  NUMBER_ALPHABET,
  NUMBER_LENGTH,
  NUMBER_PREFIX,
  type OrderEvent,
  type OrderItem,
  type OrderView,
  type PlacedOrder,
  parseOrderNumber,
  type TrackView,
} from '../../src/domain/order'
import {
  checkRequest,
  type FieldProblems,
  IDEMPOTENCY_KEY,
  type PlaceRequest,
  placeRequestSchema,
  quoteRequestSchema,
  trackRequestSchema,
} from '../../src/domain/order-request'
import { priceCart, type Quote, type QuoteFacts } from '../../src/domain/quote'
import { answerRefusal, fieldRefusal, NOT_FOUND, type Refusal, readBody, situation, transaction } from './answer'
import { now } from './clock'
import { plain, quoteFacts } from './facts'
import { accessToken, ownOrder, shopperId } from './order-access'
import { addEvent } from './order-record'
import { addMovement, recordDate } from './stock'

/** POST /api/store/quote: what the shop would charge for these items now. Contract: the store's own routes. */
export function quote(e: PbRequestEvent) {
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(quoteRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, priceCart(checked.value.items, quoteFacts(e.app, checked.value.items, now())))
}

/**
 * POST /api/store/orders: places an order (ORDER-02, ORDER-03, ORDER-05, ORDER-10). Everything that decides money and stock happens
 * in one write transaction: claim the key, re-price from records, compare with what the shopper saw, check minimum and stock, insert
 * order, stock movements and event. The same key with the same body again answers the same order.
 */
export function place(e: PbRequestEvent) {
  const key = e.request.header.get('Idempotency-Key')
  if (!IDEMPOTENCY_KEY.test(key)) {
    const message = 'Send an Idempotency-Key of 16 to 64 letters, digits, - or _'
    return answerRefusal(e, fieldRefusal({ 'Idempotency-Key': { code: 'validation_invalid_value', message } }))
  }
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(placeRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))

  const request = checked.value
  const user = shopperId(e)
  const requestHash = $security.sha256(JSON.stringify([user, { ...request, utm: undefined }]))
  const placed = transaction(e.app, (txApp, refuse) => {
    const earlier = txApp.findRecordsByFilter('orders', 'idempotency_key = {:key}', '', 1, 0, { key })[0]
    if (earlier) {
      if ($security.equal(earlier.getString('request_hash'), requestHash)) return earlier
      return refuse(situation(422, 'idempotency_key_reused', 'This order was sent before with other contents.'))
    }
    const time = now()
    const facts = quoteFacts(txApp, request.items, time)
    const priced = priceCart(request.items, facts)
    const refusal = refusalOf(request, priced) ?? refusalOfCash(txApp, request, facts)
    if (refusal) return refuse(refusal)
    return insertOrder(txApp, { request, priced, facts, user, key, requestHash, time })
  })
  if ('refusal' in placed) return answerRefusal(e, placed.refusal)
  e.response.header().set('Cache-Control', 'no-store')
  e.json(201, placedView(placed.value))
}

/** Why this order cannot be placed as it was asked for, or null. */
function refusalOf(request: PlaceRequest, priced: Quote): Refusal | null {
  const fields: FieldProblems = {}
  let stock = false
  for (const line of priced.items) {
    if (!line.problem) continue
    const position = request.items.findIndex((item) => item.product === line.product && item.color === line.color)
    const field =
      line.problem.code === 'unknown_color' ? 'color' : STOCK_PROBLEMS.has(line.problem.code) ? 'quantity' : 'product'
    if (field === 'quantity') stock = true
    fields[`items.${position}.${field}`] = line.problem
  }
  if (Object.keys(fields).length > 0) {
    if (stock)
      return situation(409, 'out_of_stock', 'Something in your cart can no longer be had.', {
        ...fields,
        quote: priced,
      })
    return { ...fieldRefusal(fields), data: { ...fields, quote: priced } }
  }
  const below = priced.problems.find((problem) => problem.code === 'below_minimum')
  if (below) return situation(400, 'below_minimum', below.message, { quote: priced })
  if (request.expected_total !== priced.grand_total) {
    return situation(409, 'cart_changed', 'Prices have changed since you saw them.', { quote: priced })
  }
  const choice = priced.payment_methods.find((payment) => payment.method === request.payment_method)
  if (!choice?.available) {
    return fieldRefusal({
      payment_method: { code: 'not_available', message: choice?.reason ?? 'This way to pay is not offered' },
    })
  }
  return null
}

/** Cash orders that were never taken in cost the shop both ways of the parcel: the settings say how many one number may have open. */
function refusalOfCash(txApp: PbApp, { payment_method, contact }: PlaceRequest, facts: QuoteFacts): Refusal | null {
  const limit = facts.settings.cod_max_open_per_phone
  if (payment_method !== 'cod' || limit === 0) return null
  const open = txApp.findRecordsByFilter(
    'orders',
    'phone = {:phone} && payment_method = "cod" && payment_status = "unpaid" && status = "confirmed"',
    '',
    limit,
    0,
    { phone: contact.phone },
  )
  if (open.length < limit) return null
  const message = 'Earlier cash orders of this mobile number are not paid yet. Please wait until they have arrived'
  return fieldRefusal({ payment_method: { code: 'too_many_open', message } })
}

const STOCK_PROBLEMS = new Set<string>(['out_of_stock', 'insufficient_stock'])

interface Placement {
  request: PlaceRequest
  priced: Quote
  facts: QuoteFacts
  user: string
  key: string
  requestHash: string
  time: number
}

function insertOrder(txApp: PbApp, { request, priced, facts, user, key, requestHash, time }: Placement): PbRecord {
  const placedAt = recordDate(time)
  const items = snapshots(priced, facts)
  const order = new Record(txApp.findCollectionByNameOrId('orders'), {
    id: $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789'),
    number: freeNumber(txApp),
    user,
    ...request.contact,
    ...request.address,
    status: 'confirmed',
    payment_status: 'unpaid',
    fulfilment_status: 'unfulfilled',
    payment_method: 'cod',
    currency: 'INR',
    items,
    items_total: priced.items_total,
    discount_total: priced.discount_total,
    shipping_total: priced.shipping_total,
    grand_total: priced.grand_total,
    offer: priced.offer?.active ? { id: priced.offer.id, title: priced.offer.title } : null,
    note: request.note,
    utm: request.utm ?? null,
    idempotency_key: key,
    request_hash: requestHash,
    placed_at: placedAt,
    confirmed_at: placedAt,
  })
  order.set('access_token_hash', $security.sha256(accessToken(order.id)))
  txApp.save(order)
  for (const item of items) {
    if (facts.find(item.product)?.available == null) continue
    addMovement(txApp, { product: item.product, delta: -item.quantity, reason: 'sale', order: order.id })
  }
  addEvent(txApp, order.id, { type: 'placed', label: 'Order placed', actor: 'shopper' })
  addEvent(txApp, order.id, { type: 'confirmed', label: 'Confirmed, to be paid on delivery', actor: 'store' })
  return order
}

/** Lines as they are bought, with the gift the offer adds. */
function snapshots(priced: Quote, facts: QuoteFacts): OrderItem[] {
  const items = priced.items.map((line): OrderItem => {
    const { product, name, color, color_name, image, quantity, unit_price, line_total } = line
    const found = facts.find(product)
    return {
      product,
      name,
      color,
      color_name,
      image,
      quantity,
      unit_price,
      line_total,
      is_gift: false,
      hsn: found?.hsn ?? '',
      gst_rate: found?.gst_rate ?? 0,
    }
  })
  const gift = priced.offer?.active ? priced.offer.gift : null
  if (gift?.available) {
    const found = facts.find(gift.product)
    items.push({
      product: gift.product,
      name: gift.name,
      color: '',
      color_name: '',
      image: gift.image,
      quantity: 1,
      unit_price: 0,
      line_total: 0,
      is_gift: true,
      hsn: found?.hsn ?? '',
      gst_rate: found?.gst_rate ?? 0,
    })
  }
  return items
}

/** A number nobody has: random, so that it tells neither how many orders there are nor which came before. */
function freeNumber(txApp: PbApp): string {
  for (;;) {
    const number = NUMBER_PREFIX + $security.randomStringWithAlphabet(NUMBER_LENGTH, NUMBER_ALPHABET)
    if (txApp.findRecordsByFilter('orders', 'number = {:number}', '', 1, 0, { number }).length === 0) return number
  }
}

/** GET /api/store/orders/{id}: the order, for its owner or the bearer of its token (ORDER-06). */
export function view(e: PbRequestEvent) {
  const order = ownOrder(e)
  if (!order) return answerRefusal(e, NOT_FOUND)
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, orderView(e.app, order))
}

/** POST /api/store/track: number and e-mail or mobile of the order → its state, without address or contact (ORDER-07). */
export function track(e: PbRequestEvent) {
  const read = readBody(e)
  if ('refusal' in read) return answerRefusal(e, read.refusal)
  const checked = checkRequest(trackRequestSchema, read.body)
  if ('problems' in checked) return answerRefusal(e, fieldRefusal(checked.problems))
  const number = parseOrderNumber(checked.value.number)
  const order = number ? e.app.findRecordsByFilter('orders', 'number = {:number}', '', 1, 0, { number })[0] : undefined
  if (!order || !contactFits(order, checked.value.contact)) return answerRefusal(e, NOT_FOUND)
  const { status, payment_status, fulfilment_status, events, tracking, items, number: shown } = orderView(e.app, order)
  const answer: TrackView = {
    number: shown,
    status,
    payment_status,
    fulfilment_status,
    events,
    tracking,
    items: items.map((item) => ({ name: item.name, color: item.color_name, quantity: item.quantity })),
  }
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, answer)
}

function contactFits(order: PbRecord, contact: string): boolean {
  const email = checkRequest(emailSchema, contact)
  const phone = checkRequest(phoneSchema, contact)
  return (
    ('value' in email && $security.equal(email.value, order.getString('email'))) ||
    ('value' in phone && $security.equal(phone.value, order.getString('phone')))
  )
}

/** POST /api/store/orders/{id}/cancel: before the parcel is packed; its pieces go back to stock in the same transaction. */
export function cancel(e: PbRequestEvent) {
  const own = ownOrder(e)
  if (!own) return answerRefusal(e, NOT_FOUND)
  const cancelled = transaction(e.app, (txApp, refuse) => {
    const order = txApp.findRecordById('orders', own.id)
    const current = orderView(txApp, order)
    if (current.status === 'cancelled') return order
    if (!mayCancel(current))
      return refuse(situation(409, 'too_late', 'This order is already on its way and can no longer be cancelled.'))
    order.set('status', 'cancelled')
    order.set('actor', 'shopper')
    txApp.save(order)
    return order
  })
  if ('refusal' in cancelled) return answerRefusal(e, cancelled.refusal)
  e.response.header().set('Cache-Control', 'no-store')
  e.json(200, orderView(e.app, cancelled.value))
}

function placedView(order: PbRecord): PlacedOrder {
  return {
    id: order.id,
    number: order.getString('number'),
    status: order.getString('status') as PlacedOrder['status'],
    payment_status: order.getString('payment_status') as PlacedOrder['payment_status'],
    fulfilment_status: order.getString('fulfilment_status') as PlacedOrder['fulfilment_status'],
    grand_total: order.getInt('grand_total'),
    access_token: accessToken(order.id),
    payment: null,
  }
}

function orderView(app: PbApp, order: PbRecord): OrderView {
  const text = (field: string) => order.getString(field)
  const fields = plain(order)
  const tracked = text('courier') || text('tracking_number') || text('tracking_url')
  return {
    id: order.id,
    number: text('number'),
    status: text('status') as OrderView['status'],
    payment_status: text('payment_status') as OrderView['payment_status'],
    fulfilment_status: text('fulfilment_status') as OrderView['fulfilment_status'],
    payment_method: text('payment_method') as OrderView['payment_method'],
    currency: 'INR',
    items: fields.items as OrderItem[],
    items_total: order.getInt('items_total'),
    discount_total: order.getInt('discount_total'),
    shipping_total: order.getInt('shipping_total'),
    grand_total: order.getInt('grand_total'),
    contact: { name: text('name'), email: text('email'), phone: text('phone') },
    address: {
      line1: text('line1'),
      line2: text('line2'),
      landmark: text('landmark'),
      city: text('city'),
      state: text('state'),
      pincode: text('pincode'),
    },
    note: text('note'),
    placed_at: text('placed_at'),
    events: publicEvents(app, order.id),
    tracking: tracked
      ? { courier: text('courier'), tracking_number: text('tracking_number'), tracking_url: text('tracking_url') }
      : null,
  }
}

function publicEvents(app: PbApp, order: string): OrderEvent[] {
  return app
    .findRecordsByFilter('order_events', 'order = {:order} && public = true', 'created,@rowid', 200, 0, { order })
    .map((event) => ({
      type: event.getString('type'),
      at: event.getString('created'),
      label: event.getString('label'),
    }))
}
