import { useQueryClient } from '@tanstack/react-query'
import type { OrderView } from '@/domain/order'
import { PaymentPanel } from './payment-panel'
import { orderOptions } from './queries'

/** What an order's page offers while its payment is waited for (ORDER-04); nothing for any other order. */
export function PendingPayment({ order }: { order: OrderView }) {
  const queryClient = useQueryClient()
  if (order.status !== 'pending') return null
  return (
    <div className="max-w-[46rem] pb-12">
      <PaymentPanel order={order} onChange={(next) => queryClient.setQueryData(orderOptions(next.id).queryKey, next)} />
    </div>
  )
}
