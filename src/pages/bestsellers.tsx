import { ProductShelf } from '@/features/catalog/product-shelf'
import { useShopView } from '@/features/catalog/shop-view'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'

/** Products marked as bestsellers (ROUTE-04). */
export default function BestsellersPage() {
  const { view, change } = useShopView()
  return (
    <div className="wrap">
      <Head
        title="Bestsellers"
        description="The handmade soaps and bags our shoppers come back for."
        path={paths.bestsellers()}
      />
      <PageHead title="Bestsellers" lead="The soaps and bags our shoppers come back for." />
      <ProductShelf
        filter={{ bestseller: true }}
        show={view.show}
        onShowMore={(show) => change({ show }, { replace: true })}
        empty={
          <Notice
            lotus
            title="No bestseller products found"
            action={<ButtonLink to={paths.shop()}>Go to the shop</ButtonLink>}
          >
            Everything we make is in the shop.
          </Notice>
        }
      />
    </div>
  )
}
