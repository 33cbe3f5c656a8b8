import { useChatAddress } from '@/api/settings'
import { t } from '@/language/text'

/** A plain link to a chat with the shop; nothing without a number (HOME-17). */
export function ChatLink({ className }: { className: string }) {
  const address = useChatAddress()
  return (
    address && (
      <a href={address} target="_blank" rel="noopener noreferrer" className={className}>
        {t('Chat with us')}
      </a>
    )
  )
}
