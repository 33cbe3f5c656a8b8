import type { ReactNode } from 'react'
import type { OrderView } from '@/domain/orders/order'
import { useAuth } from '@/features/account/auth-context'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { NUMBERS } from '@/ui/numbers'
import { useLiveOrder } from './live-order'
import { OrderBody } from './order-body'
import { OrderFacts } from './order-facts'
import { OrderHelp } from './order-help'
import { OrderLead } from './order-lead'
import { OrderLoading } from './order-loading'
import { OrderMissing } from './order-missing'
import { OrderNews } from './order-news'
import { usePendingArrival } from './pending-arrival'
import { PendingPayment } from './pending-payment'

export interface OrderPageProps {
  orderId: string
  /** The order this browser was paying for is seen to stand. */
  onStands: (order: OrderView) => void
  /** The way to buy an order's things once more. */
  again: (order: OrderView) => ReactNode
}

/** One of the signed-in shopper's orders (ORDER-08). */
export function OrderPageView({ orderId, onStands, again }: OrderPageProps) {
  const { status } = useAuth()
  const { data: order, error, refetch } = useLiveOrder(orderId, status === 'signed-in')
  usePendingArrival(order, onStands)
  if (!order) {
    return error ? <OrderMissing error={error} onRetry={() => void refetch()} /> : <OrderLoading />
  }
  return (
    <div className="wrap">
      <OrderNews order={order} />
      <div className="pt-9 pb-7 lg:pt-16">
        <Breadcrumbs trail={[{ label: t('Orders'), to: paths.orders() }, { label: order.number }]} />
        <div className="items-end justify-between gap-18 lg:flex">
          <div>
            <h1 className={NUMBERS}>{t('Order {number}', { number: order.number })}</h1>
            <OrderLead order={order} />
          </div>
          <OrderHelp order={order} />
        </div>
        <OrderFacts order={order} status />
      </div>
      <PendingPayment order={order} />
      <OrderBody order={order} again={again(order)} />
    </div>
  )
}
