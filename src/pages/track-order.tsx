import { TrackForm } from '@/features/orders/track-form'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** Where an order is, without signing in (ROUTE-12, ORDER-07). */
export default function TrackOrderPage() {
  return (
    <div className="wrap">
      <Head
        title={t('Track order')}
        description={t('See where your order is with its number and your email or mobile number.')}
        path={paths.trackOrder()}
      />
      <PageHead title={t('Track order')} lead={t('The order number is in the confirmation of your order.')} />
      <TrackForm />
    </div>
  )
}
