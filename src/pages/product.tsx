import { useParams } from 'react-router-dom'
import { DeadEnd } from '@/features/catalog/dead-end'
import { useProduct } from '@/features/catalog/product-query'
import { ProductSkeleton } from '@/features/catalog/product-skeleton'
import { ProductView } from '@/features/catalog/product-view'
import { ReviewsSection } from '@/features/reviews/reviews-section'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { LoadFailed } from '@/ui/load-failed'

/** One product with its reviews (ROUTE-03, PROD-01 to PROD-05). */
export default function ProductPage() {
  const { id = '' } = useParams()
  const state = useProduct(id)
  if (state.status === 'ready') {
    const { product } = state
    // A new product starts with its own colour, quantity and picture.
    return <ProductView key={product.id} product={product} reviews={<ReviewsSection product={product} />} />
  }
  if (state.status === 'loading') {
    return (
      <>
        <Head title={t('Product')} path={paths.product(id)} loading />
        <ProductSkeleton />
      </>
    )
  }
  if (state.status === 'missing') {
    return (
      <>
        <Head title={t('Product not found')} missing />
        <DeadEnd title={t('This product is not in the shop')}>
          {t('We may not make it any more, or the link is not quite right.')}
        </DeadEnd>
      </>
    )
  }
  return (
    <>
      <Head title={t('Product')} noindex />
      <LoadFailed level={1} title={t('The product did not load')} busy={state.retrying} onRetry={state.retry}>
        {state.sentence} {t('Your cart is safe.')}
      </LoadFailed>
    </>
  )
}
