import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorData, errorSentence } from '@/api/errors'
import { type EmailFields, type EmailInput, emailFormSchema } from '@/domain/account/account'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { requestEmailChange } from './account-actions'
import { FormAlert } from './form-alert'

/** Asks for the mail whose link moves the account to another address; until it is opened nothing changes. */
export function EmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<EmailFields, unknown, EmailInput>({
    resolver: valibotResolver(emailFormSchema),
    defaultValues: { email: '' },
  })
  const [problem, setProblem] = useState('')
  const [sentTo, setSentTo] = useState('')

  const submit = handleSubmit(async ({ email: wanted }) => {
    setProblem('')
    setSentTo('')
    if (wanted === email.toLowerCase()) {
      setError('email', { message: t('That is your email already.') }, { shouldFocus: true })
      return
    }
    try {
      await requestEmailChange(wanted)
      setSentTo(wanted)
    } catch (error) {
      if ('newEmail' in errorData(error))
        setError('email', { message: t('This email cannot be used. Choose another.') }, { shouldFocus: true })
      else setProblem(errorSentence(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-3 flex w-full max-w-[26rem] flex-col gap-4.5">
      <Field
        label={t('New email')}
        hint={t('We will send a link there. Your account keeps its email until you open it.')}
        error={formState.errors.email?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            autoFocus
          />
        )}
      </Field>
      <FormAlert>{problem}</FormAlert>
      <p role="status" className="text-sm text-success empty:hidden">
        {sentTo &&
          t('An email with a link is on its way to {email}. The link works for 30 minutes.', { email: sentTo })}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={formState.isSubmitting}>
          {sentTo ? t('Send it again') : t('Send the link')}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
