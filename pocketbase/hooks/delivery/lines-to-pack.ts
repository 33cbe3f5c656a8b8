import { AT_HOME, type OrderItem } from '../../../src/domain/orders/order'
import { givenOf } from '../../../src/domain/payments/refund-pieces'
import { givenBackOf } from '../lib/given-back'
import { linesOf } from '../lib/order-lines'

/** A line of which `quantity` pieces go into the parcel, of those that were sold. */
type LineToPack = OrderItem & { sold: number }

/** Lines of these orders as they go into their parcels, by order: what was given back before they left stays here. */
export function linesToPack(app: PbApp, orders: readonly PbRecord[]): Map<string, LineToPack[]> {
  const waiting = orders.filter((order) => AT_HOME.includes(order.getString('fulfilment_status')))
  const refunds = givenBackOf(
    app,
    waiting.map(({ id }) => id),
  )
  return new Map(
    orders.map((order) => {
      const given = refunds.flatMap((refund) => (refund.order === order.id ? [refund.lines] : []))
      const left = (item: OrderItem) => (item.is_gift ? item.quantity : item.quantity - givenOf(item, given).quantity)
      const items = linesOf(order)
      const lines = items.map((item) => ({ ...item, quantity: left(item), sold: item.quantity }))
      return [order.id, lines.filter(({ quantity }) => quantity > 0)]
    }),
  )
}
