import { SignUpPanel } from '@/features/account/sign-up-panel'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function Signup() {
  return (
    <>
      <Head title={t('Create account')} path={paths.signup()} noindex />
      <SignUpPanel />
    </>
  )
}
