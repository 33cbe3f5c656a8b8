import { useEffect, useRef, useState } from 'react'
import { type OrderView, orderLabel } from '@/domain/orders/order'
import { translate } from '@/language/text'
import { newsOf } from './order-words'

/**
 * Tells a screen reader once what has become of the order while its page is open (ORDER-09); what it opened with is
 * read from the page.
 */
export function OrderNews({ order }: { order: OrderView }) {
  const news = newsOf(order, translate(orderLabel(order)))
  const [said, setSaid] = useState('')
  const last = useRef(news)
  useEffect(() => {
    if (last.current === news) return
    last.current = news
    setSaid(news)
  }, [news])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
