import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { readOrder } from '@/api/store-routes'
import { isObject, parseText } from '@/domain/json'
import type { Paise } from '@/domain/money'
import type { OrderView } from '@/domain/order'
import { orderToken } from './order-tokens'

/** How often an order that can still change is looked at while its page is open, ms (ORDER-09). */
const ORDER_REFRESH_MS = 30_000

const SETTLED = new Set<string>(['completed', 'cancelled', 'expired'])

/** One order, for its owner or the browser that placed it (ORDER-06). Browser only: the token is read from its storage. */
export function orderOptions(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId],
    queryFn: ({ signal }): Promise<OrderView> => readOrder(orderId, orderToken(orderId), signal),
    staleTime: 0,
    refetchInterval: (query) => {
      const order = query.state.data
      return order && !SETTLED.has(order.status) ? ORDER_REFRESH_MS : false
    },
    refetchOnWindowFocus: true,
  })
}

/** An order in the list of one's own (ORDER-08). */
export interface OrderRow
  extends Pick<
    OrderView,
    'id' | 'number' | 'status' | 'payment_status' | 'fulfilment_status' | 'payment_method' | 'placed_at'
  > {
  grand_total: Paise
  items: { product: string; name: string; image: string; quantity: number }[]
}

function parseRow(record: Record<string, unknown>): OrderRow {
  const items = Array.isArray(record.items) ? record.items.filter(isObject) : []
  return {
    id: parseText(record.id),
    number: parseText(record.number),
    status: parseText(record.status) as OrderRow['status'],
    payment_status: parseText(record.payment_status) as OrderRow['payment_status'],
    fulfilment_status: parseText(record.fulfilment_status) as OrderRow['fulfilment_status'],
    payment_method: parseText(record.payment_method) as OrderRow['payment_method'],
    placed_at: parseText(record.placed_at),
    grand_total: typeof record.grand_total === 'number' ? record.grand_total : 0,
    items: items.map((item) => ({
      product: parseText(item.product),
      name: parseText(item.name),
      image: parseText(item.image),
      quantity: typeof item.quantity === 'number' ? item.quantity : 0,
    })),
  }
}

const ORDERS_PER_PAGE = 20

/** The signed-in shopper's orders, newest first, page by page; the collection's rule shows nobody else's (ORDER-08). */
export function ordersOptions(user: string) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'list', user],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const list = await recordStore()
        .collection('orders')
        .getList(pageParam, ORDERS_PER_PAGE, {
          sort: '-placed_at',
          filter: recordStore().filter('user = {:user}', { user }),
          fields: 'id,number,status,payment_status,fulfilment_status,payment_method,placed_at,grand_total,items',
          signal,
        })
      return { orders: list.items.map(parseRow), page: list.page, pages: list.totalPages }
    },
    getNextPageParam: (last) => (last.page < last.pages ? last.page + 1 : undefined),
  })
}
