import Search from '@lucide/icons/icons/search'
import X from '@lucide/icons/icons/x'
import { Link } from 'react-router-dom'
import { CategoryPictures } from '@/features/catalog/category-pictures'
import { ChatLink } from '@/features/site/chat-link'
import { LanguageChoice } from '@/features/site/language-choice'
import { Logo } from '@/features/site/logo'
import { MainLinks } from '@/features/site/main-links'
import { ThemeButtons } from '@/features/site/theme-buttons'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { IconButton } from '@/ui/icon-button'
import { SheetDialog } from '@/ui/sheet-dialog'
import { AccountArea } from './account-area'

const ROW =
  'flex min-h-13.5 items-center border-line border-b px-gutter pt-0.5 font-display text-[1.4375rem] leading-tight aria-[current=page]:text-primary-ink'

interface PhoneMenuProps {
  open: boolean
  onClose: () => void
  onSearch: () => void
}

/** The shop's links on phones, with pictures of its shelves; account, language and theme at the foot (ROUTE-28). */
export function PhoneMenu({ open, onClose, onSearch }: PhoneMenuProps) {
  return (
    <SheetDialog open={open} onOpenChange={onClose} title={t('Menu')} side="full">
      <div className="wrap flex h-15 w-full flex-none items-center gap-1 max-[22.4em]:gap-0">
        <IconButton label={t('Close')} icon={X} className="-ml-3" onClick={onClose} />
        <Logo className="h-5 min-[22.5em]:h-6" />
        <IconButton label={t('Search')} icon={Search} className="-mr-3 ml-auto" onClick={onSearch} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <CategoryPictures />
        <nav aria-label={t('Main')} className="border-line border-t">
          {/* The first three each in a row, the rest in pairs. */}
          <MainLinks
            className="grid grid-cols-pairs break-words *:grid *:nth-[-n+3]:col-span-full *:nth-[2n+4]:border-r"
            linkClassName={ROW}
            onFollow={onClose}
          />
        </nav>
        <Link to={paths.wishlist()} onClick={onClose} className={ROW}>
          {t('Wishlist')}
        </Link>
        <Link to={paths.trackOrder()} onClick={onClose} className={ROW}>
          {t('Track an order')}
        </Link>
        <ChatLink className={ROW} />
      </div>
      <div className="wrap flex w-full flex-none flex-wrap items-center justify-between gap-x-4 border-line border-t pt-1.5 pb-[calc(6px+env(safe-area-inset-bottom))] text-sm">
        <AccountArea named />
        {/* The one that is spoken is known. */}
        <LanguageChoice className="[&>[aria-pressed=true]]:hidden" />
        <ThemeButtons />
      </div>
    </SheetDialog>
  )
}
