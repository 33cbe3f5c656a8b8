import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { HEALTH_URL, recordStore } from '@/api/client'
import { errorStatus, isAborted } from '@/api/errors'
import { readInvoice } from '@/api/invoice'
import { readOrder } from '@/api/store-routes'
import { isObject, parseText } from '@/domain/json'
import type { Paise } from '@/domain/money'
import { type OrderView, refundDue } from '@/domain/orders/order'
import { noteKept } from '@/lib/kept'
import { checkLine } from '@/lib/line'
import { orderToken } from './order-tokens'
import { keepSeenOrder, seenOrder } from './seen-orders'

/** How often an order that can still change is looked at, ms (ORDER-09). */
export const ORDER_REFRESH_MS = 30_000

/** Nothing can happen to it any more but by hand, months later. */
export function isSettled(order: OrderView): boolean {
  const { status, payment_status } = order
  if (payment_status === 'refunded') return true
  if (order.refund_waits) return false
  if (status === 'cancelled' || order.fulfilment_status === 'delivered') return refundDue(order) === 0
  return status === 'completed'
}

/** The order as the store has it; without an answer, as it was when it was last seen here, which is told (OFF-04). */
async function readOrSeen(orderId: string, signal: AbortSignal): Promise<OrderView> {
  try {
    const order = await readOrder(orderId, orderToken(orderId), signal)
    keepSeenOrder(order)
    return order
  } catch (error) {
    const seen = errorStatus(error) === 0 && !isAborted(error) ? seenOrder(orderId) : undefined
    if (!seen) throw error
    noteKept(seen.at)
    void checkLine(HEALTH_URL)
    return seen.order
  }
}

/**
 * One order, for its owner or the browser that placed it (ORDER-06). Browser only: the token is read from its storage.
 */
export function orderOptions(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderId],
    queryFn: ({ signal }): Promise<OrderView> => readOrSeen(orderId, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isSettled(state.data) ? ORDER_REFRESH_MS : false),
    refetchOnWindowFocus: true,
  })
}

/** The bill of an order, a whole HTML document; it never changes. */
export function invoiceOptions(orderId: string) {
  return queryOptions({
    queryKey: ['orders', 'bill', orderId],
    queryFn: ({ signal }): Promise<string> => readInvoice(orderId, orderToken(orderId), signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** An order in the list of one's own (ORDER-08). */
export interface OrderRow
  extends Pick<
    OrderView,
    | 'id'
    | 'number'
    | 'status'
    | 'payment_status'
    | 'fulfilment_status'
    | 'payment_method'
    | 'placed_at'
    | 'expires_at'
    | 'grand_total'
    | 'paid_total'
    | 'refunded_total'
    | 'refund_waits'
    | 'refund_failed'
  > {
  items: { product: string; name: string; image: string; quantity: number }[]
}

const parsePaise = (value: unknown): Paise => (typeof value === 'number' ? value : 0)

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
    expires_at: parseText(record.expires_at),
    grand_total: parsePaise(record.grand_total),
    paid_total: parsePaise(record.paid_total),
    refunded_total: parsePaise(record.refunded_total),
    refund_waits: record.refund_waits === true,
    refund_failed: record.refund_failed === true,
    items: items.map((item) => ({
      product: parseText(item.product),
      name: parseText(item.name),
      image: parseText(item.image),
      quantity: typeof item.quantity === 'number' ? item.quantity : 0,
    })),
  }
}

const ORDERS_PER_PAGE = 20
const ROW_FIELDS =
  'id,number,status,payment_status,fulfilment_status,payment_method,placed_at,expires_at,grand_total,paid_total,refunded_total,refund_waits,refund_failed,items'

/** The signed-in shopper's orders, newest first, page by page; the collection's rule shows nobody else's (ORDER-08). */
export function ordersOptions(user: string) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'list', user],
    initialPageParam: 1,
    // An order's own page has often been open meanwhile, and knows better.
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const store = await recordStore()
      const list = await store.collection('orders').getList(pageParam, ORDERS_PER_PAGE, {
        sort: '-placed_at',
        filter: store.filter('user = {:user}', { user }),
        fields: ROW_FIELDS,
        signal,
      })
      return { orders: list.items.map(parseRow), page: list.page, pages: list.totalPages }
    },
    getNextPageParam: (last) => (last.page < last.pages ? last.page + 1 : undefined),
  })
}
