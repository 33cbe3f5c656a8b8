import UserRound from 'lucide-react/icons/user-round'
import { Link, useLocation } from 'react-router-dom'
import { safeReturnPath } from '@/domain/link'
import { type Auth, useAuth } from '@/features/account/auth-context'
import { t } from '@/language/text'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { ICON_BUTTON } from '@/ui/icon-button'
import { Menu } from '@/ui/menu'

interface AccountAreaProps {
  variant: 'desktop' | 'phone' | 'menu'
  /** Closes the phone's menu when a link in it is followed. */
  onFollow: () => void
}

/**
 * Sign in, or the menu of who is signed in (NAV-05). While it is not known yet, the signed-out look stands: it is
 * what the HTML carries.
 */
export function AccountArea({ variant, onFollow }: AccountAreaProps) {
  const { user, signOut } = useAuth()
  const { pathname, search } = useLocation()
  // Signing in leads back to the page it was begun on; from the homepage there is nothing to lead back to.
  // Told after hydration: one rendered page serves an address whatever campaign its query names.
  const here = useHydrated() ? safeReturnPath(pathname + search, '') : ''
  const login = paths.login(here === '/' ? undefined : here || undefined)

  if (variant === 'menu') {
    return user ? (
      <span className="flex gap-5">
        <Link to={paths.profile()} onClick={onFollow} className="link py-2.5">
          {t('Profile')}
        </Link>
        <Link to={paths.orders()} onClick={onFollow} className="link py-2.5">
          {t('Orders')}
        </Link>
      </span>
    ) : (
      <Link to={login} onClick={onFollow} className="link py-2.5">
        {t('Sign in')}
      </Link>
    )
  }
  if (user) {
    return (
      <Menu
        label={t('Account menu')}
        className={ICON_BUTTON}
        items={[
          { label: t('Profile'), to: paths.profile() },
          { label: t('Orders'), to: paths.orders() },
          { label: t('Log out'), onSelect: signOut, separated: true },
        ]}
      >
        <Avatar user={user} />
      </Menu>
    )
  }
  return variant === 'desktop' ? (
    <Link
      to={login}
      className="inline-flex min-h-11 items-center px-1.5 text-sm underline-offset-4 hover:underline xl:px-3"
    >
      {t('Sign in')}
    </Link>
  ) : (
    <Link to={login} aria-label={t('Sign in')} className={ICON_BUTTON}>
      <Icon of={UserRound} />
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
