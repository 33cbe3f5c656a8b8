import { useQuery } from '@tanstack/react-query'
import { crossSell } from '@/domain/catalog/selections'
import { useCartLines } from '@/features/cart/store'
import { t } from '@/language/text'
import { SectionHead } from '@/ui/section-head'
import { ProductGrid } from './product-grid'
import { crossSellOptions } from './related-queries'
import { SmallProducts } from './small-products'

/**
 * Frequently Bought Together for the cart, `roomy` on its own page (SHEET-05): nothing while loading, without products,
 * or when the call fails.
 */
export function CrossSell({ roomy }: { roomy?: boolean }) {
  const lines = useCartLines()
  const categories = lines.map((line) => line.product.category ?? '').filter((category) => category !== '')
  const { data } = useQuery({ ...crossSellOptions(categories), enabled: categories.length > 0 })
  const products = crossSell(data ?? [], new Set(lines.map((line) => line.productId)))
  if (products.length === 0) return null
  return (
    <section aria-labelledby="cross-sell" className={roomy ? 'pt-4 pb-section' : 'pt-5.5 pb-6.5'}>
      {roomy ? (
        <>
          <SectionHead id="cross-sell" title={t('Frequently Bought Together')} />
          <ProductGrid products={products} label="Frequently Bought Together" four />
        </>
      ) : (
        <>
          <h3 id="cross-sell" className="mb-3.5 text-name-lg">
            {t('Frequently Bought Together')}
          </h3>
          <SmallProducts products={products} />
        </>
      )}
    </section>
  )
}
