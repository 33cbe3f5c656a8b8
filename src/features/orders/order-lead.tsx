import { type OrderView, paymentStage } from '@/domain/orders/order'
import { arrivalWords } from '@/features/delivery/arrival-words'
import { t } from '@/language/text'
import { headline, TEST_SENTENCE } from './order-words'

/** Below an order's heading: how it stands in a sentence. What a waiting payment needs is said by its own panel. */
export function OrderLead({ order }: { order: OrderView }) {
  if (order.status === 'pending' && paymentStage(order)) return null
  return (
    <div className="print:hidden">
      {order.arrives && <ArrivesLine arrives={order.arrives} />}
      <p className="mt-3 max-w-[46ch] text-ink-2 text-lead [overflow-wrap:anywhere]">{headline(order).sentence}</p>
      {order.payment_method === 'test' && <p className="mt-2 font-medium">{t(TEST_SENTENCE)}</p>}
    </div>
  )
}

/** The loudest thing on the page: when it comes. */
function ArrivesLine({ arrives }: { arrives: NonNullable<OrderView['arrives']> }) {
  return (
    <>
      <p className="mt-4 text-balance font-medium text-[clamp(1.625rem,1.3rem+1.4vw,2.375rem)] leading-tight">
        {arrivalWords(arrives)}
      </p>
      {arrives.late && (
        <p className="mt-1.5 max-w-[46ch] text-ink-2">
          {t('That is later than we told you, and we are sorry. If it no longer suits you, write to us.')}
        </p>
      )}
    </>
  )
}
