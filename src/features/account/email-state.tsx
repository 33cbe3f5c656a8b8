import BadgeCheck from '@lucide/icons/icons/badge-check'
import { useRef, useState } from 'react'
import { t } from '@/language/text'
import { useFocusReturn } from '@/lib/focus-return'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { EmailForm } from './email-form'
import { SendMailAgain } from './send-mail-again'

/**
 * The account's email address and whether it is confirmed, with ways to get the mail again and to move to another
 * address.
 */
export function EmailState({ email, verified }: { email: string; verified: boolean }) {
  const [changing, setChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  useFocusReturn(changing, change)

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="max-w-full break-all">{email}</p>
      {verified ? (
        <p className="flex items-center gap-1.5 text-sm text-success">
          <Icon of={BadgeCheck} size={16} />
          {t('Confirmed')}
        </p>
      ) : (
        <>
          <p className="text-ink-2 text-sm">{t('Not confirmed yet. Open the link in the email we sent you.')}</p>
          <SendMailAgain email={email} />
        </>
      )}
      {changing ? (
        <EmailForm email={email} onClose={() => setChanging(false)} />
      ) : (
        <Button ref={change} look="ghost" onClick={() => setChanging(true)}>
          {t('Change email')}
        </Button>
      )}
    </div>
  )
}
