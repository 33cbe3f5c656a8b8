import MenuIcon from 'lucide-react/icons/menu'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { t, tn } from '@/language/text'
import { paths } from '@/lib/paths'
import { IconButton } from '@/ui/icon-button'
import { preloadSheet, Sheet } from '@/ui/sheet'
import { ChatLink } from './chat-link'
import { LanguageChoice } from './language-choice'
import { Logo } from './logo'
import { MainLinks } from './main-links'
import { ThemeButtons, ThemeMenu } from './theme-menu'

interface SiteHeaderProps {
  cartCount: number
  onOpenCart: () => void
  /** The pointer or the focus has reached the cart's button. */
  onNearCart: () => void
  /** Sign in, or the menu of who is signed in; `place` says which of the two headers it stands in. */
  account: (variant: 'desktop' | 'phone' | 'menu', closeMenu: () => void) => ReactNode
}

/**
 * The header of every page: menu on phones (NAV-04), links from 1024 px, theme, account, and the bag with its count
 * (NAV-06).
 */
export function SiteHeader({ account, ...cart }: SiteHeaderProps) {
  const { store_name: name } = useSettings()
  const [menuOpen, setMenuOpen] = useState(false)
  const closeMenu = () => setMenuOpen(false)
  const { key } = useLocation()
  // Also the browser's Back leads elsewhere, and without a press in the menu. No effect: that of the first render
  // would come after a press made meanwhile, and undo it.
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    closeMenu()
  }
  return (
    <header className="sticky top-0 z-header border-line border-b bg-page">
      {/* A page that arrives in pieces shows the row when the cart's button, which moves the rest of it, is there. */}
      <div className="wrap grid h-15 grid-cols-[auto_1fr_auto] items-center gap-1 not-has-[>:nth-child(4)>button]:invisible lg:h-20 lg:gap-5 xl:gap-12 max-[359px]:gap-0">
        <div className="-ml-3 lg:hidden">
          <IconButton
            label={t('Menu')}
            icon={MenuIcon}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onPointerEnter={preloadSheet}
            onFocus={preloadSheet}
            onClick={() => setMenuOpen(true)}
          />
        </div>
        <Link
          to={paths.home()}
          aria-label={t('{name}, home', { name })}
          className="flex min-h-11 min-w-0 items-center justify-self-start"
        >
          <Logo className="h-5 min-[360px]:h-[25px] lg:h-[26px] xl:h-[31px]" />
        </Link>
        <nav aria-label={t('Main')} className="hidden whitespace-nowrap lg:block">
          <MainLinks
            className="flex justify-center gap-4.5 xl:gap-[30px]"
            linkClassName="block border-transparent border-b pt-2.5 pb-2 text-[.875rem] hover:border-ink aria-[current=page]:border-ink xl:text-sm"
          />
        </nav>
        <div className="-mr-3 flex items-center justify-end whitespace-nowrap lg:gap-1">
          <span className="hidden lg:block">
            <ThemeMenu />
          </span>
          {/* As wide for a picture as for the words that stand here until it is known who is signed in. */}
          <span className="hidden justify-items-center lg:grid lg:min-w-16 xl:min-w-20">
            {account('desktop', closeMenu)}
          </span>
          <span className="lg:hidden">{account('phone', closeMenu)}</span>
          <CartButton {...cart} />
        </div>
      </div>
      <PhoneMenu open={menuOpen} onOpenChange={setMenuOpen}>
        {account('menu', closeMenu)}
      </PhoneMenu>
    </header>
  )
}

/** The bag with its count (NAV-06). */
function CartButton({ cartCount, onOpenCart, onNearCart }: Omit<SiteHeaderProps, 'account'>) {
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

interface PhoneMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The account's part, at the foot. */
  children: ReactNode
}

function PhoneMenu({ children, ...menu }: PhoneMenuProps) {
  return (
    <Sheet
      {...menu}
      title={t('Menu')}
      side="left"
      head={<Logo className="h-[25px]" />}
      foot={
        <>
          <div className="flex items-center justify-between">
            {children}
            <ThemeButtons />
          </div>
          <LanguageChoice className="text-sm" />
        </>
      }
    >
      <nav aria-label={t('Main')}>
        <MainLinks
          className="pt-1"
          linkClassName="block border-line border-b pt-3 pb-2.5 font-display text-[1.5rem] leading-tight aria-[current=page]:text-primary-ink"
          onFollow={() => menu.onOpenChange(false)}
        />
      </nav>
      <ChatLink className="inline-flex min-h-13 items-center underline-offset-4 hover:underline" />
    </Sheet>
  )
}
