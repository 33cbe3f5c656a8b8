import { formatPaise } from '@/domain/money'
import { type OrderView, orderLabel } from '@/domain/orders/order'
import { dateText } from '@/language/date'
import { t, translate } from '@/language/text'
import { paymentWords } from './order-words'

/** When, how much, how paid and, with `status`, where it stands, side by side; on paper the first alone (TAX-12). */
export function OrderFacts({ order, status }: { order: OrderView; status?: boolean }) {
  const facts = [
    [t('Placed'), dateText(order.placed_at)],
    [t('Total'), formatPaise(order.grand_total)],
    [t('Payment'), paymentWords(order)],
    ...(status ? [[t('Status'), translate(orderLabel(order))]] : []),
  ]
  return (
    <dl className="mt-5.5 grid grid-cols-[auto_1fr] gap-x-10 gap-y-2 sm:flex">
      {facts.map(([term, value]) => (
        <div key={term} className="not-first:print:hidden">
          <dt className="text-ink-3 text-sm">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
