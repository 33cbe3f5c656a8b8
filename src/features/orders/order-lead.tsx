import { type OrderView, paymentStage } from '@/domain/orders/order'
import { t } from '@/language/text'
import { headline, TEST_SENTENCE } from './order-words'

/** Below an order's heading: how it stands in a sentence. What a waiting payment needs is said by its own panel. */
export function OrderLead({ order }: { order: OrderView }) {
  if (order.status === 'pending' && paymentStage(order)) return null
  return (
    <div className="print:hidden">
      <p className="mt-3 max-w-[46ch] text-ink-2 text-lead [overflow-wrap:anywhere]">{headline(order).sentence}</p>
      {order.payment_method === 'test' && <p className="mt-2 font-medium">{t(TEST_SENTENCE)}</p>}
    </div>
  )
}
