import { SignInPanel } from '@/features/account/sign-in-panel'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function Login() {
  return (
    <>
      <Head title={t('Sign in')} path={paths.login()} noindex />
      <SignInPanel />
    </>
  )
}
