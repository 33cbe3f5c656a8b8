import { SearchPanel } from '@/features/catalog/search-panel'
import type { Panel } from '@/features/site/site-header'
import { PhoneMenu } from './phone-menu'

export interface HeaderPanelsProps {
  shown: Panel | undefined
  /** Opens another panel in the place of this one, or none. */
  show: (panel: Panel | undefined) => void
}

/** What the header opens over the page: the phone's menu and the search. */
export function HeaderPanels({ shown, show }: HeaderPanelsProps) {
  const close = () => show(undefined)
  return (
    <>
      <PhoneMenu open={shown === 'menu'} onClose={close} onSearch={() => show('search')} />
      <SearchPanel open={shown === 'search'} onClose={close} />
    </>
  )
}
