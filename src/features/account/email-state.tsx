import BadgeCheck from 'lucide-react/icons/badge-check'
import { useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { t } from '@/language/text'
import { useFocusReturn } from '@/lib/focus-return'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { requestVerification } from './account-actions'
import { EmailForm } from './email-form'
import { FormAlert } from './form-alert'

/** The account's e-mail address and whether it is confirmed, with ways to get the mail again and to move to another address. */
export function EmailState({ email, verified }: { email: string; verified: boolean }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState('')
  const [changing, setChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  useFocusReturn(changing, change)

  const send = async () => {
    setProblem('')
    setState('busy')
    try {
      await requestVerification(email)
      setState('sent')
    } catch (error) {
      setProblem(errorSentence(error))
      setState('idle')
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="max-w-full break-all">{email}</p>
      {verified ? (
        <p className="flex items-center gap-1.5 text-sm text-success">
          <Icon of={BadgeCheck} small />
          {t('Confirmed')}
        </p>
      ) : (
        <>
          <p className="text-ink-2 text-sm">{t('Not confirmed yet. Open the link in the mail we sent you.')}</p>
          <Button look="ghost" busy={state === 'busy'} onClick={send}>
            {t('Send the mail again')}
          </Button>
        </>
      )}
      <p role="status" className="text-sm text-success empty:hidden">
        {state === 'sent' && !verified && t('The mail is on its way.')}
      </p>
      <FormAlert>{problem}</FormAlert>
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
