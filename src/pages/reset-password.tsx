import { AccountPanel } from '@/features/account/account-panel'
import { ResetPasswordForm } from '@/features/account/reset-password-form'
import { Head } from '@/ui/head'

export default function ResetPassword() {
  return (
    <>
      <Head title="Choose a new password" noindex />
      <AccountPanel title="Choose a new password" lead="You will be signed out everywhere else.">
        <ResetPasswordForm />
      </AccountPanel>
    </>
  )
}
