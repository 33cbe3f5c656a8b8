import CloudOff from 'lucide-react/icons/cloud-off'
import { useParams } from 'react-router-dom'
import { useProduct } from '@/features/catalog/product-query'
import { ProductSkeleton } from '@/features/catalog/product-skeleton'
import { ProductView } from '@/features/catalog/product-view'
import { ReviewsSection } from '@/features/reviews/reviews-section'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'

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
        <Head title="Product" path={paths.product(id)} />
        <ProductSkeleton />
      </>
    )
  }
  if (state.status === 'missing') {
    return (
      <>
        <Head title="Product not found" missing />
        <Notice
          lotus
          level={1}
          title="This product is not in the shop"
          action={<ButtonLink to={paths.shop()}>Go to the shop</ButtonLink>}
        >
          It may have been sold for good, or the link is not quite right.
        </Notice>
      </>
    )
  }
  return (
    <>
      <Head title="Product" noindex />
      <Notice
        role="alert"
        level={1}
        icon={CloudOff}
        title="The product did not load"
        action={
          <Button busy={state.retrying} onClick={state.retry}>
            Try again
          </Button>
        }
      >
        {state.sentence} Your cart is safe.
      </Notice>
    </>
  )
}
