import { parseDate } from '../../../src/domain/date'
import { CASH_CONFIRM_MS, UNPROVEN_CASH_MS } from '../../../src/domain/limits'
import { CAME_BACK, wasPaid } from '../../../src/domain/orders/order'
import { cashChoice } from '../../../src/domain/orders/quote'
import type { StoreSettings } from '../../../src/domain/site/settings'
import { piecesOf, stockSuffices } from '../catalog/stock'
import { destinationOf } from '../delivery/destinations'
import { fieldProblem, type HttpProblem, httpProblem, type Refuse } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { linesOf } from '../lib/order-lines'
import { countRows, isIn } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { currentAttempt, openAttempt, resumeAttempt } from '../payments/attempts'
import { onlineProvider } from '../payments/providers'
import { chargeExactly, exactTotal, extendHold } from '../payments/settlement'
import { awaitMaker, buyerOf, countUnpaid, mustWaitInstead } from './unpaid-limits'

/**
 * How long after placing an unpaid order may keep its pieces by being paid again and again, ms; others want them too.
 */
const LONGEST_HOLD_MS = 60 * 60_000

/** `claim`: for `startPayment`. */
interface Prepared {
  order: PbRecord
  claim: string
}

/** For a try to pay online, begun or taken up again. Its pieces are held anew. */
export function payOnline(txApp: PbApp, order: PbRecord, refuse: Refuse): Prepared {
  const provider = onlineProvider()
  const time = now()
  const problem = payingProblem(txApp, order)
  if (problem) return refuse(problem)
  if (!provider) return refuse(methodProblem('Online payment is not set up in this shop.'))
  const last = parseDate(order.getString('placed_at')) + LONGEST_HOLD_MS
  if (Math.max(last, parseDate(order.getString('expires_at')) || 0) <= time) {
    return refuse(httpProblem(409, 'order_closed', 'This order has waited too long. Please place a new one.'))
  }
  if (!extendHold(txApp, order, time, last)) return refuse(outOfStock)
  if (order.getString('payment_method') === 'cod') chargeExactly(order)
  order.set('payment_method', provider)
  order.set('actor', 'shopper')
  txApp.save(order)
  const row = currentAttempt(txApp, order.id)
  const usable = row?.getString('provider') === provider && row.getInt('amount') === order.getInt('grand_total')
  if (!row || !usable) return { order, claim: openAttempt(txApp, order, time) }
  resumeAttempt(txApp, row, time)
  return { order, claim: '' }
}

/** Turns an unpaid order into a cash order. */
export function payInCash(txApp: PbApp, order: PbRecord, address: string, refuse: Refuse): Prepared {
  if (['pending', 'confirmed'].includes(order.getString('status')) && order.getString('payment_method') === 'cod')
    return { order, claim: '' }
  const problem = payingProblem(txApp, order)
  if (problem) return refuse(problem)
  const settings = storeSettings(txApp)
  const rule = destinationOf(txApp, order.getString('pincode'))?.rule
  const choice = cashChoice(exactTotal(order), settings, rule)
  if (!choice.available) return refuse(methodProblem(choice.reason))
  const tooMany = cashProblem(txApp, order.getString('phone'), settings)
  if (tooMany) return refuse(tooMany)
  const pieces = piecesOf(linesOf(order))
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
  order.set('shipping_total', order.getInt('shipping_total') - order.getInt('cash_fee') + (choice.fee ?? 0))
  order.set('cash_fee', choice.fee ?? 0)
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

const outOfStock = httpProblem(409, 'out_of_stock', 'Your time to pay is over and something in this order is sold out.')

const methodProblem = (message: string): HttpProblem =>
  fieldProblem({ payment_method: { code: 'not_available', message } })

/** Why no payment may be begun for this order, or null. */
function payingProblem(app: PbApp, order: PbRecord): HttpProblem | null {
  const money = order.getString('payment_status')
  if (wasPaid(money)) return httpProblem(409, 'already_paid', 'This order is paid.')
  const status = order.getString('status')
  if (status !== 'pending') {
    const cash = status === 'confirmed' && order.getString('payment_method') === 'cod'
    return httpProblem(
      409,
      'order_closed',
      cash ? 'This order is to be paid on delivery.' : 'This order is closed. Please place a new one.',
    )
  }
  const row = currentAttempt(app, order.id)
  const confirming = row?.getString('status') === 'attempted' && row.getString('gateway_payment_id') !== ''
  if (money === 'authorized' || confirming)
    return httpProblem(409, 'already_paid', 'Your payment is being confirmed. Do not pay again.')
  return null
}

/**
 * Cash orders that were never taken in cost the shop both ways of the parcel: the settings say how many one number
 * may have open.
 */
export function cashProblem(
  txApp: PbApp,
  phone: string,
  settings: Pick<StoreSettings, 'cod_max_open_per_phone'>,
): HttpProblem | null {
  const limit = settings.cod_max_open_per_phone
  if (limit === 0) return null
  const open = `FROM orders WHERE phone = {:phone} AND payment_method = 'cod' AND payment_status = 'unpaid'
    AND status IN ('confirmed', 'pending') AND fulfilment_status NOT ${isIn(CAME_BACK)}`
  if (countRows(txApp, open, { phone }) < limit) return null
  const message = 'Earlier cash orders of this mobile number are not paid yet. Please wait until they have arrived.'
  return fieldProblem({ payment_method: { code: 'too_many_open', message } })
}
