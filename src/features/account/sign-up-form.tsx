import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import { type SignUpFields, type SignUpInput, signUpFailure, signUpSchema } from '@/domain/account/account'
import { useFormEvents } from '@/integrations/form-events'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { isTaken, signUp } from './account-actions'
import { FormAlert } from './form-alert'
import { useKeptFields } from './kept-fields'
import { PasswordFields } from './password-fields'

const FIELDS: readonly (keyof SignUpInput)[] = ['name', 'email', 'password', 'passwordConfirm']

/** A new account, signed in at once (AUTH-02, AUTH-03). */
export function SignUpForm({ onSignInInstead }: { onSignInInstead: () => void }) {
  const { register, formState, submit, start, problem, told } = useSignUp(onSignInInstead)
  const { errors, isSubmitting } = formState
  // In the order of the page, which is the order in which problems get the focus: the passwords below are registered
  // here, not by their fields.
  const [name, email] = [register('name'), register('email')]
  return (
    <form method="post" noValidate onFocus={start} onSubmit={submit} className="mt-6.5 flex flex-col gap-4.5">
      <Field label={t('Name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...name} autoComplete="name" required />}
      </Field>
      <Field label={t('Email')} error={errors.email?.message}>
        {(control) => <Input {...control} {...email} type="email" inputMode="email" autoComplete="username" required />}
      </Field>
      <PasswordFields
        label={t('Password')}
        password={register('password')}
        passwordConfirm={register('passwordConfirm')}
        errors={errors}
      />
      <FormAlert quiet={told}>{problem}</FormAlert>
      <Button type="submit" block large busy={isSubmitting}>
        {t('Create account')}
      </Button>
    </form>
  )
}

/** The form, how it is sent, and what came of it: `told` when a field has the focus and says what is wrong with it. */
function useSignUp(onSignInInstead: () => void) {
  const form = useForm<SignUpFields, unknown, SignUpInput>({
    resolver: valibotResolver(signUpSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the fields.
  })
  const { register, handleSubmit, formState, setError } = form
  useKeptFields('account', ['name', 'email'], form)
  const [problem, setProblem] = useState('')
  const [told, setTold] = useState(false)
  const unheard = useRef(false)
  const formEvents = useFormEvents('sign_up')

  const submit = handleSubmit(async (input) => {
    setProblem('')
    try {
      await signUp(input, unheard.current)
      formEvents.complete()
    } catch (error) {
      if (error instanceof Error && error.cause === 'signed-out') {
        formEvents.complete()
        onSignInInstead()
        return
      }
      const fields = fieldErrors(error)
      formEvents.fail(fields)
      const status = errorStatus(error)
      unheard.current ||= status === 0
      // No connection and too many tries have sentences of their own; a refusal has the promised one (AUTH-03).
      setProblem(status === 0 || status === 429 ? errorSentence(error) : signUpFailure(inWords(fields)))
      const refused = FIELDS.filter((field) => fields[field])
      setTold(refused.length > 0)
      refused.forEach((field, index) => {
        setError(field, { message: plainWords(field, error) ?? fields[field] }, { shouldFocus: index === 0 })
      })
    }
  }, formEvents.fail)

  return { register, formState, submit, start: formEvents.start, problem, told }
}

/** Fields and what is wrong with them, in the language of the page. */
function inWords(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map((words) => words.map(translate)))
}

/** What the record store means, in a shopper's words, where its own are a developer's. */
function plainWords(field: string, error: unknown): string | undefined {
  if (field === 'email' && isTaken(error)) {
    return t('There is an account with this email already. Sign in instead, or use another email.')
  }
  return undefined
}
