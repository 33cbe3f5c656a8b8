import { useEffect, useId, useRef } from 'react'
import { addressLines, spacedPhone } from '@/domain/account/address'
import { stateName } from '@/domain/account/states'
import type { OrderView } from '@/domain/orders/order'
import { OrderItems } from '@/features/orders/order-items'
import type { PaymentStart } from '@/features/orders/pay-order'
import { PaymentPanel } from '@/features/orders/payment-panel'
import { t, translate } from '@/language/text'
import { SummaryPanel } from './order-summary'

interface PaymentStepProps {
  order: OrderView
  start: PaymentStart | undefined
  onChange: (order: OrderView) => void
}

/**
 * The checkout's second half: the order is made and waits for its money (ORDER-04). A reload and Back come back to it.
 */
export function PaymentStep({ order, start, onChange }: PaymentStepProps) {
  const title = useId()
  const head = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone with its form.
  useEffect(() => {
    if (!start) return
    head.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [start])
  return (
    <div className="grid pb-18 lg:grid-cols-[7fr_5fr] lg:gap-18">
      <div className="min-w-0">
        <p ref={head} tabIndex={-1} className="pb-4 font-medium text-primary-ink tabular-nums outline-none">
          {t('Order {number}', { number: order.number })}
        </p>
        <PaymentPanel order={order} onChange={onChange} start={start} changeLabel={t('Change the order')} />
        <section aria-labelledby={`${title}-to`} className="py-7">
          <h2 id={`${title}-to`} className="mb-3 text-title tracking-normal">
            {t('Delivering to')}
          </h2>
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            {[order.contact.name, ...addressLines(order.address, translate(stateName(order.address.state)))].join(', ')}
          </p>
          <p className="text-ink-2 tabular-nums">{spacedPhone(order.contact.phone)}</p>
        </section>
      </div>
      <SummaryPanel labelledBy={title}>
        <h2 id={title} className="flex min-h-12 items-center font-medium font-text text-base tracking-normal">
          {t('What you ordered')}
        </h2>
        <OrderItems order={order} aria-label={t('Items')} />
      </SummaryPanel>
    </div>
  )
}
