import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { errorSentence, errorStatus } from '@/api/errors'
import { type PasswordInput, passwordSchema } from '@/domain/account'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast'
import { checkPassword, deleteAccount } from './account-actions'
import { FormAlert } from './form-alert'
import { signOut } from './session'

/** Erases the account (Digital Personal Data Protection Act 2023, section 12), once the password has been given again. */
export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
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
        Delete account
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Delete your account">
        <DeletionForm
          email={email}
          onCancel={() => setOpen(false)}
          onDeleted={() => {
            gone.current = true
            setOpen(false)
            navigate(paths.home(), { replace: true })
            toast.success('Your account is deleted')
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

function DeletionForm({ email, onCancel, onDeleted }: DeletionFormProps) {
  const { register, handleSubmit, formState, setError } = useForm<PasswordInput>({
    resolver: valibotResolver(passwordSchema),
    defaultValues: { password: '' },
  })
  const [problem, setProblem] = useState('')

  const submit = handleSubmit(async ({ password }) => {
    setProblem('')
    try {
      await checkPassword(email, password)
    } catch (error) {
      if (errorStatus(error) === 400)
        setError('password', { message: 'That is not the password of this account.' }, { shouldFocus: true })
      else setProblem(errorSentence(error))
      return
    }
    try {
      await deleteAccount()
      onDeleted()
    } catch (error) {
      setProblem(errorSentence(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-3 flex flex-col gap-4.5">
      <p className="text-ink-2">
        Your name, picture, addresses, cart, reviews and comments are deleted at once and cannot be brought back. Your
        orders are kept for as long as tax law asks.
      </p>
      {/* For password managers, which look for whose password is asked. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <Field
        label="Password"
        hint={
          <>
            If you only ever signed in with Google,{' '}
            <Link to={paths.forgotPassword()} className="link">
              choose a password
            </Link>{' '}
            first
          </>
        }
        error={formState.errors.password?.message}
      >
        {(control) => (
          <Input {...control} {...register('password')} type="password" autoComplete="current-password" required />
        )}
      </Field>
      <FormAlert>{problem}</FormAlert>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={formState.isSubmitting}>
          Delete account for good
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </form>
  )
}
