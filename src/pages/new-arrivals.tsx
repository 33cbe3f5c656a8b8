import { ProductList } from '@/features/catalog/product-list'
import { useShopView } from '@/features/catalog/shop-view'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Head } from '@/ui/head'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'

/** Products marked as new, the newest first (ROUTE-05). */
export default function NewArrivalsPage() {
  const { view, change } = useShopView()
  return (
    <div className="wrap">
      <Head title={t('New Arrivals')} description={t('The newest things in the shop.')} path={paths.newArrivals()} />
      <PageHead title={t('New Arrivals')} lead={t('Fresh on the shelf.')} />
      <ProductList
        filter={{ new: true, sort: 'newest' }}
        show={view.show}
        onShowMore={(show) => change({ show }, { replace: true })}
        empty={
          <Notice
            lotus
            title={t('No new arrival products found')}
            action={<ButtonLink to={paths.shop()}>{t('Go to the shop')}</ButtonLink>}
          >
            {t('Everything we make is in the shop.')}
          </Notice>
        }
      />
    </div>
  )
}
