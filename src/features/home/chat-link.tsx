import MessageCircle from 'lucide-react/icons/message-circle'
import { useSettings } from '@/api/settings'
import { track } from '@/integrations/analytics'
import { t } from '@/language/text'
import { Icon } from '@/ui/icon'

/**
 * Order via chat: a link to the configured number with the first words filled in; nothing without a number (HOME-14).
 */
export function ChatLink() {
  const { chat_number: number, chat_greeting: greeting } = useSettings()
  const digits = number.replace(/\D/g, '')
  if (!digits) return null
  return (
    <a
      href={`https://wa.me/${digits}${greeting ? `?text=${encodeURIComponent(greeting)}` : ''}`}
      target="_blank"
      onClick={() => track({ event: 'button_click', button_name: 'Order via chat', button_location: 'chat' })}
      rel="noopener noreferrer"
      className="fixed right-gutter bottom-[calc(20px+var(--consent-height,0px))] z-chat inline-flex h-12 min-w-12 items-center justify-center gap-2.5 rounded-full bg-surface pt-px font-medium text-sm shadow-float md:pr-4.5 md:pl-4"
    >
      <Icon of={MessageCircle} />
      <span className="max-md:sr-only">{t('Order via chat')}</span>
    </a>
  )
}
