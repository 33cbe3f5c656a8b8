import MessageCircle from 'lucide-react/icons/message-circle'
import Truck from 'lucide-react/icons/truck'
import { useChatAddress } from '@/api/settings'
import { type OrderView, paymentStage } from '@/domain/orders/order'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { buttonClass } from '@/ui/button-style'
import { Icon } from '@/ui/icon'

/** Before anything else on an order's page (ORDER-16): a person to write to, and where the parcel is. */
export function OrderHelp({ order }: { order: OrderView }) {
  const chat = useChatAddress(t('Order {number}', { number: order.number }))
  // The payment comes first.
  if (order.status === 'pending' && paymentStage(order)) return null
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
    </div>
  )
}
