import type { ReactNode } from 'react'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { ProductList } from './product-list'
import type { ProductFilter } from './queries'
import { useShopView } from './shop-view'

interface ShelfProps {
  filter: ProductFilter
  /** What is said when nothing stands on it, above the way to the shop. */
  emptyTitle: string
  children: ReactNode
}

/** A page's own list of products; its address keeps how many are shown. */
export function Shelf({ filter, emptyTitle, children }: ShelfProps) {
  const { view, change } = useShopView()
  return (
    <ProductList
      filter={filter}
      show={view.show}
      onShowMore={(show) => change({ show }, { replace: true })}
      empty={
        <Notice lotus title={emptyTitle} action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}>
          {children}
        </Notice>
      }
    />
  )
}
