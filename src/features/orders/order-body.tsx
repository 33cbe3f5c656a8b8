import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { addressLines, spacedPhone } from '@/domain/account/address'
import { stateName } from '@/domain/account/states'
import { webAddress } from '@/domain/link'
import { isClosed, type OrderTracking, type OrderView } from '@/domain/orders/order'
import { orderTimeline } from '@/domain/orders/timeline'
import { dateTimeText } from '@/language/date'
import { t, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { Timeline } from '@/ui/timeline'
import { OrderActions } from './order-actions'
import { OrderData } from './order-data'
import { OrderItems } from './order-items'

interface OrderBodyProps {
  order: OrderView
  /** Below what was bought: the way to buy it once more. */
  again: ReactNode
}

/** Everything an order's page shows below its heading: status, items with totals, address. */
export function OrderBody({ order, again }: OrderBodyProps) {
  return (
    <div className="grid grid-cols-1 gap-10 pb-20 md:grid-cols-2 lg:grid-cols-3 lg:gap-18 lg:pb-30 print:pb-0">
      <section aria-labelledby="order-status" className="print:hidden">
        <SectionTitle id="order-status" text={t('Where it is')} />
        <OrderProgress order={order} />
        {order.tracking && <Tracking tracking={order.tracking} />}
      </section>
      <section aria-labelledby="order-items">
        <SectionTitle id="order-items" text={t('What is in it')} />
        <OrderItems order={order} className="-mt-3" />
        {again && <div className="print:hidden">{again}</div>}
      </section>
      <section aria-labelledby="order-address">
        <SectionTitle id="order-address" text={addressTitle(order)} />
        <address className="not-italic">
          {[order.contact.name, ...addressLines(order.address, translate(stateName(order.address.state)))].map(
            (line, position) => (
              // The same line may stand twice in an address; its place is what tells it apart.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
              <span key={position} className="block">
                {line}
              </span>
            ),
          )}
          <span className="block tabular-nums">{spacedPhone(order.contact.phone)}</span>
        </address>
        <div className="print:hidden">
          {order.bill && (
            <p className="mt-3">
              <Link to={paths.orderInvoice(order.id)} className="link inline-flex min-h-11 items-center text-sm">
                {t('View and print the bill')}
              </Link>
            </p>
          )}
          <OrderActions order={order} />
          <OrderData id={order.id} number={order.number} />
        </div>
      </section>
    </div>
  )
}

function SectionTitle({ id, text }: { id: string; text: string }) {
  return (
    <h2 id={id} className="mb-4.5 text-title tracking-normal">
      {text}
    </h2>
  )
}

function addressTitle(order: OrderView): string {
  if (isClosed(order)) return t('Address')
  return t(order.fulfilment_status === 'delivered' ? 'Delivered to' : 'Delivering to')
}

/** The order's road with what has happened on it. */
export function OrderProgress({ order }: { order: Parameters<typeof orderTimeline>[0] }) {
  const steps = orderTimeline(order).map((step) => ({
    id: step.label,
    label: translate(step.label),
    detail: [step.note && translate(step.note), dateTimeText(step.at)].filter(Boolean).join(' · ') || undefined,
    state: step.state === 'todo' ? ('later' as const) : step.state,
  }))
  return <Timeline label={t('Order progress')} steps={steps} />
}

/** Courier and number, with the courier's own page when it is a web address. */
export function Tracking({ tracking }: { tracking: OrderTracking }) {
  const { courier, tracking_number } = tracking
  const page = webAddress(tracking.tracking_url)
  return (
    <dl className="mt-7 grid grid-cols-1 gap-3 border-line border-t pt-5">
      {courier && (
        <div>
          <dt className="text-ink-3 text-sm">{t('Courier')}</dt>
          <dd>{courier}</dd>
        </div>
      )}
      {tracking_number && (
        <div>
          <dt className="text-ink-3 text-sm">{t('Tracking number')}</dt>
          <dd className="tabular-nums">{tracking_number}</dd>
        </div>
      )}
      {page && (
        <div>
          <dt className="sr-only">{t('Track your parcel')}</dt>
          <dd>
            <a href={page} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center">
              {t('Track your parcel on the courier’s site')}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}
