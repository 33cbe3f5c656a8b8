import { TrackForm } from '@/features/orders/track-form'
import { paths } from '@/lib/paths'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** Where an order is, without signing in (ROUTE-12, ORDER-07). */
export default function TrackOrderPage() {
  return (
    <div className="wrap">
      <Head
        title="Track order"
        description="See where your order is with its number and your email or mobile number."
        path={paths.trackOrder()}
      />
      <PageHead title="Track order" lead="The order number stands in the confirmation of your order." />
      <TrackForm />
    </div>
  )
}
