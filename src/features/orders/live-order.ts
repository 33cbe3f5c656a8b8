import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isLive } from '@/api/live'
import { type OrderView, paymentStage } from '@/domain/orders/order'
import { orderTopic } from '@/domain/site/changes'
import { useChanges } from '@/features/live/use-changes'
import { usePageVisible } from '@/lib/page-visible'
import { isSettled, ORDER_REFRESH_MS, orderOptions } from './queries'

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
 * The order of an open page, as it stands (ORDER-09): the store tells of changes, and where it cannot
 * the browser asks. A hidden tab does neither and asks on return.
 *
 * @param ready false while the token that opens it is still to be read
 */
export function useLiveOrder(orderId: string, ready: boolean) {
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
      return isLive() ? FOLLOWING_MS : ORDER_REFRESH_MS
    },
  })

  // What the shopper comes back from may have been the bank's app.
  useEffect(() => {
    if (visible) unchanged.current.state = ''
  }, [visible])

  const { data: order } = query
  const key = order && !isSettled(order) ? order.live_key : undefined
  useChanges(key ? [orderTopic(key)] : [], () => void queryClient.invalidateQueries({ queryKey: options.queryKey }))

  return query
}
