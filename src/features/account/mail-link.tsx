import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { errorData, errorSentence, errorStatus } from '@/api/errors'
import { type PasswordInput, passwordSchema } from '@/domain/account/account'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { MAIL_ACTIONS, type MailAction, paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Field } from '@/ui/field'
import { Spinner } from '@/ui/spinner'
import { confirmDeletion, confirmEmailChange, confirmVerification } from './account-actions'
import { AccountPanel } from './account-panel'
import { FormAlert } from './form-alert'
import { useMailToken } from './mail-token'
import { PasswordControl } from './password-control'
import { SignedOutNotice } from './signed-out-notice'

const DEAD_LINK =
  'This link has expired or was used before. You can ask for a new one from your profile.' satisfies PlainSentence

/** What the page of a mail's link is called, in its heading and as a title. */
export const MAIL_LINK_TITLES = {
  verify: 'Confirm email',
  email: 'Confirm new email',
  erase: 'Delete your account',
} satisfies Record<MailAction, PlainSentence>

/**
 * For what the address's mail asks; null for an address that comes from no mail. Known to the server too, which
 * serves each with its own page.
 */
export function useMailAction(): MailAction | null {
  const asked = useSearchParams()[0].get('mail')
  return MAIL_ACTIONS.find((action) => action === asked) ?? null
}

/** The screen a link of one of the store's mails leads to. */
export function MailLink({ action }: { action: MailAction }) {
  const token = useMailToken()
  if (token === null) {
    return (
      <AccountPanel title={t(MAIL_LINK_TITLES[action])}>
        <div className="mt-6.5 flex flex-col gap-4.5">
          <FormAlert>This link is not complete. Open it again from the email, or ask for a new one.</FormAlert>
          <ToProfile />
        </div>
      </AccountPanel>
    )
  }
  if (action === 'verify') return <ConfirmEmail token={token} />
  if (action === 'email') return <ConfirmNewEmail token={token} />
  return <ConfirmDeletion token={token} />
}

/** `token` is undefined until the browser has read the address. */
interface MailActionProps {
  token: string | undefined
}

function ToProfile() {
  return (
    <ButtonLink to={paths.profile()} block large>
      {t('Go to your profile')}
    </ButtonLink>
  )
}

/** What came of the token; set to `working`, it is tried again. */
function useConfirmation(token: string | undefined) {
  const [outcome, setOutcome] = useState<'working' | 'asking' | 'done' | string>('working')
  useEffect(() => {
    if (token === undefined || outcome !== 'working') return
    let left = false
    confirmVerification(token).then(
      () => !left && setOutcome('done'),
      (error: unknown) => !left && setOutcome('password' in errorData(error) ? 'asking' : confirmFailure(error)),
    )
    return () => {
      left = true
    }
  }, [token, outcome])
  return [outcome, setOutcome] as const
}

/**
 * Where the link of the mail that confirms an address leads: confirms at once for whoever is signed in to the
 * account. Anybody can make an account with somebody else's address, so others are asked for its password; who does
 * not know it gets an emptied account by choosing a new one.
 */
function ConfirmEmail({ token }: MailActionProps) {
  const [outcome, setOutcome] = useConfirmation(token)
  const panel = useRef<HTMLDivElement>(null)
  const tryAgain = () => {
    setOutcome('working')
    // The pressed button goes.
    panel.current?.focus()
  }

  if (outcome === 'asking')
    return (
      <PasswordPanel
        title={t(MAIL_LINK_TITLES.verify)}
        lead={t('Enter the password of this account to confirm the email.')}
        button={t('Confirm email')}
        onPassword={async (password) => {
          if (token !== undefined) await confirmVerification(token, password)
          setOutcome('done')
        }}
      >
        <p className="text-ink-2 text-sm">
          {t(
            'You do not know it, or somebody else made this account? Choose a new password. What was kept in the account before is then deleted.',
          )}
        </p>
        <ButtonLink to={paths.forgotPassword()} look="ghost">
          {t('Choose a new password')}
        </ButtonLink>
      </PasswordPanel>
    )
  const problem = outcome === 'working' || outcome === 'done' ? '' : outcome
  return (
    <AccountPanel title={t(MAIL_LINK_TITLES.verify)}>
      <div ref={panel} tabIndex={-1} className="mt-6.5 flex flex-col gap-4.5 outline-none">
        {outcome === 'working' && <Spinner label={t('Confirming your email')} visible />}
        {outcome === 'done' && (
          <p role="status" className="text-success">
            {t('Thank you, your email is confirmed.')}
          </p>
        )}
        <FormAlert>{problem}</FormAlert>
        {problem && problem !== DEAD_LINK && (
          <Button block large onClick={tryAgain}>
            {t('Try again')}
          </Button>
        )}
        {outcome !== 'working' && <ToProfile />}
      </div>
    </AccountPanel>
  )
}

