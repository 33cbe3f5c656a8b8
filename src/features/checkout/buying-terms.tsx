import type { LucideIconData } from '@lucide/icons'
import Lock from '@lucide/icons/icons/lock'
import MessageCircle from '@lucide/icons/icons/message-circle'
import Phone from '@lucide/icons/icons/phone'
import Undo2 from '@lucide/icons/icons/undo-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useChatAddress, useSettings } from '@/api/settings'
import type { Quote } from '@/domain/orders/quote'
import { rich } from '@/language/rich'
import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { Agreement } from './place-bar'

/** What stands behind the button, in full: cancelling, who answers, where card numbers go. Only what records say. */
export function BuyingTerms({ quote }: { quote: Quote | undefined }) {
  const { seller_phone: phone, returns_days } = useSettings()
  const chat = useChatAddress('')
  const online = quote?.payment_methods.some(({ method, available }) => method === 'online' && available)
  return (
    <ul className="grid gap-1.5 pt-3.5 pb-6 text-ink-2 text-sm">
      <Term icon={Undo2}>
        {t('You may cancel free of charge until the parcel is packed.')}{' '}
        <Link to={paths.refunds()} className="link">
          {returns_days > 0
            ? tn(returns_days, 'Returns within {count} day', 'Returns within {count} days')
            : t('Cancellations and returns')}
        </Link>
      </Term>
      {phone && (
        <Term icon={Phone}>
          {rich('A person answers: {phone}', {
            phone: (
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="link whitespace-nowrap">
                {phone}
              </a>
            ),
          })}
        </Term>
      )}
      {chat && (
        <Term icon={MessageCircle}>
          {rich('Questions are answered on {chat}, too.', {
            chat: (
              <a href={chat} target="_blank" rel="noopener noreferrer" className="link">
                {t('WhatsApp')}
              </a>
            ),
          })}
        </Term>
      )}
      {online && (
        <Term icon={Lock}>
          {t('Card numbers never reach us.')}{' '}
          <Link to={paths.privacy()} className="link">
            {t('Privacy policy')}
          </Link>
        </Term>
      )}
      <li className="mt-1 lg:hidden">
        <Agreement />
      </li>
    </ul>
  )
}

function Term({ icon, children }: { icon: LucideIconData; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[20px_1fr] gap-2.5">
      <Icon of={icon} size={16} className="mt-0.5" />
      <span>{children}</span>
    </li>
  )
}
