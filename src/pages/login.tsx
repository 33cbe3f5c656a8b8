import { MAIL_LINK_TITLES, MailLink, useMailAction } from '@/features/account/mail-link'
import { SignInPanel } from '@/features/account/sign-in-panel'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'

/** Signing in. Links of the store's mails lead here as well (`paths.mailLink`). */
export default function Login() {
  const action = useMailAction()
  return (
    <>
      <Head title={t(action ? MAIL_LINK_TITLES[action] : 'Sign in')} path={paths.login()} noindex />
      {action ? <MailLink action={action} /> : <SignInPanel />}
    </>
  )
}