const confirmFailure = (error: unknown): string => ('token' in errorData(error) ? DEAD_LINK : errorSentence(error))

interface PasswordPanelProps {
  title: string
  lead: string
  button: string
  onPassword: (password: string) => Promise<void>
  children?: ReactNode
}

/** Asks for the account's password and goes on with it. */
function PasswordPanel({ title, lead, button, onPassword, children }: PasswordPanelProps) {
  const { register, handleSubmit, formState, setError } = useForm<PasswordInput>({
    resolver: valibotResolver(passwordSchema),
    // No values of its own: what was typed or filled in by the browser before the page was alive stays in the field.
  })
  const [problem, setProblem] = useState('')

  const submit = handleSubmit(async ({ password }) => {
    setProblem('')
    try {
      await onPassword(password)
    } catch (error) {
      const data = errorData(error)
      // A dead link says nothing about the password.
      if ('password' in data && !('token' in data))
        setError('password', { message: t('That is not the password of this account.') }, { shouldFocus: true })
      else setProblem(confirmFailure(error))
    }
  })
  return (
    <AccountPanel title={title} lead={lead}>
      <form method="post" noValidate onSubmit={submit} className="mt-6.5 flex flex-col gap-4.5">
        <Field label={t('Password')} error={formState.errors.password?.message}>
          {(control) => <PasswordControl {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <FormAlert>{problem}</FormAlert>
        <Button type="submit" block large busy={formState.isSubmitting}>
          {button}
        </Button>
        {children}
      </form>
    </AccountPanel>
  )
}

/**
 * Where the mail to a new address leads. The password is asked for, because whoever reads that mailbox need not be
 * the account's owner.
 */
function ConfirmNewEmail({ token }: MailActionProps) {
  const [done, setDone] = useState(false)
  const unheard = useRef(false)

  if (done) {
    return (
      <AccountPanel title={t(MAIL_LINK_TITLES.email)}>
        <SignedOutNotice>{t('Your account now uses the new email. Sign in with it.')}</SignedOutNotice>
      </AccountPanel>
    )
  }
  return (
    <PasswordPanel
      title={t(MAIL_LINK_TITLES.email)}
      lead={t('Enter your password to use this email from now on.')}
      button={t('Confirm new email')}
      onPassword={async (password) => {
        if (token === undefined) return
        try {
          await confirmEmailChange(token, password, unheard.current)
        } catch (error) {
          unheard.current ||= errorStatus(error) === 0
          throw error
        }
        setDone(true)
      }}
    />
  )
}

/** Where the mail that erases an account leads. It waits for a press: mail programs open links by themselves. */
function ConfirmDeletion({ token }: MailActionProps) {
  const erasing = useMutation({ mutationFn: confirmDeletion })

  if (erasing.isSuccess) {
    return (
      <AccountPanel title={t('Your account is deleted')}>
        <div className="mt-6.5 flex flex-col gap-4.5">
          <p role="status" className="text-ink-2">
            {t('Everything in it is gone. Your orders are kept for as long as tax law asks.')}
          </p>
          <ButtonLink to={paths.home()} block large>
            {t('Go to the shop')}
          </ButtonLink>
        </div>
      </AccountPanel>
    )
  }
  return (
    <AccountPanel
      title={t(MAIL_LINK_TITLES.erase)}
      lead={t(
        'Your name, picture, addresses, cart, wishlist, reviews and comments are deleted at once and cannot be brought back.',
      )}
    >
      <div className="mt-6.5 flex flex-col gap-4.5">
        {erasing.isError && <FormAlert>{confirmFailure(erasing.error)}</FormAlert>}
        <Button block large busy={erasing.isPending} onClick={() => token !== undefined && erasing.mutate(token)}>
          {t('Delete account for good')}
        </Button>
        <ButtonLink to={paths.home()} look="ghost">
          {t('Keep it')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
