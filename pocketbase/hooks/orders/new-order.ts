import { toPaise } from '../../../src/domain/money'
import { NUMBER_ALPHABET, NUMBER_LENGTH, type OrderItem } from '../../../src/domain/orders/order'
import type { PlaceRequest } from '../../../src/domain/orders/order-request'
import { giftsOf, type PaymentChoice, type Quote, type QuoteFacts } from '../../../src/domain/orders/quote'
import { httpProblem, type Refuse } from '../guard/answer'
import { accessToken } from '../guard/order-access'
import { recordDate } from '../lib/clock'
import { firstRecord, newRecord, randomId } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { noteUses } from '../offers/promotions'
import { ordersOfCode } from './order-view'

/** What checkout and desk ask alike. */
export type Asked = Pick<
  PlaceRequest,
  'items' | 'contact' | 'address' | 'expected_total' | 'code' | 'gift' | 'promotions' | 'arrives_until' | 'note' | 'utm'
>

/**
 * What makes a request another order. Neither campaign nor total nor what was promised does: a repeated request may
 * know that its own order took the last gift or the last use of a code, or that a price has changed since.
 */
export function hashesOf(request: Asked, ...who: unknown[]): readonly [now: string, before: string] {
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
export function ordered(txApp: PbApp, { key, hashes }: Key, refuse: Refuse): PbRecord | undefined {
  const earlier = firstRecord(txApp, 'orders', 'idempotency_key = {:key}', { key })
  if (!earlier || hashes.some((hash) => $security.equal(earlier.getString('request_hash'), hash))) return earlier
  return refuse(httpProblem(422, 'idempotency_key_reused', 'This order was sent before with other contents.'))
}

export interface NewOrder extends Key {
  request: Asked
  priced: Quote
  choice: PaymentChoice
  items: OrderItem[]
  time: number
}

/** Writes the order's record, `pending` unless told otherwise, and nothing that follows from it. */
export function saveOrder(
  txApp: PbApp,
  { request, priced, choice, items, key, hashes, time }: NewOrder,
  more: { [field: string]: string },
): PbRecord {
  const order = newRecord(txApp, 'orders', {
    id: randomId(),
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

/** Lines as they are bought, with the gifts promotions add: at their price, with all of it taken off. */
export function snapshots(priced: Quote, facts: QuoteFacts): OrderItem[] {
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
