import type { LucideIconData } from '@lucide/icons'
import Mail from '@lucide/icons/icons/mail'
import MessageCircle from '@lucide/icons/icons/message-circle'
import Phone from '@lucide/icons/icons/phone'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { settingsOptions, useChatAddress, useSettings } from '@/api/settings'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { ALONE_LINK, MailLink, PhoneLink } from './seller-facts'

/** The ways to reach the shop that its settings name. */
export function ContactWays() {
  const { isSuccess, isError, isFetching, error, refetch } = useQuery(settingsOptions())
  const { seller_email: email, seller_phone: phone } = useSettings()
  const chat = useChatAddress()
  const none = !email && !phone && !chat

  return (
    <div className="max-w-[44rem]">
      {none && isSuccess && (
        <p className="text-ink-2">
          {t('There is no phone or email of ours here yet. Until then, please use the form.')}
        </p>
      )}
      {none && isError && (
        <div role="alert">
          <p className="text-ink-2">{errorSentence(error)}</p>
          <Button look="line" busy={isFetching} className="mt-4" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      <ul className="border-line border-t empty:hidden">
        {email && (
          <Way icon={Mail} title="Email" detail="For anything about an order, please add its number.">
            <MailLink address={email} />
          </Way>
        )}
        {phone && (
          <Way icon={Phone} title="Phone" detail="If nobody picks up, write to us: we read everything.">
            <PhoneLink number={phone} />
          </Way>
        )}
        {chat && (
          <Way icon={MessageCircle} title="WhatsApp" detail="Quick questions, or an order if you prefer to write it.">
            <a href={chat} target="_blank" rel="noopener" className={ALONE_LINK}>
              {t('Open a chat')}
            </a>
          </Way>
        )}
      </ul>
    </div>
  )
}

function Way({
  icon,
  title,
  detail,
  children,
}: {
  icon: LucideIconData
  title: PlainSentence
  detail: PlainSentence
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[20px_1fr] gap-x-4 gap-y-1 border-line border-b py-6">
      <Icon of={icon} className="mt-1 text-ink-2" />
      <div className="min-w-0">
        <h2 className="text-h3">{t(title)}</h2>
        <p className="mt-1.5 break-words text-lead">{children}</p>
        <p className="mt-1 text-ink-3 text-sm">{t(detail)}</p>
      </div>
    </li>
  )
}
