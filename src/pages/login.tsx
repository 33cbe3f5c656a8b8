import { SignInPanel } from '@/features/account/sign-in-panel'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

export default function Login() {
  return (
    <>
      <Head title="Sign in" path={paths.login()} noindex />
      <SignInPanel />
    </>
  )
}
