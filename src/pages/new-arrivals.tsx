import { Shelf } from '@/features/catalog/shelf'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** Products marked as new, the newest first (ROUTE-05). */
export default function NewArrivalsPage() {
  return (
    <div className="wrap">
      <Head title={t('New Arrivals')} description={t('The newest things in the shop.')} path={paths.newArrivals()} />
      <PageHead title={t('New Arrivals')} lead={t('Fresh on the shelf.')} />
      <Shelf filter={{ new: true, sort: 'newest' }} emptyTitle={t('No new arrival products found')}>
        {t('Everything we make is in the shop.')}
      </Shelf>
    </div>
  )
}
