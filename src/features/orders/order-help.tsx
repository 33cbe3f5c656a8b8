import MessageCircle from '@lucide/icons/icons/message-circle'
import Truck from '@lucide/icons/icons/truck'
import { Link } from 'react-router-dom'
import { useChatAddress, useSettings } from '@/api/settings'
import { type OrderView, paymentStage } from '@/domain/orders/order'
import { returnableUntil } from '@/domain/orders/timeline'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { buttonClass } from '@/ui/button-style'
import { Icon } from '@/ui/icon'

/** Before anything else on an order's page (ORDER-16): a person to write to, and where the parcel is. */
export function OrderHelp({ order }: { order: OrderView }) {
  const chat = useChatAddress(t('Order {number}', { number: order.number }))
  const until = returnableUntil(order, useSettings().returns_days, Date.now())
  // The payment comes first.
  if (order.status === 'pending' && paymentStage(order)) return null
  const { name, email } = order.contact
  const begun = { name, email, message: `${t('Order {number}', { number: order.number })}\n` }
  return (
    <div className="mt-5 max-w-[30rem] lg:w-[24rem] print:hidden">
      <div className="flex flex-wrap gap-2 [&>*]:flex-1">
        {chat && (
          <a href={chat} target="_blank" rel="noopener noreferrer" className={buttonClass({ className: 'px-4!' })}>
            <Icon of={MessageCircle} />
            {t('WhatsApp')}
          </a>
        )}
        <ButtonLink look="line" className="px-4!" to={paths.trackOrder()} state={{ number: order.number }}>
          <Icon of={Truck} />
          {t('Track order')}
        </ButtonLink>
      </div>
      {chat && <p className="mt-2 text-ink-3 text-xs">{t('WhatsApp opens with the number of this order in it.')}</p>}
      {until && (
        <p className="mt-3 text-sm">{t('You may send things back until {date}.', { date: dateText(until) })}</p>
      )}
      <Link to={paths.contact()} state={{ message: begun }} className="link inline-flex min-h-11 items-center text-sm">
        {t('Write to us')}
      </Link>
    </div>
  )
}
