import { useQuery } from '@tanstack/react-query'
import { isAvailable, type Product } from '@/domain/catalog/product'
import { crossSell } from '@/domain/catalog/selections'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { SectionHead } from '@/ui/section-head'
import { ProductGrid } from './product-grid'
import { relatedOptions } from './related-queries'

/** Four more of the same category; nothing when there are none or the call fails. */
export function RelatedProducts({ product }: { product: Product }) {
  const { data } = useQuery(relatedOptions(product))
  const products = crossSell(data ?? [], new Set([product.id]))
  if (products.length === 0) return null
  const available = isAvailable(product)
  const title = available ? 'More like this' : 'In stock, and like it'
  return (
    <section
      aria-labelledby="related"
      className={classNames(
        'border-line border-t pt-14 lg:pt-22',
        // Instead of the product it stands before the reviews, which keep their own distance.
        available ? 'pb-section' : 'mt-14 lg:mt-24',
      )}
    >
      <SectionHead id="related" title={t(title)} />
      <ProductGrid products={products} label={title} four plain />
    </section>
  )
}
