import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { AddressBook } from './address-book'
import { useAuth } from './auth-context'
import { AvatarForm } from './avatar-form'
import { DeleteAccount } from './delete-account'
import { EmailState } from './email-state'
import { MyData } from './my-data'
import { NameForm } from './name-form'
import type { AccountUser } from './session'

/** What the signed-in person can see and change about themselves (AUTH-06, ROUTE-16). The route lets nobody else in. */
export function ProfilePanel() {
  const { user, signOut } = useAuth()
  return (
    <div className="wrap pb-section">
      <PageHead title={t('Profile')} />
      {user ? <Sections user={user} signOut={signOut} /> : <Spinner label={t('Loading')} className="min-h-80" />}
    </div>
  )
}

function Sections({ user, signOut }: { user: AccountUser; signOut: () => void }) {
  return (
    <>
      <Section title={t('Picture')}>
        <AvatarForm avatar={user.avatar} name={user.name} />
      </Section>
      <Section title={t('Name')}>
        <NameForm name={user.name} />
      </Section>
      <Section title={t('Email')}>
        <EmailState email={user.email} verified={user.verified} />
      </Section>
      <Section title={t('Addresses')}>
        <AddressBook user={user} />
      </Section>
      <Section title={t('Orders')}>
        <p className="text-ink-2">
          <Link to={paths.orders()} className="link py-2.5 text-ink">
            {t('See your orders')}
          </Link>
        </p>
      </Section>
      <Section title={t('Sign-in')}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button look="line" onClick={signOut}>
            {t('Log out')}
          </Button>
          <Link to={paths.forgotPassword()} className="link inline-flex min-h-11 items-center text-sm">
            {t('Change password')}
          </Link>
        </div>
      </Section>
      <Section title={t('Your data')}>
        <MyData />
      </Section>
      <Section title={t('Delete account')}>
        <DeleteAccount email={user.email} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-line border-t py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-10">
      <h2 className="text-h3">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
