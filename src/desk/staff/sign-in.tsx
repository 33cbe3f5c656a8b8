import type PocketBase from 'pocketbase'
import { getTokenPayload } from 'pocketbase'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorSentence, errorStatus, fieldErrors } from '@/api/errors'
import { LotusMark } from '@/ui/lotus-mark'
import { Button } from '../parts/button'
import { TextField } from '../parts/field'
import { Note } from '../parts/note'
import { PasswordField } from './password-field'

interface SignInProps {
  store: PocketBase
  /** A session has just ended. */
  ended: boolean
  onDone: () => void
}

const PASSWORD_LINK = '#/password/'
type Step = 'in' | 'forgotten' | 'password'

/** Signing in, asking for a password, and choosing one by the link of a mail. */
export function SignIn({ store, ended, onDone }: SignInProps) {
  const [token] = useState(() =>
    location.hash.startsWith(PASSWORD_LINK) ? location.hash.slice(PASSWORD_LINK.length) : '',
  )
  const [step, setStep] = useState<Step>(token ? 'password' : 'in')
  const [email, setEmail] = useState('')
  const { title, ...form } = { store, email, setEmail, setStep, title: TITLES[step] }
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step begins at its heading
  useEffect(() => {
    document.title = `${title} · Shop`
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [step])
  return (
    <div className="mx-auto flex min-h-dvh max-w-[26rem] flex-col justify-center px-5 py-10">
      <LotusMark className="mb-3 size-12 text-primary-ink" />
      <h1 ref={heading} tabIndex={-1} className="mb-4 outline-none">
        {title}
      </h1>
      {step === 'in' && <Enter {...form} ended={ended} onDone={onDone} />}
      {step === 'forgotten' && <Forgotten {...form} />}
      {step === 'password' && <Choose {...form} token={token} onDone={onDone} />}
    </div>
  )
}

const TITLES: { readonly [step in Step]: string } = {
  in: 'The shop’s desk',
  forgotten: 'A new password',
  password: 'Choose a password',
}

interface FormProps {
  store: PocketBase
  email: string
  setEmail: (email: string) => void
  setStep: (step: Step) => void
}

/** One thing at a time is sent, and what is refused is said. */
function useSending() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = (work: () => Promise<void>, wordsOf: (error: unknown) => string) => async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, send }
}

function Form({
  problem,
  onSubmit,
  children,
}: {
  problem: string
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}) {
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem && <Note kind="bad">{problem}</Note>}
      {children}
    </form>
  )
}

function EmailField({ email, setEmail }: Pick<FormProps, 'email' | 'setEmail'>) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={email}
      onChange={(event) => setEmail(event.target.value)}
    />
  )
}

function refusedSignIn(error: unknown): string {
  if (Object.keys(fieldErrors(error)).length > 0) return 'Write your email and your password.'
  if (errorStatus(error) === 400) return 'This email and password do not belong together.'
  if (errorStatus(error) === 403) return 'You are not let in any more. Ask the owner of the shop.'
  return errorSentence(error)
}

function Enter({ store, email, setEmail, setStep, ended, onDone }: FormProps & { ended: boolean; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const { busy, problem, send } = useSending()
  const enter = send(async () => {
    await store.collection('staff').authWithPassword(email.trim(), password)
    onDone()
  }, refusedSignIn)
  return (
    <>
      {ended && !problem && (
        <div className="mb-4">
          <Note kind="warn">You were signed out. Sign in and go on here.</Note>
        </div>
      )}
      <Form problem={problem} onSubmit={enter}>
        <EmailField email={email} setEmail={setEmail} />
        <PasswordField label="Password" autoComplete="current-password" value={password} onChange={setPassword} />
        <Button look="primary" type="submit" busy={busy}>
          Sign in
        </Button>
      </Form>
      <p className="mt-4 text-ink-2">
        <button type="button" className="link min-h-6" onClick={() => setStep('forgotten')}>
          Forgotten your password?
        </button>
      </p>
      <p className="meta mt-2">For those who help in the shop. Its owner invites them.</p>
    </>
  )
}

function Forgotten({ store, email, setEmail, setStep }: FormProps) {
  const [sent, setSent] = useState(false)
  const { busy, problem, send } = useSending()
  const ask = send(
    async () => {
      await store.collection('staff').requestPasswordReset(email.trim().toLowerCase())
      setSent(true)
    },
    (error) => fieldErrors(error).email ?? errorSentence(error),
  )
  return (
    <>
      {sent ? (
        <div role="status">
          <Note kind="good">
            If somebody who helps here has this address, an email is on its way. Its link works for a day.
          </Note>
        </div>
      ) : (
        <Form problem={problem} onSubmit={ask}>
          <EmailField email={email} setEmail={setEmail} />
          <Button look="primary" type="submit" busy={busy}>
            Send me a link
          </Button>
        </Form>
      )}
      <p className="mt-4 text-ink-2">
        <button type="button" className="link min-h-6" onClick={() => setStep('in')}>
          Back to signing in
        </button>
      </p>
    </>
  )
}

const LINK_IS_OVER = 'This link works no more: it is older than a day, or was used. Have another sent to you.'

/** Whose link it is; empty for one that was cut short. */
function emailOf(token: string): string {
  const { email } = getTokenPayload(token)
  return typeof email === 'string' ? email : ''
}

/** Saves a password by the link of a mail, and signs in by it. */
async function saveAndEnter(store: PocketBase, by: { token: string; email: string; password: string }): Promise<void> {
  const staff = store.collection('staff')
  const over = await staff.confirmPasswordReset(by.token, by.password, by.password).then(
    () => undefined,
    (error: unknown) => error,
  )
  // A link is over as well when it was saved a moment ago, and the answer was lost.
  if (over && !fieldErrors(over).token) throw over
  await staff.authWithPassword(by.email, by.password).catch((error: unknown) => {
    throw over && errorStatus(error) === 400 ? over : error
  })
}

function Choose({ store, setEmail, setStep, token, onDone }: FormProps & { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const { busy, problem, send } = useSending()
  const email = emailOf(token)
  const toForgotten = () => {
    history.replaceState(null, '', '/staff')
    setEmail(email)
    setStep('forgotten')
  }
  const choose = send(
    async () => {
      setWrong('')
      await saveAndEnter(store, { token, email, password })
      history.replaceState(null, '', '/staff')
      onDone()
    },
    (error) => {
      const fields = fieldErrors(error)
      setWrong(fields.password ?? '')
      if (fields.password) return ''
      return fields.token ? LINK_IS_OVER : errorSentence(error)
    },
  )
  return (
    <>
      <Form problem={email ? problem : LINK_IS_OVER} onSubmit={choose}>
        {email && (
          <>
            <p className="text-ink-2 wrap-anywhere">{`For ${email}, who helps in the shop.`}</p>
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="New password"
              autoComplete="new-password"
              hint="At least 8 characters."
              problem={wrong || undefined}
              value={password}
              onChange={setPassword}
            />
            <Button look="primary" type="submit" busy={busy}>
              Save and sign in
            </Button>
          </>
        )}
      </Form>
      {(problem === LINK_IS_OVER || !email) && (
        <p className="mt-4">
          <Button onClick={toForgotten}>Send me another link</Button>
        </p>
      )}
    </>
  )
}
