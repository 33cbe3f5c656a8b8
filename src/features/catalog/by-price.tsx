import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { FacetRow } from '@/domain/catalog/facet-count'
import { FACETS } from '@/domain/catalog/facet-values'
import { EMPTY_VIEW, shopSearch } from '@/domain/catalog/product-filter'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { SectionHead } from '@/ui/section-head'
import { countedProducts, facetLabel } from './facet-labels'
import { facetsOptions } from './queries'

/** Ways into the shop by what one means to spend: the prices it is filtered by, with what can be bought now. */
export function ByPrice() {
  const { data: rows = [] } = useQuery(facetsOptions(''))
  const ways = FACETS.price.map((price) => ({ price, count: countAt(price, rows) })).filter(({ count }) => count > 0)
  if (ways.length === 0) return null
  return (
    <section aria-labelledby="by-price" className="bg-sunken py-section">
      <div className="wrap">
        <SectionHead id="by-price" title={t('By price')} />
        <ul className="grid auto-cols-fr grid-cols-2 gap-x-column sm:grid-flow-col sm:grid-cols-none">
          {ways.map(({ price, count }, index) => (
            <li
              key={price}
              className={classNames(
                'border-line-strong border-t',
                index % 2 === 0 && index === ways.length - 1 && 'col-span-2 sm:col-auto',
              )}
            >
              <Link
                to={paths.shop() + shopSearch({ ...EMPTY_VIEW, price, inStock: true })}
                className="group block py-4"
              >
                <span className="block font-display text-h3 group-hover:underline">{facetLabel('price', price)}</span>
                <span className="text-ink-3 text-sm">{countedProducts(count, '')}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** How many products at a price can be bought now. */
function countAt(price: string, rows: readonly FacetRow[]): number {
  const fitting = rows.filter(({ values }) => {
    const words = values.split(' ')
    return words.includes('inStock') && words.includes(`price:${price}`)
  })
  return fitting.reduce((sum, { count }) => sum + count, 0)
}
