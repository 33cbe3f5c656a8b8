import { Link, useNavigate } from 'react-router-dom'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { toast } from '@/ui/toast'
import { AccountPanel } from './account-panel'
import { AfterSignIn, useReturnPath } from './after-sign-in'
import { GoogleButton } from './google-button'
import { SignUpForm } from './sign-up-form'

/** The screen for a new account. */
export function SignUpPanel() {
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const signIn = paths.login(returnPath === paths.home() ? undefined : returnPath)
  return (
    <AfterSignIn>
      <AccountPanel
        title={t('Create account')}
        lead={t('See your orders in one place, and write reviews. You can also check out without an account.')}
      >
        <GoogleButton />
        <SignUpForm
          onSignInInstead={() => {
            toast.success(t('Your account is ready'), { description: t('Sign in to use it.') })
            navigate(signIn)
          }}
        />
        <p className="mt-6 text-ink-2 text-sm">
          {rich(
            'We keep your name and email until you delete the account, and show your name beside your reviews. Accounts are for people aged 18 and over. See {policy}.',
            {
              policy: (
                <Link to={paths.privacy()} className="link">
                  {t('Privacy policy')}
                </Link>
              ),
            },
          )}
        </p>
        <p className="mt-6 text-ink-2">
          {rich('Have an account? {link}', {
            link: (
              <Link to={signIn} className="link text-ink">
                {t('Sign in')}
              </Link>
            ),
          })}
        </p>
      </AccountPanel>
    </AfterSignIn>
  )
}
