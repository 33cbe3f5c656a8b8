import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { requestVerification } from './account-actions'
import { FormAlert } from './form-alert'

/** The way to get the mail that confirms the account's email address once more. */
export function SendMailAgain({ email }: { email: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState('')

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
    <>
      <Button look="ghost" busy={state === 'busy'} onClick={send}>
        {t('Send the email again')}
      </Button>
      <p role="status" className="text-sm text-success empty:hidden">
        {state === 'sent' && t('The email is on its way.')}
      </p>
      <FormAlert>{problem}</FormAlert>
    </>
  )
}
