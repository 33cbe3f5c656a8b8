import { LIST_PAGE_SIZE } from '@/domain/catalog/product-filter'
import { paths } from '@/lib/paths'
import { ProductSearch } from './product-search'
import type { ShopViewControl } from './shop-view'

/** The search of the shop page (SHOP-05). Every change begins at the top of the list again. */
export function ShopTools({ control: { chosen, change } }: { control: ShopViewControl }) {
  return (
    <ProductSearch
      q={chosen.q}
      action={paths.shop()}
      onSearch={(q) => change({ q, show: LIST_PAGE_SIZE }, { replace: chosen.q !== '' && q !== '' })}
      className="min-w-0 flex-1 lg:w-75 lg:flex-none"
    />
  )
}
