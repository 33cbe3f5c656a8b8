import { storedSession } from '@/api/stored-session'
import { isObject, parseText } from '@/domain/json'
import type { OrderView } from '@/domain/orders/order'
import { storedJson } from '@/lib/stored-json'
import { thisBuild } from '@/lib/this-build'
import { orderToken } from './order-tokens'

/** Orders kept, the last ones looked at. */
const SEEN_KEPT = 5

interface SeenOrder {
  order: OrderView
  /** When the store said so, ms since 1970. */
  at: number
  /** Id of who was signed in; empty for a guest, whose token opens it. */
  person: string
  /** The build that can read it. */
  build: string
}

const store = storedJson('sabun-and-jhola.orders-seen.v1')
const person = () => storedSession()?.record.id ?? ''

/** What may still be shown: to who saw it, while a guest's token is here, by the build that kept it. */
function readAll(): SeenOrder[] {
  const stored = store.read()
  const seen = Array.isArray(stored) ? stored.filter(isObject) : []
  return (seen as object[] as SeenOrder[]).filter(
    ({ order, person: who, build: made }) =>
      isObject(order) &&
      made === thisBuild() &&
      (who === '' ? orderToken(parseText(order.id)) !== '' : who === person()),
  )
}

/** Keeps an order as the store has just told it, for a time without a line (OFF-04). Browser only. */
export function keepSeenOrder(order: OrderView): void {
  const others = readAll().filter((one) => one.order.id !== order.id)
  const seen = { order, at: Date.now(), person: orderToken(order.id) ? '' : person(), build: thisBuild() }
  store.write([...others, seen].slice(-SEEN_KEPT))
}

/** An order as it was when it was last seen here. Browser only. */
export const seenOrder = (orderId: string): SeenOrder | undefined => readAll().find(({ order }) => order.id === orderId)

/** Who leaves this browser leaves no order in it. */
export const forgetSeenOrders = store.forget

/** What nobody may see here any more goes. */
export function pruneSeenOrders(): void {
  const left = readAll()
  if (left.length > 0) store.write(left)
  else store.forget()
}
