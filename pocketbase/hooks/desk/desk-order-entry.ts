import { parseProduct } from '../../../src/domain/catalog/product'
import { enterSchema } from '../../../src/domain/desk/order-request'
import type { DeskOrder, ProductChoice } from '../../../src/domain/desk/orders'
import { toPaise } from '../../../src/domain/money'
import { cutLine } from '../../../src/domain/text'
import { availableStock } from '../catalog/stock'
import type { HttpProblem } from '../guard/answer'
import { readRequest } from '../guard/request'
import { now } from '../lib/clock'
import { plain } from '../lib/rows'
import { enterOrder } from '../orders/entered-order'
import { deskRoute, logDeed } from './desk-caller'
import { deskOrder } from './desk-order-view'

const MOST_FOUND = 8
const LONGEST_SEARCH = 80

/** GET /api/store/desk/order-products: products whose name has every word of `q`, `{ products }`. */
export function findProducts(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], (): { products: ProductChoice[] } => {
    const words = cutLine(e.request.url.query().get('q'), LONGEST_SEARCH).split(' ').filter(Boolean)
    const params = Object.fromEntries(words.map((word, at) => [`word${at}`, word]))
    const filter = ['archived = false', ...words.map((_, at) => `name ~ {:word${at}}`)].join(' && ')
    const found = e.app.findRecordsByFilter('products', filter, '-inStock,name', MOST_FOUND, 0, params)
    const ids = found.map(({ id }) => id)
    const stock = availableStock(e.app, ids, now())
    return { products: found.map((record) => choice(record, stock.get(record.id) ?? null)) }
  })
}

function choice(record: PbRecord, on_hand: number | null): ProductChoice {
  const { id, name, price, images, inStock, colors } = parseProduct(plain(record))
  return {
    ...{ id, name, on_hand, price: toPaise(price) ?? 0, image: images[0] ?? '', on_sale: inStock },
    colors: colors.map(({ value, name }) => ({ value, name })),
  }
}

/**
 * POST /api/store/desk/orders: an order by phone or chat, by the checkout's rules; answers it. The same key again is
 * the same order.
 */
export function enter(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], (caller): DeskOrder | { problem: HttpProblem } => {
    const checked = readRequest(e, enterSchema, {})
    if ('problem' in checked) return checked
    const entered = enterOrder(e.app, checked.value, caller.who, (txApp, order) =>
      logDeed(txApp, caller, `Entered order ${order.getString('number')}`, `#/shop-orders/${order.id}`),
    )
    return 'problem' in entered ? entered : deskOrder(e.app, e.app.findRecordById('orders', entered.value.id))
  })
}
