import MenuIcon from '@lucide/icons/icons/menu'
import Search from '@lucide/icons/icons/search'
import ShoppingBag from '@lucide/icons/icons/shopping-bag'
import { type ButtonHTMLAttributes, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { t, tn } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { ICON_BUTTON, IconButton } from '@/ui/icon-button'
import { Logo } from './logo'
import { MainLinks } from './main-links'
import { ThemeMenu } from './theme-menu'

/** What the header opens over the page. */
export type Panel = 'menu' | 'search'

interface SiteHeaderProps {
  cartCount: number
  onOpenCart: () => void
  /** The pointer or the focus has reached the cart's button. */
  onNearCart: () => void
  /** Sign in, or the menu of who is signed in; on phones it stands in the menu. */
  account: ReactNode
  /** The pointer or the focus has reached a panel's button. */
  onNearPanels: () => void
  /** Draws the panels; `show` opens another one, or none. */
  panels: (shown: Panel | undefined, show: (panel: Panel | undefined) => void) => ReactNode
}

/**
 * The header of every page: menu on phones (NAV-04), links from 1024 px, search (FIND-08), theme, account, and the bag
 * with its count (NAV-06).
 */
export function SiteHeader({ account, onNearPanels, panels, ...cart }: SiteHeaderProps) {
  const { store_name: name } = useSettings()
  const [shown, show] = useState<Panel>()
  const { key } = useLocation()
  // Also the browser's Back leads elsewhere, and without a press in the menu. No effect: that of the first render
  // would come after a press made meanwhile, and undo it.
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    show(undefined)
  }
  useSearchKey(useCallback(() => show('search'), []))
  const opener = (panel: Panel) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': shown === panel,
    onPointerEnter: onNearPanels,
    onFocus: onNearPanels,
    onClick: () => show(panel),
  })
  return (
    <header className="sticky top-0 z-header border-line border-b bg-page">
      {/* A page that arrives in pieces shows the row when the cart's button, which moves the rest of it, is there. */}
      <div className="wrap grid h-15 grid-cols-[auto_1fr_auto] items-center gap-1 not-has-[>:nth-child(4)>button~button]:invisible lg:h-18 lg:gap-5.5 xl:gap-9 max-[22.4em]:gap-0">
        <div className="-ml-3 lg:hidden">
          <IconButton {...opener('menu')} label={t('Menu')} icon={MenuIcon} />
        </div>
        <Link
          to={paths.home()}
          aria-label={t('{name}, home', { name })}
          className="flex min-h-11 min-w-0 items-center justify-self-start"
        >
          <Logo className="h-5 min-[22.5em]:h-6 lg:h-[25px] xl:h-[29px]" />
        </Link>
        <nav aria-label={t('Main')} className="hidden whitespace-nowrap lg:block">
          <MainLinks
            className="flex gap-x-4 xl:gap-x-6.5"
            linkClassName="block border-transparent border-b pt-2.5 pb-2 text-[.875rem] hover:border-ink aria-[current=page]:border-ink xl:text-sm"
          />
        </nav>
        <div className="-mr-3 flex items-center justify-end whitespace-nowrap xl:gap-1">
          <SearchButton {...opener('search')} />
          <span className="flex items-center max-lg:hidden xl:gap-1">
            <ThemeMenu />
            {account}
          </span>
          <CartButton {...cart} />
        </div>
      </div>
      {panels(shown, show)}
    </header>
  )
}

/** `/` opens the search from anywhere on the page but where it is a letter, and from no other panel or list. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.target as Element).matches('body,main,#root :is(a,button)')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
}

/** An icon, and from 1280 px a field to the eye. */
function SearchButton(opener: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...opener}
      type="button"
      aria-keyshortcuts="/"
      className={classNames(
        ICON_BUTTON,
        'xl:flex xl:w-49 xl:items-center xl:gap-2.5 xl:rounded xl:border xl:bg-surface xl:px-3 xl:text-ink-3 xl:text-sm xl:hover:border-line-strong',
      )}
    >
      <Icon of={Search} />
      <span className="max-xl:sr-only">{t('Search')}</span>
      <span aria-hidden="true" className="ml-auto font-text text-xs max-xl:hidden">
        /
      </span>
    </button>
  )
}

/** The bag with its count (NAV-06). */
function CartButton({
  cartCount,
  onOpenCart,
  onNearCart,
}: Omit<SiteHeaderProps, 'account' | 'onNearPanels' | 'panels'>) {
  return (
    <IconButton
      label={tn(cartCount, 'Open cart, {count} item', 'Open cart, {count} items')}
      icon={ShoppingBag}
      aria-haspopup="dialog"
      onPointerEnter={onNearCart}
      onFocus={onNearCart}
      onClick={onOpenCart}
    >
      {cartCount > 0 && (
        <b
          aria-hidden="true"
          className="absolute top-[5px] right-[3px] h-4.5 min-w-4.5 rounded-full bg-primary px-1 pt-px text-center font-medium text-[12px] text-on-primary leading-[18px]"
        >
          {cartCount > 99 ? '99+' : cartCount}
        </b>
      )}
    </IconButton>
  )
}
