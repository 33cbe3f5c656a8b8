import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorData, errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import { type ResetPasswordInput, resetPasswordSchema } from '@/domain/account/account'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { confirmPasswordReset } from './account-actions'
import { FormAlert } from './form-alert'
import { useMailToken } from './mail-token'
import { PasswordFields } from './password-fields'
import { SignedOutNotice } from './signed-out-notice'

/** Sets a new password with the token of the mail (AUTH-05). */
export function ResetPasswordForm() {
  const token = useMailToken()
  const [state, setState] = useState<'asking' | 'done' | 'dead-link'>('asking')
  if (token === null || state === 'dead-link') return <DeadLink complete={token !== null} />
  if (state === 'done')
    return <SignedOutNotice>{t('Your password is changed. Sign in with the new one.')}</SignedOutNotice>
  return <NewPasswordForm token={token} onDone={() => setState('done')} onDeadLink={() => setState('dead-link')} />
}

interface NewPasswordFormProps {
  /** Undefined until the address of the page has been read. */
  token: string | undefined
  onDone: () => void
  onDeadLink: () => void
}

function NewPasswordForm({ token, onDone, onDeadLink }: NewPasswordFormProps) {
  const [problem, setProblem] = useState('')
  const { register, handleSubmit, formState, setError } = useForm<ResetPasswordInput>({
    resolver: valibotResolver(resetPasswordSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the fields.
  })
  const { errors, isSubmitting } = formState
  const unheard = useRef(false)

  const submit = handleSubmit(async (input) => {
    if (token === undefined) return
    setProblem('')
    try {
      await confirmPasswordReset(token, input, unheard.current)
      onDone()
    } catch (error) {
      unheard.current ||= errorStatus(error) === 0
      if ('token' in errorData(error)) {
        onDeadLink()
        return
      }
      const { password } = fieldErrors(error)
      if (password) setError('password', { message: password }, { shouldFocus: true })
      else setProblem(errorSentence(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6.5 flex flex-col gap-4.5">
      <PasswordFields
        label={t('New password')}
        password={register('password')}
        passwordConfirm={register('passwordConfirm')}
        errors={errors}
      />
      <FormAlert>{problem}</FormAlert>
      <Button type="submit" block large busy={isSubmitting}>
        {t('Change password')}
      </Button>
    </form>
  )
}

/** @param complete whether the address had a token at all */
function DeadLink({ complete }: { complete: boolean }) {
  return (
    <div className="mt-6.5 flex flex-col gap-4.5">
      <FormAlert>
        {complete
          ? t('This link has expired or was used before. Ask for a new one.')
          : t('This link is not complete. Open it again from the email, or ask for a new one.')}
      </FormAlert>
      <ButtonLink to={paths.forgotPassword()} block large>
        {t('Ask for a new link')}
      </ButtonLink>
    </div>
  )
}
