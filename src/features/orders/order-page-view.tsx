import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@/domain/date'
import { formatPaise } from '@/domain/money'
import { orderLabel } from '@/domain/order'
import { paths } from '@/lib/paths'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Spinner } from '@/ui/spinner'
import { OrderBody } from './order-body'
import { OrderMissing } from './order-missing'
import { paymentWords } from './order-words'
import { orderOptions } from './queries'

/** One of the signed-in shopper's orders (ORDER-08). */
export function OrderPageView({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useQuery(orderOptions(orderId))
  if (!order) {
    return error ? (
      <OrderMissing error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading order" className="min-h-[60vh]" />
    )
  }
  return (
    <div className="wrap">
      <div className="pt-9 pb-7 lg:pt-16">
        <Breadcrumbs trail={[{ label: 'Orders', to: paths.orders() }, { label: order.number }]} />
        <h1>
          Order <span className="font-text tabular-nums">{order.number}</span>
        </h1>
        <OrderFacts
          facts={[
            ['Placed', formatDate(order.placed_at)],
            ['Total', formatPaise(order.grand_total)],
            ['Payment', paymentWords(order)],
            ['Status', orderLabel(order)],
          ]}
        />
      </div>
      <OrderBody order={order} />
    </div>
  )
}

/** Terms and their values side by side. */
export function OrderFacts({ facts }: { facts: readonly (readonly [term: string, value: string])[] }) {
  return (
    <dl className="mt-5.5 flex flex-wrap gap-x-10 gap-y-2">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-ink-3 text-sm">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
