import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { t } from '@/language/text'
import { useLiveOrder } from './live-order'
import { OrderBody } from './order-body'
import { OrderFacts } from './order-facts'
import { OrderHelp } from './order-help'
import { OrderLead } from './order-lead'
import { OrderLoading } from './order-loading'
import { OrderMissing } from './order-missing'
import { OrderNews } from './order-news'
import type { OrderPageProps } from './order-page-view'
import { heldToken, saveOrderToken, tokenOfFragment } from './order-tokens'
import { headline } from './order-words'
import { usePendingArrival } from './pending-arrival'
import { PendingPayment } from './pending-payment'

/**
 * The order for the one who placed it (ORDER-06): through their session, the token this browser kept, or the token in
 * a mail's link. That one is kept and taken out of the address bar, so that a copied address opens nothing. What the
 * storage does not take, the tab's history keeps over a reload.
 */
export function OrderThanks({ orderId, onStands, again }: OrderPageProps) {
  const location = useLocation()
  const navigate = useNavigate()
  // The fragment has to be read before the order is asked for; servers never see it.
  const [ready, setReady] = useState(false)

  useEffect(() => {
    const linked = tokenOfFragment(location.hash)
    const kept: string | undefined = location.state?.orderToken
    const token = linked || kept
    if (token) saveOrderToken(orderId, token)
    const held = heldToken(orderId)
    if (linked || held !== kept)
      navigate(location.pathname + location.search, { replace: true, state: held && { orderToken: held } })
    setReady(true)
  }, [orderId, location, navigate])

  const { data: order, error, refetch } = useLiveOrder(orderId, ready)
  usePendingArrival(order, onStands)
  if (!order) {
    return error ? <OrderMissing error={error} onRetry={() => void refetch()} /> : <OrderLoading />
  }
  const { heading, stands } = headline(order)
  return (
    <div className="wrap">
      <OrderNews order={order} />
      <div className="pt-11 pb-7 lg:pt-20 lg:pb-12">
        <div className="items-end justify-between gap-18 lg:flex">
          <div>
            {stands && <div className="print-band mb-6 w-52 print:hidden" />}
            <p className="font-medium text-primary-ink tabular-nums">{t('Order {number}', { number: order.number })}</p>
            <h1 className="mt-1 print:hidden">{heading}</h1>
            <OrderLead order={order} />
          </div>
          <OrderHelp order={order} />
        </div>
        <OrderFacts order={order} />
      </div>
      <PendingPayment order={order} />
      <OrderBody order={order} again={again(order)} />
    </div>
  )
}
