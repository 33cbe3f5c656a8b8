import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '@/language/text'
import { SectionHead } from '@/ui/section-head'
import { ProductGrid } from './product-grid'
import { deliverableBestsellersOptions } from './queries'
import { SmallProducts } from './small-products'

/**
 * Where a way ends: four bestsellers that can be had, in the cart's sheet `small` (ROUTE-27). Nothing while they are
 * on their way, without any, or when the call fails.
 */
export function WorthWanting({ small, className }: { small?: boolean; className: string }) {
  const id = useId()
  const { data: products = [] } = useQuery(deliverableBestsellersOptions())
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className={className}>
      {small ? (
        <>
          <h3 id={id} className="mb-3.5 text-name-lg">
            {t('On the shelf today')}
          </h3>
          <SmallProducts products={products} />
        </>
      ) : (
        <>
          <SectionHead id={id} title={t('On the shelf today')} />
          <ProductGrid products={products} label="On the shelf today" four plain />
        </>
      )}
    </section>
  )
}
