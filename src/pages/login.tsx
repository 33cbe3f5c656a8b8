import { MAIL_LINK_TITLES, MailLink, useMailDeed } from '@/features/account/mail-link'
import { SignInPanel } from '@/features/account/sign-in-panel'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

/** Signing in. Links of the store's mails lead here as well (`paths.mailLink`). */
export default function Login() {
  const deed = useMailDeed()
  return (
    <>
      <Head title={t(deed ? MAIL_LINK_TITLES[deed] : 'Sign in')} path={paths.login()} noindex />
      {deed ? <MailLink deed={deed} /> : <SignInPanel />}
    </>
  )
}
