import { WorthWanting } from '@/features/catalog/worth-wanting'
import { OrderList } from '@/features/orders/order-list'
import { t } from '@/language/text'
import { Head } from '@/ui/head'
import { PageHead } from '@/ui/page-head'

/** The signed-in shopper's orders (ROUTE-13, ORDER-08). */
export default function OrdersPage() {
  return (
    <div className="wrap">
      <Head title={t('Orders')} noindex />
      <PageHead title={t('Orders')} />
      <OrderList empty={<WorthWanting className="-mt-14 pb-section" />} />
    </div>
  )
}
