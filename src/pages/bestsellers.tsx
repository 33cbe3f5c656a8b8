import { ProductList } from '@/features/catalog/product-list'
import { useShopView } from '@/features/catalog/shop-view'
import { t } from '@/language/text'
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
      <Head title={t('Bestsellers')} description={t('What our shoppers come back for.')} path={paths.bestsellers()} />
      <PageHead title={t('Bestsellers')} lead={t('What our shoppers come back for.')} />
      <ProductList
        filter={{ bestseller: true }}
        show={view.show}
        onShowMore={(show) => change({ show }, { replace: true })}
        empty={
          <Notice
            lotus
            title={t('No bestseller products found')}
            action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}
          >
            {t('Everything we make is in the shop.')}
          </Notice>
        }
      />
    </div>
  )
}
