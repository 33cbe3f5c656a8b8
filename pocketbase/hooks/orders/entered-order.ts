import type { EnteredOrder } from '../../../src/domain/desk/order-request'
import { priceCart } from '../../../src/domain/orders/quote'
import { turnPrices } from '../catalog/price-plans'
import { type HttpProblem, NOT_FOUND, transaction } from '../guard/answer'
import { now } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { personOf } from '../offers/promotions'
import { hashesOf, ordered, saveOrder, snapshots } from './new-order'
import { cashProblem } from './payment-method'
import { quoteFacts } from './quote-facts'
import { quoteProblem } from './quote-problems'

/**
 * An order the maker enters for a shopper who called or wrote: priced and checked as the checkout does, and confirmed
 * at once, as the maker has spoken to the shopper. What leaves pieces for others and holds back strangers is not
 * asked. One that is paid already is exact to the paisa; cash is rounded for the courier.
 * @param by who enters it
 * @param noted writes down, in the same transaction, that it was entered
 */
export function enterOrder(
  app: PbApp,
  { key, source, paid, ...request }: EnteredOrder,
  by: string,
  noted: (txApp: PbApp, order: PbRecord) => void,
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
    noted(txApp, order)
    return order
  })
}
