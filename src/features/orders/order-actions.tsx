import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { cancelOrder } from '@/api/store-routes'
import { mayCancel, type OrderView, paymentStage } from '@/domain/orders/order'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { orderToken } from './order-tokens'
import { cancelWords, refundSentence } from './order-words'
import { orderOptions } from './queries'

/** What the shopper can still do with an order: go on shopping, or cancel it before it is packed. */
export function OrderActions({ order }: { order: OrderView }) {
  const [asking, setAsking] = useState(false)
  const cancelling = useCancelling(order.id)
  // An order that waits for its payment is called off beside it.
  const cancellable = mayCancel(order) && !paymentStage(order)
  const ask = useRef<HTMLButtonElement>(null)
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!asking || cancellable) return
    setAsking(false)
    // The pressed button is gone; the page's news say what came of it, also where the answer was lost.
    if (document.activeElement === document.body) onward.current?.focus()
  }, [asking, cancellable])
  const cancelled = order.status === 'cancelled'
  return (
    <div className="mt-4.5">
      {cancellable && !asking && (
        <>
          <p className="max-w-[32ch] text-ink-3 text-sm">
            {t('You may cancel free of charge until the parcel is packed.')}
          </p>
          <button
            ref={ask}
            type="button"
            className="link inline-flex min-h-11 items-center text-sm"
            onClick={() => setAsking(true)}
          >
            {t('Cancel order')}
          </button>
        </>
      )}
      {cancellable && asking && (
        <CancelQuestion
          order={order}
          busy={cancelling.isPending}
          onCancel={() => cancelling.mutate()}
          onKeep={() => {
            setAsking(false)
            requestAnimationFrame(() => ask.current?.focus())
          }}
        />
      )}
      {(cancelling.isSuccess || (cancelling.isError && cancelled)) && (
        <p className="max-w-[40ch]">
          {t('Your order is cancelled.')} {refundSentence(order)}
        </p>
      )}
      {cancelling.isError && !cancelled && (
        <p role="alert" className="mt-3 max-w-[32ch] text-danger text-sm">
          {errorSentence(cancelling.error)}
        </p>
      )}
      <p className="mt-4">
        <ButtonLink ref={onward} look="line" to={paths.shop()}>
          {t('Continue Shopping')}
        </ButtonLink>
      </p>
    </div>
  )
}

function useCancelling(orderId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = orderOptions(orderId)
  return useMutation({
    mutationFn: () => cancelOrder(orderId, orderToken(orderId)),
    onSuccess: (cancelled) => void queryClient.setQueryData(queryKey, cancelled),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

interface CancelQuestionProps {
  order: OrderView
  busy: boolean
  onCancel: () => void
  onKeep: () => void
}

function CancelQuestion({ order, busy, onCancel, onKeep }: CancelQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  // The button that asked is gone; the harmless answer takes the focus.
  useEffect(() => keep.current?.focus(), [])
  return (
    <fieldset className="max-w-[32ch]">
      <legend>
        {t('Cancel the whole order?')} <span className="mt-1 block text-ink-2 text-sm">{cancelWords(order)}</span>
      </legend>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <Button look="line" busy={busy} onClick={onCancel}>
          {t('Yes, cancel it')}
        </Button>
        <Button ref={keep} look="ghost" onClick={onKeep}>
          {t('Keep it')}
        </Button>
      </p>
    </fieldset>
  )
}
