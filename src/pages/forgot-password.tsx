import { Link } from 'react-router-dom'
import { AccountPanel } from '@/features/account/account-panel'
import { ForgotPasswordForm } from '@/features/account/forgot-password-form'
import { rich } from '@/language/rich'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function ForgotPassword() {
  return (
    <>
      <Head title={t('Forgot password')} path={paths.forgotPassword()} noindex />
      <AccountPanel title={t('Forgot password')} lead={t('We will send you a link to choose a new one.')}>
        <ForgotPasswordForm />
        <p className="mt-6 text-ink-2">
          {rich('Remembered it? {link}', {
            link: (
              <Link to={paths.login()} className="link text-ink">
                {t('Sign in')}
              </Link>
            ),
          })}
        </p>
      </AccountPanel>
    </>
  )
}
