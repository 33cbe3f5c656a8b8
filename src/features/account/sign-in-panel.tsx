import { Link, useLocation } from 'react-router-dom'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { AccountPanel } from './account-panel'
import { AfterSignIn, useReturnPath } from './after-sign-in'
import { GoogleButton } from './google-button'
import { ConfirmDeletion, ConfirmEmail, ConfirmNewEmail } from './mail-link'
import { useMailToken } from './mail-token'
import { SignInForm } from './sign-in-form'

/** The sign-in screen. Links of the store's mails lead here as well: `#verify=…`, `#email=…` and `#erase=…`. */
export function SignInPanel() {
  // Each visit afresh: what a mail's link showed must not stay when its own link leads here to sign in.
  return <Visit key={useLocation().key} />
}

function Visit() {
  const mail = useMailToken('verify', 'email', 'erase')
  const returnPath = useReturnPath()
  if (mail?.kind === 'verify') return <ConfirmEmail token={mail.token} />
  if (mail?.kind === 'email') return <ConfirmNewEmail token={mail.token} />
  if (mail?.kind === 'erase') return <ConfirmDeletion token={mail.token} />
  return (
    // Nobody is sent on before the address has been read: a mail's link is for signed-in people too.
    <AfterSignIn hold={mail === undefined}>
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
