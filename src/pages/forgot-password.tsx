import { Link } from 'react-router-dom'
import { AccountPanel } from '@/features/account/account-panel'
import { ForgotPasswordForm } from '@/features/account/forgot-password-form'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function ForgotPassword() {
  return (
    <>
      <Head title="Forgot password" path={paths.forgotPassword()} noindex />
      <AccountPanel title="Forgot password" lead="We send you a link to choose a new one.">
        <ForgotPasswordForm />
        <p className="mt-6 text-ink-2">
          Remembered it?{' '}
          <Link to={paths.login()} className="link text-ink">
            Sign in
          </Link>
        </p>
      </AccountPanel>
    </>
  )
}
