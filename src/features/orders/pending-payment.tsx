import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OrderView } from '@/domain/order'
import { PaymentPanel } from './payment-panel'
import { orderOptions } from './queries'

/** What an order's page offers while its payment is waited for (ORDER-04); nothing for any other order. */
export function PendingPayment({ order }: { order: OrderView }) {
  const queryClient = useQueryClient()
  const pending = order.status === 'pending'
  const before = useRef(pending)
  useEffect(() => {
    // The pressed button went with the panel; what came of it stands at the page's top.
    if (before.current && !pending && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
    before.current = pending
  }, [pending])
  if (!pending) return null
  return (
    <div className="max-w-[46rem] pb-12">
      <PaymentPanel order={order} onChange={(next) => queryClient.setQueryData(orderOptions(next.id).queryKey, next)} />
    </div>
  )
}
