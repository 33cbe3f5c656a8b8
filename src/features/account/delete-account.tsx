import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import { type PasswordInput, passwordSchema } from '@/domain/account/account'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { useIsHere } from '@/lib/is-here'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { toast } from '@/ui/toast'
import { deleteAccount, requestDeletion } from './account-actions'
import { FormAlert } from './form-alert'
import { PasswordControl } from './password-control'
import { currentUser, signOut } from './session'

/**
 * Erases the account (Digital Personal Data Protection Act 2023, section 12), once the password has been given again
 * or a link was mailed to the account's address.
 */
export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const gone = useRef(false)
  useEffect(
    () => () => {
      // Not before the page is left: it would lead to the sign-in page on the way.
      if (gone.current) signOut()
    },
    [],
  )
  return (
    <>
      <Button look="line" onClick={() => setOpen(true)}>
        {t('Delete account')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('Delete your account')}>
        <DeletionForm
          email={email}
          onCancel={() => setOpen(false)}
          onDeleted={() => {
            if (isHere.current) {
              gone.current = true
              setOpen(false)
              navigate(paths.home(), { replace: true })
            } else if ((currentUser()?.user.email ?? email) === email) signOut()
            toast.success(t('Your account is deleted'))
          }}
        />
      </Dialog>
    </>
  )
}

interface DeletionFormProps {
  email: string
  onCancel: () => void
  onDeleted: () => void
}

/** A refusal is told in a toast where the form is gone by then. */
function useDeletion(onDeleted: () => void) {
  const { register, handleSubmit, formState, setError } = useForm<PasswordInput>({
    resolver: valibotResolver(passwordSchema),
    defaultValues: { password: '' },
  })
  const [problem, setProblem] = useState('')
  const isHere = useIsHere()
  const tell = (problem: string) => (isHere.current ? setProblem(problem) : toast.error(problem))
  const mailing = useMutation({
    mutationFn: requestDeletion,
    onMutate: () => setProblem(''),
    onError: (error) => tell(errorSentence(error)),
  })
  const unheard = useRef(false)

  const submit = handleSubmit(async ({ password }) => {
    setProblem('')
    try {
      await deleteAccount(password, unheard.current)
      onDeleted()
    } catch (error) {
      unheard.current ||= errorStatus(error) === 0
      const wrong = fieldErrors(error).password
      if (wrong && isHere.current) setError('password', { message: wrong }, { shouldFocus: true })
      else tell(wrong ?? errorSentence(error))
    }
  })
  return { register, formState, problem, mailing, submit }
}

function DeletionForm({ email, onCancel, onDeleted }: DeletionFormProps) {
  const { register, formState, problem, mailing, submit } = useDeletion(onDeleted)
  if (mailing.isSuccess) return <MailSent email={email} onClose={onCancel} />
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4.5">
      <p className="text-ink-2">
        {t(
          'Your name, picture, addresses, cart, wishlist, reviews and comments are deleted at once and cannot be brought back. Your orders are kept without your account for as long as tax law asks.',
        )}
      </p>
      {/* For password managers, which look for whose password is asked. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <Field label={t('Password')} error={formState.errors.password?.message}>
        {(control) => <PasswordControl {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      <FormAlert>{problem}</FormAlert>
      <p className="text-ink-2 text-sm">
        {rich('No password, because you sign in with Google? {button}', {
          button: (
            <Button look="ghost" className="text-sm" busy={mailing.isPending} onClick={() => mailing.mutate()}>
              {t('Email me a link instead')}
            </Button>
          ),
        })}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={formState.isSubmitting}>
          {t('Delete account for good')}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {t('Keep it')}
        </Button>
      </div>
    </form>
  )
}

function MailSent({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <div className="mt-3 flex flex-col gap-4.5">
      <p role="status" className="text-ink-2">
        {t('We have emailed a link to {email}. Nothing is deleted until you open it. The link works for 30 minutes.', {
          email,
        })}
      </p>
      <div>
        <Button look="line" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}
