import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isSubscribed, subscribeToRecord } from '@/api/realtime'
import { type OrderView, paymentStage } from '@/domain/orders/order'
import { useAuth } from '@/features/account/auth-context'
import { usePageVisible } from '@/lib/page-visible'
import { isSettled, ORDER_REFRESH_MS, orderOptions, ownsOrder } from './queries'

/**
 * How soon an order is looked at again while its payment is expected, ms: each time twice as long, up to the pause of
 * every other order.
 */
const EXPECTING_MS = 2000
/** While the store itself tells of changes, in case it stops doing so unnoticed, ms. */
const FOLLOWING_MS = 120_000

const stateOf = (order: OrderView) =>
  [order.status, order.payment_status, order.fulfilment_status, order.payment?.state].join()

/**
 * The order of an open page, as it stands (ORDER-09): its owner is told of changes by the store, a guest's browser
 * asks. A hidden tab does neither and asks on return.
 *
 * @param ready false while the token that opens it is still to be read
 */
export function useLiveOrder(orderId: string, ready = true) {
  const { user } = useAuth()
  const visible = usePageVisible()
  const queryClient = useQueryClient()
  const unchanged = useRef({ state: '', since: 0 })
  const options = orderOptions(orderId)
  const query = useQuery({
    ...options,
    enabled: ready,
    // Asking stops by itself while the tab is hidden.
    refetchInterval: ({ state }) => {
      const order = state.data
      if (!order || isSettled(order)) return false
      const asked = state.dataUpdateCount + state.errorUpdateCount
      if (unchanged.current.state !== stateOf(order)) unchanged.current = { state: stateOf(order), since: asked }
      if (paymentStage(order)) return Math.min(EXPECTING_MS * 2 ** (asked - unchanged.current.since), ORDER_REFRESH_MS)
      return isSubscribed() ? FOLLOWING_MS : ORDER_REFRESH_MS
    },
  })

  // What the shopper comes back from may have been the bank's app.
  useEffect(() => {
    if (visible) unchanged.current.state = ''
  }, [visible])

  const person = user?.id ?? ''
  const open = query.data !== undefined && !isSettled(query.data)
  useEffect(() => {
    if (!person || !visible || !open) return
    let left = false
    let stop = () => {}
    const again = () => void queryClient.invalidateQueries({ queryKey: orderOptions(orderId).queryKey })
    ownsOrder(orderId)
      .then((owns) => {
        if (owns && !left) stop = subscribeToRecord('orders', orderId, again)
      })
      // Unknown: the page goes on asking.
      .catch(() => undefined)
    return () => {
      left = true
      stop()
    }
  }, [person, visible, open, orderId, queryClient])

  return query
}
