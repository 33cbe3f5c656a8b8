import ArrowLeft from '@lucide/icons/icons/arrow-left'
import Lock from '@lucide/icons/icons/lock'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { Logo } from './logo'

/** The header where nothing should lead away from paying (ROUTE-22): the way back to the cart, the logo, a word. */
export function SlimHeader() {
  const { store_name: name } = useSettings()
  return (
    <header className="border-line border-b bg-page">
      <div className="wrap grid h-14 grid-cols-[1fr_minmax(0,auto)_1fr] items-center gap-2 text-sm lg:h-18">
        <nav aria-label={t('Main')}>
          <Link
            to={paths.cart()}
            className="inline-flex min-h-11 min-w-11 items-center gap-2 underline-offset-4 hover:underline"
          >
            <Icon of={ArrowLeft} />
            <span className="pt-0.5">{t('Cart')}</span>
          </Link>
        </nav>
        <Link
          to={paths.home()}
          aria-label={t('{name}, home', { name })}
          className="flex min-h-11 min-w-0 items-center [&_img]:max-w-full"
        >
          <Logo className="h-4.5 min-[22.5em]:h-[22px] lg:h-7" />
        </Link>
        <span className="inline-flex items-center gap-1.5 justify-self-end text-ink-2 text-xs lg:text-sm">
          <Icon of={Lock} size={16} className="max-[22.4em]:hidden" />
          <span className="pt-0.5">{t('Secure')}</span>
        </span>
      </div>
    </header>
  )
}
