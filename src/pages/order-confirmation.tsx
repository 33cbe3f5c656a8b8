import { useParams } from 'react-router-dom'
import { buyAgain } from '@/features/catalog/buy-again'
import { orderStands } from '@/features/checkout/order-stands'
import { OrderThanks } from '@/features/orders/order-thanks'
import { InstallOffer } from '@/features/site/install-offer'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** The order right after it was placed, and whenever its one buyer comes back to it (ROUTE-11, ORDER-06). */
export default function OrderConfirmationPage() {
  const { id = '' } = useParams()
  return (
    <>
      <Head title={t('Your order')} noindex />
      <OrderThanks key={id} orderId={id} onStands={orderStands} again={buyAgain} />
      <InstallOffer />
    </>
  )
}
