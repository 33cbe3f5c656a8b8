import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { colorName, type Product, picturesOf } from '@/domain/catalog/product'
import type { Wish } from '@/domain/wishlist/wishlist'
import { LoadFailed } from '@/ui/load-failed'
import { ProductCard } from './product-card'
import { gridClass } from './product-grid'

export interface WishedProduct {
  product: Product
  /** The colour's value; empty for none. */
  color: string
  wish?: Wish
}

interface WishGridProps {
  wished: readonly WishedProduct[]
  label: string
  foot?: (one: WishedProduct, wish?: Wish) => ReactNode
}

/** Cards of what somebody wants, each shown in its colour. */
export function WishGrid({ wished, label, foot }: WishGridProps) {
  return (
    // The role is named because Safari drops it from lists without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul role="list" aria-label={label} className={gridClass()}>
      {wished.map((one) => (
        <li key={one.product.id}>
          <ProductCard product={inColour(one)} headingLevel={2} plain>
            {one.color && <p className="text-ink-3 text-sm">{colorName(one.product, one.color)}</p>}
            {foot?.(one, one.wish)}
          </ProductCard>
        </li>
      ))}
    </ul>
  )
}

/** The product with the pictures of that colour first. */
function inColour({ product, color }: WishedProduct): Product {
  return color ? { ...product, images: picturesOf(product, color), image_alt: [] } : product
}

interface QueryFailedProps {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** In the place of a list that was asked for by ids. */
export function QueryFailed({ title, query }: QueryFailedProps) {
  return (
    <LoadFailed level={1} title={title} busy={query.isFetching} onRetry={() => void query.refetch()}>
      {errorSentence(query.error)}
    </LoadFailed>
  )
}
