import { valibotResolver } from '@hookform/resolvers/valibot'
import { useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { errorSentence, errorStatus } from '@/api/errors'
import { type SignInFields, type SignInInput, signInSchema } from '@/domain/account/account'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { signIn, WRONG_CLOCK } from './account-actions'
import { FormAlert } from './form-alert'
import { useKeptFields } from './kept-fields'
import { PasswordControl } from './password-control'

const NO_PROBLEM = { text: '', wrongPair: false, leads: false }

/** Email and password (AUTH-07). Being signed in shows through `useAuth`; the page decides where to go then. */
export function SignInForm() {
  const { register, formState, submit, problem } = useSignIn()
  const { errors, isSubmitting } = formState
  return (
    // "post": a form sent before the page's code has arrived must not write the password into the address.
    <form method="post" noValidate onSubmit={submit} className="mt-6.5 flex flex-col gap-4.5">
      <Field label={t('Email')} error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="username" required />
        )}
      </Field>
      <div className="flex flex-col gap-1">
        <Field label={t('Password')} error={errors.password?.message}>
          {(control) => (
            <PasswordControl
              {...control}
              {...register('password')}
              autoComplete="current-password"
              aria-invalid={control['aria-invalid'] ?? (problem.wrongPair || undefined)}
              aria-describedby={control['aria-describedby'] ?? (problem.text ? 'sign-in-problem' : undefined)}
            />
          )}
        </Field>
        <FormAlert id="sign-in-problem" quiet={problem.leads}>
          {problem.text}
        </FormAlert>
      </div>
      <p>
        <Link to={paths.forgotPassword()} className="link -my-2.5 inline-flex min-h-11 items-center text-sm">
          {t('Forgot password')}
        </Link>
      </p>
      <Button type="submit" block large busy={isSubmitting}>
        {t('Sign in')}
      </Button>
    </form>
  )
}

/** The form, how it is sent, and what is wrong. */
function useSignIn() {
  const form = useForm<SignInFields, unknown, SignInInput>({
    resolver: valibotResolver(signInSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the fields.
  })
  const { register, handleSubmit, formState, setFocus } = form
  useKeptFields('account', ['email'], form)
  const [problem, setProblem] = useState(NO_PROBLEM)

  const submit = handleSubmit(async (input) => {
    setProblem(NO_PROBLEM)
    try {
      await signIn(input)
    } catch (error) {
      const wrongPair = errorStatus(error) === 400
      // Enter pressed in the password's field: coming from there, the focus would say nothing.
      const stays = document.activeElement?.getAttribute('name') === 'password'
      const wrongClock = error instanceof Error && error.message === WRONG_CLOCK
      const text = wrongPair
        ? t('That email and password do not match.')
        : errorSentence(error, wrongClock ? WRONG_CLOCK : undefined)
      setProblem({ text, wrongPair, leads: wrongPair && !stays })
    }
  })

  // Once the field is described by it: the focus says it then.
  useLayoutEffect(() => {
    if (problem.leads) setFocus('password')
  }, [problem, setFocus])

  return { register, formState, submit, problem }
}
