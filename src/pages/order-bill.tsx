import { useParams } from 'react-router-dom'
import { OrderBill } from '@/features/orders/order-bill'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** The bill of one order, to be read and printed (ORDER-06, ORDER-08). */
export default function OrderBillPage() {
  const { id = '' } = useParams()
  return (
    <>
      <Head title={t('Bill')} noindex />
      <OrderBill key={id} orderId={id} />
    </>
  )
}
