import { useParams } from 'react-router-dom'
import { buyAgain } from '@/features/catalog/buy-again'
import { orderStands } from '@/features/checkout/order-stands'
import { OrderPageView } from '@/features/orders/order-page-view'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** One of the signed-in shopper's orders (ROUTE-14, ORDER-08). */
export default function OrderPage() {
  const { id = '' } = useParams()
  return (
    <>
      <Head title={t('Order')} noindex />
      <OrderPageView key={id} orderId={id} onStands={orderStands} again={buyAgain} />
    </>
  )
}
