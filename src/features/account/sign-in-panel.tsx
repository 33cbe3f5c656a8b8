import { Link } from 'react-router-dom'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { AccountPanel } from './account-panel'
import { AfterSignIn, useReturnPath } from './after-sign-in'
import { GoogleButton } from './google-button'
import { SignInForm } from './sign-in-form'

/** The sign-in screen. */
export function SignInPanel() {
  const returnPath = useReturnPath()
  return (
    <AfterSignIn>
      <AccountPanel
        title={t('Sign in')}
        lead={t('For your orders, addresses and reviews. You can also check out without an account.')}
      >
        <GoogleButton />
        <SignInForm />
        <p className="mt-6 text-ink-2">
          {rich('New here? {link}', {
            link: (
              <Link to={paths.signup(returnPath === paths.home() ? undefined : returnPath)} className="link text-ink">
                {t('Create account')}
              </Link>
            ),
          })}
        </p>
      </AccountPanel>
    </AfterSignIn>
  )
}
