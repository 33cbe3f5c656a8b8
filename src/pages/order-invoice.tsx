import { useParams } from 'react-router-dom'
import { OrderInvoice } from '@/features/orders/order-invoice'
import { t } from '@/language/text'
import { Head } from '@/ui/head'

/** The invoice of one order, to be read and printed (ORDER-06, ORDER-08). */
export default function OrderInvoicePage() {
  const { id = '' } = useParams()
  return (
    <>
      <Head title={t('Bill')} noindex />
      <OrderInvoice key={id} orderId={id} />
    </>
  )
}
