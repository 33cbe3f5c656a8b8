import { parseJson } from '../../../src/domain/json'
import { AT_HOME, type OrderItem } from '../../../src/domain/orders/order'
import { givenBack, givenOf, parseRefundLines } from '../../../src/domain/payments/refund-pieces'
import { plain, rows } from '../lib/rows'

/** A line of which `quantity` pieces go into the parcel, of those that were sold. */
type LineToPack = OrderItem & { sold: number }

/** Lines of these orders as they go into their parcels, by order: what was given back before they left stays here. */
export function linesToPack(app: PbApp, orders: readonly PbRecord[]): Map<string, LineToPack[]> {
  const waiting = orders.filter((order) => AT_HOME.includes(order.getString('fulfilment_status')))
  const refunds = rows(
    app,
    `SELECT "order", status, lines FROM refunds WHERE "order" IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(waiting.map(({ id }) => id)) },
    { order: '', status: '', lines: '' },
  )
  return new Map(
    orders.map((order) => {
      const own = refunds.filter((refund) => refund.order === order.id)
      const given = givenBack(
        own.map(({ status, lines }) => ({ status: String(status), lines: parseRefundLines(parseJson(String(lines))) })),
      )
      const left = (item: OrderItem) => (item.is_gift ? item.quantity : item.quantity - givenOf(item, given).quantity)
      const items = plain(order).items as OrderItem[]
      const lines = items.map((item) => ({ ...item, quantity: left(item), sold: item.quantity }))
      return [order.id, lines.filter(({ quantity }) => quantity > 0)]
    }),
  )
}
