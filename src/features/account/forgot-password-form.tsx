import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorSentence } from '@/api/errors'
import { type EmailFields, type EmailInput, emailFormSchema } from '@/domain/account/account'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { requestPasswordReset } from './account-actions'
import { FormAlert } from './form-alert'
import { useKeptFields } from './kept-fields'

/**
 * Asks for the mail with the link (AUTH-05). Says the same whether the account exists or not, so that nobody can be
 * looked up.
 */
export function ForgotPasswordForm() {
  const form = useForm<EmailFields, unknown, EmailInput>({
    resolver: valibotResolver(emailFormSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the fields.
  })
  const { register, handleSubmit, formState } = form
  useKeptFields('account', ['email'], form)
  const [problem, setProblem] = useState('')
  const [sentTo, setSentTo] = useState('')
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    setProblem('')
    setSentTo('')
    try {
      await requestPasswordReset(email)
      setSentTo(email)
    } catch (error) {
      setProblem(errorSentence(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6.5 flex flex-col gap-4.5">
      <Field label={t('Email')} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="username" required />
        )}
      </Field>
      <FormAlert>{problem}</FormAlert>
      <p role="status" className="text-sm text-success empty:hidden">
        {sentTo &&
          t('If there is an account for {email}, an email with a link is on its way. The link works for 30 minutes.', {
            email: sentTo,
          })}
      </p>
      <Button type="submit" block large busy={isSubmitting}>
        {sentTo ? t('Send it again') : t('Send the link')}
      </Button>
    </form>
  )
}
