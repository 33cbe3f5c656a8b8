import { useEffect } from 'react'
import { awaitsConfirmation, type OrderView } from '@/domain/orders/order'
import { forgetPendingOrder, readPendingOrder } from './pending-order'

/** Tells once when the order this browser was waiting for is seen to stand (ORDER-12). */
export function usePendingArrival(order: OrderView | undefined, onStands: (order: OrderView) => void): void {
  useEffect(() => {
    if (!order || readPendingOrder()?.id !== order.id) return
    const stands = order.status === 'confirmed' || order.status === 'completed' || awaitsConfirmation(order)
    // An expired one may still be paid late.
    if (!stands && order.status !== 'cancelled') return
    forgetPendingOrder(order.id)
    if (stands) onStands(order)
  }, [order, onStands])
}
