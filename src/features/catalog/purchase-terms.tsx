import type { LucideIconData } from '@lucide/icons'
import MessageCircle from '@lucide/icons/icons/message-circle'
import ShoppingBag from '@lucide/icons/icons/shopping-bag'
import Truck from '@lucide/icons/icons/truck'
import Undo2 from '@lucide/icons/icons/undo-2'
import Wallet from '@lucide/icons/icons/wallet'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useChatAddress, useSettings } from '@/api/settings'
import { deliversFree } from '@/domain/cart/delivery-fee'
import { formatPaise } from '@/domain/money'
import type { StoreSettings } from '@/domain/site/settings'
import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'

/**
 * What buying here means: delivery, smallest order, returns, payment. Each line is drawn from the settings record,
 * none is promised.
 */
export function PurchaseTerms() {
  const settings = useSettings()
  const chat = useChatAddress()
  return (
    <ul className="mt-5.5 mb-8 text-ink-2 text-sm leading-normal">
      <Term icon={Truck}>{deliverySentence(settings)}</Term>
      <Term icon={Undo2}>
        <Link to={paths.refunds()} className="link py-3.5">
          {settings.returns_days > 0
            ? tn(settings.returns_days, 'Returns within {count} day', 'Returns within {count} days')
            : t('Cancellations and returns')}
        </Link>
      </Term>
      {settings.minimum_order > 0 && (
        <Term icon={ShoppingBag}>{t('Orders from {amount}', { amount: formatPaise(settings.minimum_order) })}</Term>
      )}
      {settings.cod_enabled && !settings.delivers_by_pin && <Term icon={Wallet}>{cashSentence(settings)}</Term>}
      {chat && (
        <Term icon={MessageCircle}>
          <a href={chat} target="_blank" rel="noopener noreferrer" className="link py-3.5">
            {t('Chat with us')}
          </a>
        </Term>
      )}
    </ul>
  )
}

function Term({ icon, children }: { icon: LucideIconData; children: ReactNode }) {
  return (
    <li className="flex gap-3.5 py-[5px]">
      <Icon of={icon} className="mt-px" />
      <span>{children}</span>
    </li>
  )
}

function deliverySentence(settings: StoreSettings): string {
  if (deliversFree(settings)) return t('Free delivery')
  if (settings.delivers_by_pin)
    return t('Free delivery from {amount}', { amount: formatPaise(settings.free_shipping_from) })
  return t('Delivery {fee}, free from {amount}', {
    fee: formatPaise(settings.shipping_fee),
    amount: formatPaise(settings.free_shipping_from),
  })
}

function cashSentence({ cod_max }: StoreSettings): string {
  return cod_max > 0
    ? t('Cash on delivery for orders up to {amount}', { amount: formatPaise(cod_max) })
    : t('Cash on delivery')
}
