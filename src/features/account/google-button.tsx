import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { WRONG_CLOCK } from './account-actions'
import { FormAlert } from './form-alert'
import { GOOGLE_BLOCKED, GOOGLE_CLOSED, GOOGLE_REFUSED, signInWithGoogle } from './google-sign-in'
import { authMethodsOptions } from './queries'

const SENTENCES = [GOOGLE_BLOCKED, GOOGLE_CLOSED, GOOGLE_REFUSED, WRONG_CLOCK]

/**
 * `Continue with Google`, only where the record store offers it (AUTH-04). What comes after being signed in is the
 * page's affair.
 */
export function GoogleButton() {
  const { data } = useQuery(authMethodsOptions())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!data?.google) return null

  const signIn = () => {
    setBusy(true)
    setProblem('')
    signInWithGoogle()
      .catch((error: unknown) => {
        const known = error instanceof Error && SENTENCES.includes(error.message)
        setProblem(known ? error.message : errorSentence(error))
        // Not one of the outcomes a shopper can act on: it belongs in the log.
        if (!known) console.error(error)
      })
      .finally(() => setBusy(false))
  }

  return (
    <div className="mt-6.5">
      <Button look="line" block busy={busy} onClick={signIn}>
        {!busy && <GoogleMark />}
        {t('Continue with Google')}
      </Button>
      <FormAlert className="mt-2">{problem}</FormAlert>
      <p className="mt-4.5 grid grid-cols-[1fr_auto_1fr] items-center gap-4 text-ink-3 text-sm before:h-px before:bg-line after:h-px after:bg-line">
        {t('or')}
      </p>
    </div>
  )
}

/** Google's mark in its own four colours, as its sign-in branding guidelines ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.66-2.84z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A10.6 10.6 0 0 0 12 1 11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  )
}
