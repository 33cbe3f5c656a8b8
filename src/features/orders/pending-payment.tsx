import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorCode, errorSentence, fieldErrors } from '@/api/errors'
import { startPayment } from '@/api/store-routes'
import { type OrderView, paymentStage } from '@/domain/orders/order'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { orderToken } from './order-tokens'
import type { PaymentStart } from './pay-order'
import { PaymentPanel } from './payment-panel'
import { orderOptions } from './queries'

/**
 * What an order's page offers while its payment is waited for (ORDER-04), and to pay online when a cash order waits
 * for the shop; nothing for any other order.
 */
export function PendingPayment({ order }: { order: OrderView }) {
  const queryClient = useQueryClient()
  const pending = order.status === 'pending' && paymentStage(order) !== null
  const before = useRef(pending)
  const [start, setStart] = useState<PaymentStart>()
  const look = () => queryClient.invalidateQueries({ queryKey: orderOptions(order.id).queryKey })
  // Until it is answered the panel waits, though the order is one to be paid online before: it opens with the session.
  const paying = useMutation({
    mutationFn: () => startPayment(order.id, orderToken(order.id), 'online'),
    onSuccess: ({ payment }) => {
      if (payment) setStart(payment)
      return look()
    },
    onError: (error) => {
      if (errorCode(error) === 'gateway_unavailable') setStart('unavailable')
      return look()
    },
  })
  useEffect(() => {
    // The pressed button went with the panel; what came of it stands at the page's top.
    if (before.current && !pending && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
      window.scrollTo({ top: 0 })
    }
    before.current = pending
  }, [pending])
  if (!pending && !order.pay_online) return null
  return (
    <div className="max-w-[40rem] pb-12 print:hidden">
      {pending && !paying.isPending ? (
        <PaymentPanel
          order={order}
          start={start}
          onChange={(next) => queryClient.setQueryData(orderOptions(next.id).queryKey, next)}
        />
      ) : (
        <PayOnlineInstead paying={paying} />
      )}
    </div>
  )
}

function PayOnlineInstead({ paying }: { paying: UseMutationResult<unknown, Error, void> }) {
  return (
    <section className="bg-sunken px-5 py-6 md:px-7">
      <p className="max-w-[60ch] text-ink-2">{t('You would rather not wait? Paid online, it is confirmed at once.')}</p>
      <Button look="line" className="mt-4" busy={paying.isPending} onClick={() => paying.mutate()}>
        {t('Pay online instead')}
      </Button>
      {paying.isError && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {Object.values(fieldErrors(paying.error))[0] ?? errorSentence(paying.error)}
        </p>
      )}
    </section>
  )
}
