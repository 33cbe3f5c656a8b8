import { t } from '@/language/text'
import { lazyComponent } from '@/ui/lazy'
import { LazyOverlay } from '@/ui/lazy-overlay'
import { Spinner } from '@/ui/spinner'
import type { HeaderPanelsProps } from './header-panels'

const HeaderPanels = lazyComponent<HeaderPanelsProps>(() =>
  import('./header-panels').then((module) => module.HeaderPanels),
)

/** Fetches the panels' code ahead of the first opening. */
export function preloadPanels(): void {
  HeaderPanels.preload().catch(() => undefined)
}

/** Where the header's menu and search open. Their code comes with the first opening; their place shows at once. */
export function HeaderSlot(props: HeaderPanelsProps) {
  return (
    <LazyOverlay
      open={props.shown !== undefined}
      title={t(props.shown === 'menu' ? 'Menu' : 'Search')}
      takeBack={() => props.show(undefined)}
      waiting={<Spinner label={t('Loading')} className="fixed inset-0 z-sheet bg-page lg:bottom-auto lg:h-18" />}
    >
      <HeaderPanels {...props} />
    </LazyOverlay>
  )
}
