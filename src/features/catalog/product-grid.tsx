import { useMemo } from 'react'
import type { Product } from '@/domain/catalog/product'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { useListView } from './list-view'
import { CARD_SIZES, ProductCard } from './product-card'
import { trackList } from './product-event'

interface ProductGridProps {
  products: readonly Product[]
  /** Name of the list: in the language of the page, and in English for the analytics. */
  label?: PlainSentence
  /** How many of the first pictures are in the first view. */
  priority?: number
  headingLevel?: 2 | 3
  /** A single row of at most four; on phones it is swiped. */
  four?: boolean
  /** As `ProductCard`. */
  plain?: boolean
}

export function gridClass(four = false): string {
  return classNames(
    'cards grid gap-x-0.5 lg:grid-cols-4',
    four
      ? 'rail -mx-gutter auto-cols-[60%] grid-flow-col overflow-x-auto overscroll-x-contain [scrollbar-width:none] sm:auto-cols-[36%] lg:mx-0 lg:grid-flow-row lg:overflow-visible'
      : 'grid-cols-pairs gap-y-6.5 max-md:-mx-gutter md:grid-cols-3 md:gap-y-11',
  )
}

/** Product cards in rows; their pictures touch, on phones from edge to edge (SHOP-08). */
export function ProductGrid({
  products,
  label = 'Products',
  priority = 0,
  headingLevel,
  four,
  plain,
}: ProductGridProps) {
  const list = useListView(label, products)
  // A list that comes into view is drawn again, its cards are not.
  const cards = useMemo(
    () =>
      products.map((product, position) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            priority={position < priority}
            headingLevel={headingLevel}
            plain={plain}
            onOpen={() => trackList('select_item', label, [product], position)}
            sizes={four ? '(min-width: 64em) 22vw, (min-width: 37.5em) 36vw, 60vw' : CARD_SIZES}
          />
        </li>
      )),
    [products, label, priority, headingLevel, four, plain],
  )
  return (
    // The role is named because Safari drops it from lists without bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul ref={list} role="list" aria-label={t(label)} className={gridClass(four)}>
      {cards}
    </ul>
  )
}
