import { startTransition, useCallback, useMemo, useOptimistic } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { withKnownFacets } from '@/domain/catalog/facet-values'
import { readShopView, type ShopView, shopSearch } from '@/domain/catalog/product-filter'

export interface ShopViewControl {
  /** What the page shows, as its address says. */
  view: ShopView
  /**
   * What has been chosen: ahead of `view` from the press until the page of the new address is drawn, which takes a
   * slow phone a while. For controls, which answer at once; a second press goes on from it.
   */
  chosen: ShopView
  /**
   * Changes part of the view; the address follows. A new step of the history by default, so that Back undoes a
   * choice; `replace` for what only refines the last step (typing on, showing more).
   */
  change: (part: Partial<ShopView>, options?: { replace?: boolean }) => void
  /** The address of what is chosen with a part changed, for links. */
  address: (part: Partial<ShopView>) => string
}

/** The list's view, read from and kept in the address (SHOP-05). */
export function useShopView(): ShopViewControl {
  const [parameters] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => withKnownFacets(readShopView(parameters)), [parameters])
  const [chosen, choose] = useOptimistic(view, (known, part: Partial<ShopView>) => ({ ...known, ...part }))
  const address = useCallback(
    (part: Partial<ShopView>) => pathname + shopSearch({ ...chosen, ...part }),
    [pathname, chosen],
  )
  const change = useCallback(
    (part: Partial<ShopView>, { replace = false } = {}) => {
      const to = address(part)
      if (to === address({})) return
      // In the router's own transition: what was chosen gives way to the address in the moment the page of it is
      // drawn, whichever that is by then.
      startTransition(() => {
        choose(part)
        void navigate(to, { replace })
      })
    },
    [navigate, address, choose],
  )
  return { view, chosen, change, address }
}
