import { AccountPanel } from '@/features/account/account-panel'
import { ResetPasswordForm } from '@/features/account/reset-password-form'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

export default function ResetPassword() {
  return (
    <>
      <Head title={t('Choose a new password')} noindex />
      <AccountPanel title={t('Choose a new password')} lead={t('You will be signed out everywhere else.')}>
        <ResetPasswordForm />
      </AccountPanel>
    </>
  )
}
