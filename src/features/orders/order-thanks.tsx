import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formatDate } from '@/domain/date'
import { formatPaise } from '@/domain/money'
import { Spinner } from '@/ui/spinner'
import { OrderBody } from './order-body'
import { OrderMissing } from './order-missing'
import { OrderFacts } from './order-page-view'
import { keepOrderToken, tokenOfFragment } from './order-tokens'
import { paymentWords, thanksSentence } from './order-words'
import { orderOptions } from './queries'

/**
 * The order for the one who placed it (ORDER-06): through their session, the token this browser kept, or the token in a mail's link.
 * That one is kept and taken out of the address bar, so that a copied address opens nothing.
 */
export function OrderThanks({ orderId }: { orderId: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  // The fragment has to be read before the order is asked for; servers never see it.
  const [ready, setReady] = useState(false)

  useEffect(() => {
    const token = tokenOfFragment(location.hash)
    if (token) {
      keepOrderToken(orderId, token)
      navigate(location.pathname + location.search, { replace: true })
    }
    setReady(true)
  }, [orderId, location, navigate])

  const { data: order, error, refetch } = useQuery({ ...orderOptions(orderId), enabled: ready })
  if (!order) {
    return error ? (
      <OrderMissing error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading order" className="min-h-[60vh]" />
    )
  }
  return (
    <div className="wrap">
      <div className="pt-11 pb-7 lg:pt-20 lg:pb-12">
        <div className="print-band mb-6 w-52" />
        <p className="font-medium text-primary-ink tabular-nums">Order {order.number}</p>
        <h1 className="mt-1">Thank you, {firstName(order.contact.name)}</h1>
        <p className="mt-3 max-w-[46ch] text-ink-2 text-lead">{thanksSentence(order)}</p>
        <OrderFacts
          facts={[
            ['Placed', formatDate(order.placed_at)],
            ['Total', formatPaise(order.grand_total)],
            ['Payment', paymentWords(order)],
          ]}
        />
      </div>
      <OrderBody order={order} />
    </div>
  )
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}
