import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { useAuth } from '@/features/account/auth-context'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { OrderMissing } from './order-missing'
import { invoiceOptions, orderOptions } from './queries'

/** The invoice of an order for its owner or the holder of its token, or that there is none yet. */
export function OrderInvoice({ orderId }: { orderId: string }) {
  const { status, user } = useAuth()
  // Whose session it is decides what may be seen.
  const ready = status !== 'loading'
  const order = useQuery({ ...orderOptions(orderId), enabled: ready })
  const invoice = useQuery({ ...invoiceOptions(orderId), enabled: order.data?.bill === true })
  if (!order.data) {
    return order.error ? (
      <OrderMissing error={order.error} onRetry={() => void order.refetch()} />
    ) : (
      <Spinner label={t('Loading bill')} className="min-h-[60vh]" />
    )
  }
  const { number } = order.data
  const back = user ? paths.order(orderId) : paths.orderConfirmation(orderId)
  if (!order.data.bill) {
    return (
      <Notice
        level={1}
        title={t('There is no bill yet')}
        action={<ButtonLink to={back}>{t('Back to the order')}</ButtonLink>}
      >
        {t('The bill of order {number} is made when the parcel is packed. You will find it here then.', { number })}
      </Notice>
    )
  }
  if (invoice.error && !invoice.data) {
    return (
      <Notice
        role="alert"
        level={1}
        title={t('The bill did not load')}
        action={<Button onClick={() => void invoice.refetch()}>{t('Try again')}</Button>}
      >
        {errorSentence(invoice.error, t('We could not show it just now.'))}
      </Notice>
    )
  }
  if (!invoice.data) return <Spinner label={t('Loading bill')} className="min-h-[60vh]" />
  return <InvoiceSheet html={invoice.data} number={number} back={back} />
}

function InvoiceSheet({ html, number, back }: { html: string; number: string; back: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)

  const measure = () => {
    // Not the document's height, which is never less than the frame's.
    const sheet = frame.current?.contentDocument?.body
    if (sheet) setHeight(Math.ceil(sheet.getBoundingClientRect().height))
  }
  useEffect(() => {
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  })

  return (
    <div className="wrap pt-9 pb-20 lg:pt-16 print:p-0">
      <Breadcrumbs trail={[{ label: t('Order {number}', { number }), to: back }, { label: t('Bill') }]} />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 print:hidden">
        <h1>{t('Bill')}</h1>
        <Button onClick={() => frame.current?.contentWindow?.print()}>{t('Print')}</Button>
      </div>
      {/*
       * A record's words must not become a script of the shop: none runs in there, yet the page can measure and print
       * it.
       */}
      <div className="mt-7 border border-line print:mt-0 print:border-0">
        <iframe
          ref={frame}
          title={t('Bill for order {number}', { number })}
          srcDoc={html}
          sandbox="allow-same-origin allow-modals"
          onLoad={measure}
          // Paper is white in the dark as well.
          style={{ height: height || undefined, background: '#fff' }}
          className="block min-h-80 w-full"
        />
      </div>
    </div>
  )
}
