import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { readShopView, type ShopView, shopSearch } from '@/domain/product-filter'

export interface ShopViewControl {
  view: ShopView
  /**
   * Changes part of the view; the address follows. A new step of the history by default, so that Back undoes a choice; `replace` for what
   * only refines the last step (typing on, showing more).
   */
  change: (part: Partial<ShopView>, options?: { replace?: boolean }) => void
  /** The address of the view with a part changed, for links. */
  address: (part: Partial<ShopView>) => string
}

/** The list's view, read from and kept in the address (SHOP-05). */
export function useShopView(): ShopViewControl {
  const [parameters] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => readShopView(parameters), [parameters])
  const address = useCallback(
    (part: Partial<ShopView>) => pathname + shopSearch({ ...view, ...part }),
    [pathname, view],
  )
  const change = useCallback(
    (part: Partial<ShopView>, { replace = false } = {}) => {
      const to = pathname + shopSearch({ ...view, ...part })
      if (to !== pathname + shopSearch(view)) void navigate(to, { replace })
    },
    [navigate, pathname, view],
  )
  return { view, change, address }
}
