import { Shelf } from '@/features/catalog/shelf'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** Products marked as bestsellers (ROUTE-04). */
export default function BestsellersPage() {
  return (
    <div className="wrap">
      <Head title={t('Bestsellers')} description={t('What our shoppers come back for.')} path={paths.bestsellers()} />
      <PageHead title={t('Bestsellers')} lead={t('What our shoppers come back for.')} />
      <Shelf filter={{ bestseller: true }} emptyTitle={t('No bestseller products found')}>
        {t('Everything we make is in the shop.')}
      </Shelf>
    </div>
  )
}
