import { CASH_CONFIRM_MS, UNPROVEN_CASH_MS } from '../../../src/domain/limits'
import { mayCancel } from '../../../src/domain/orders/order'
import { placeRequestSchema, quoteRequestSchema } from '../../../src/domain/orders/order-request'
import { priceCart } from '../../../src/domain/orders/quote'
import { IDEMPOTENCY_KEY } from '../../../src/domain/record-id'
import { turnPrices } from '../catalog/price-plans'
import { holdStock, piecesOf, sellStock } from '../catalog/stock'
import { answerFresh, answerProblem, fieldProblem, httpProblem, NOT_FOUND, transaction } from '../guard/answer'
import { sessionEnded, shopperId } from '../guard/order-access'
import { addressOf, answerTooMany, consumeAll, release } from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { recordById } from '../lib/rows'
import { queueMail } from '../mail/order-outbox'
import { personOf } from '../offers/promotions'
import { openAttempt, startPayment } from '../payments/attempts'
import { HOLD_MS } from '../payments/settlement'
import { hashesOf, type NewOrder, ordered, saveOrder, snapshots } from './new-order'
import { hurryProblem, noteGuest } from './order-pace'
import { orderToChange, orderView, placedView, startProblem } from './order-view'
import { cashProblem } from './payment-method'
import { quoteFacts } from './quote-facts'
import { quoteProblem } from './quote-problems'
import { awaitMaker, type Buyer, buyerOf, countUnpaid, limitPieces, mustWait } from './unpaid-limits'

const SIGNED_OUT = httpProblem(401, 'session_ended', 'You are signed out')

/** POST /api/store/quote: what the shop would charge for these items now. Contract: the store's own routes. */
export function quote(e: PbRequestEvent) {
  const checked = readRequest(e, quoteRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const time = turnPrices(e.app)
  const person = personOf(e.app, shopperId(e), addressOf(e))
  const { items, without } = checked.value
  const facts = quoteFacts(e.app, checked.value, person, time)
  const promotions = facts.promotions.filter(({ id }) => !without.includes(id))
  answerFresh(e, 200, priceCart(items, { ...facts, promotions }))
}

/**
 * POST /api/store/orders: places an order (ORDER-02, ORDER-03, ORDER-05, ORDER-10). Everything that decides money and
 * stock happens in one write transaction: claim the key, re-price from records, compare with what the shopper saw,
 * check minimum and stock, insert order, stock movements or holds, and event. An online payment is then begun outside
 * of it. The same key with the same body again answers the same order and takes up what an interruption left undone.
 * 503 `gateway_unavailable` carries the order, which stands and may be paid otherwise. 429 `too_many_tries` for more
 * new orders than one shopper or address makes, and for more that wait for their payment. 401 for a session that has
 * ended: as a guest's the order would be missing from the account it was placed with.
 */
export function place(e: PbRequestEvent) {
  const key = e.request.header.get('Idempotency-Key')
  if (!IDEMPOTENCY_KEY.test(key)) {
    const message = 'Send an Idempotency-Key of 16 to 64 letters, digits, - or _'
    return answerProblem(e, fieldProblem({ 'Idempotency-Key': { code: 'validation_invalid_value', message } }))
  }
  const checked = readRequest(e, placeRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  if (sessionEnded(e)) return answerProblem(e, SIGNED_OUT)

  const request = checked.value
  const user = shopperId(e)
  const address = addressOf(e)
  const hashes = hashesOf(request, user)
  turnPrices(e.app)
  const placed = transaction(e.app, (txApp, refuse) => {
    const earlier = ordered(txApp, { key, hashes }, refuse)
    if (earlier) return { order: earlier, claim: '' }
    // Erased since the request began.
    if (user && !recordById(txApp, 'users', user)) return refuse(SIGNED_OUT)
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
  if (!user) noteGuest(e.app, order, address)
  const started = startPayment(e.app, order, claim)
  if ('problem' in started) return answerProblem(e, startProblem(started))
  answerFresh(e, 201, placedView(started.order, started.session))
}

interface Placement extends NewOrder {
  user: string
  buyer: Buyer
  /** A cash order that stands only when the maker confirms it. */
  waits: boolean
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

/**
 * POST /api/store/orders/{id}/cancel: before the parcel is packed; its pieces go back to stock in the same transaction.
 */
export function cancel(e: PbRequestEvent) {
  const own = orderToChange(e)
  if (!own) return
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
  answerFresh(e, 200, orderView(e.app, cancelled.value))
}
