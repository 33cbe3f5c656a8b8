import UserRound from '@lucide/icons/icons/user-round'
import { Link, useLocation } from 'react-router-dom'
import { safeReturnPath } from '@/domain/link'
import { type Auth, useAuth } from '@/features/account/auth-context'
import { t } from '@/language/text'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { ICON_BUTTON } from '@/ui/icon-button'
import { Menu } from '@/ui/menu'

/**
 * Sign in, with its name beside it if `named`, or the menu of who is signed in (NAV-05). While it is not known yet, the
 * signed-out look stands: it is what the HTML carries.
 */
export function AccountArea({ named }: { named?: boolean }) {
  const { user, signOut } = useAuth()
  const { pathname, search } = useLocation()
  // Signing in leads back to the page it was begun on; from the homepage there is nothing to lead back to.
  // Told after hydration: one rendered page serves an address whatever campaign its query names.
  const here = useHydrated() ? safeReturnPath(pathname + search, '') : ''
  const login = paths.login(here === '/' ? undefined : here || undefined)

  if (user) {
    return (
      <Menu
        label={t('Account menu')}
        className={ICON_BUTTON}
        items={[
          { label: t('Profile'), to: paths.profile() },
          { label: t('Orders'), to: paths.orders() },
          { label: t('Wishlist'), to: paths.wishlist() },
          { label: t('Log out'), onSelect: signOut, separated: true },
        ]}
      >
        <Avatar user={user} />
      </Menu>
    )
  }
  return (
    <Link to={login} className={named ? 'inline-flex min-h-11 items-center gap-2' : ICON_BUTTON}>
      <Icon of={UserRound} />
      <span className={named ? 'pt-0.5' : 'sr-only'}>{t('Sign in')}</span>
    </Link>
  )
}

/** The picture of who is signed in, or the first letter of the name. */
function Avatar({ user }: { user: NonNullable<Auth['user']> }) {
  const letter = Array.from(user.name || user.email)[0] ?? ''
  return (
    <span
      aria-hidden="true"
      className="grid size-8 place-items-center overflow-hidden rounded-full bg-tile font-medium text-[15px] text-ink uppercase"
    >
      {user.avatar ? <img src={user.avatar} alt="" className="size-full object-cover" /> : letter}
    </span>
  )
}
