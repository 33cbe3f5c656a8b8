import CircleAlert from '@lucide/icons/icons/circle-alert'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatTime } from '@/domain/date'
import { formatPaise } from '@/domain/money'
import { type OrderView, paymentStage, REFUND_DAYS } from '@/domain/orders/order'
import type { PaymentAction, PaymentNews } from '@/domain/orders/payment-flow'
import { failureSentence } from '@/domain/payments/payment-failure'
import { rich } from '@/language/rich'
import { t, translate } from '@/language/text'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { SpinnerMark } from '@/ui/spinner'
import { type OrderPaymentControl, type PaymentStart, useOrderPayment } from './pay-order'
import { TestPayment } from './test-payment'

interface PaymentPanelProps {
  order: OrderView
  /** Gets every newer view of the order. */
  onChange: (order: OrderView) => void
  /** Right after placing: opens the provider's sheet at once, or says that it cannot be had. */
  start?: PaymentStart
  /** What calling it off is called where the cart is still at hand: there it needs no second question. */
  changeLabel?: string
}

/**
 * What an order that waits for its payment offers (ORDER-04): pay, ask the bank, pay cash instead, call it off.
 * Nothing for any other.
 */
export function PaymentPanel(props: PaymentPanelProps) {
  return paymentStage(props.order) ? <PendingPanel {...props} /> : null
}

function PendingPanel({ order, onChange, start, changeLabel }: PaymentPanelProps) {
  const control = useOrderPayment(order, onChange, start)
  const { news, busy, test } = control.flow
  const title = useId()
  const said = useRef<HTMLDivElement>(null)
  const confirming = news.kind === 'confirming' || paymentStage(order) === 'confirming'

  const unsure = news.kind === 'confirming' && !news.firm && paymentStage(order) !== 'confirming'

  // The provider's sheet took the focus with it.
  useEffect(() => {
    if (news.kind !== 'none') said.current?.focus({ preventScroll: true })
  }, [news])

  return (
    <section aria-labelledby={title} className="bg-sunken px-5 py-6 md:px-7">
      <h2 id={title} className="text-title tracking-normal">
        {confirming
          ? unsure
            ? t('Asking about your payment')
            : t('Your payment is being confirmed')
          : t('Waiting for your payment')}
      </h2>
      <div ref={said} tabIndex={-1} role="status" className="mt-2 max-w-[60ch] text-ink-2 outline-none">
        {confirming ? <ConfirmingWords order={order} news={news} /> : <OpenWords order={order} news={news} />}
      </div>
      {confirming ? (
        <Button look="line" className="mt-5" busy={busy === 'check'} onClick={() => control.press('check')}>
          {t('Check payment status')}
        </Button>
      ) : (
        <WaysOn order={order} control={control} changeLabel={changeLabel} />
      )}
      <TestPayment open={test !== null} amount={test?.amount ?? 0} onDecide={control.decideTest} />
    </section>
  )
}

function ConfirmingWords({ order, news }: { order: OrderView; news: PaymentNews }) {
  if (news.kind === 'confirming' && news.silent) {
    return (
      <p>
        {rich(
          'The bank has not answered yet. Please do not pay again. You can leave this page: we will keep asking, and write to {email} as soon as we know.',
          { email: <span className="[overflow-wrap:anywhere]">{order.contact.email}</span> },
        )}
      </p>
    )
  }
  return (
    <>
      <p>
        {news.kind === 'confirming' && !news.firm
          ? t('We could not ask the payment company just now whether money has moved.')
          : t('The bank has not decided yet.')}{' '}
        {t('Please do not pay again yet. This page goes on by itself; it can take a few minutes.')}
      </p>
      {news.kind === 'confirming' && news.trouble && <p className="mt-2">{news.trouble}</p>}
      <p className="mt-4 flex items-center gap-2.5 text-ink-3 text-sm">
        <SpinnerMark />
        {t('Waiting for the bank')}
      </p>
    </>
  )
}

/** Until when the order is kept, in the words of a clock. */
function keptUntil({ expires_at }: OrderView): string {
  const time = formatTime(expires_at)
  return time ? t('Your order is kept until {time}.', { time }) : t('Your order is kept.')
}

function OpenWords({ order, news }: { order: OrderView; news: PaymentNews }) {
  const kept = keptUntil(order)
  const failed = news.kind === 'none' && order.payment?.state === 'failed' ? order.payment.error_reason : undefined
  const test = order.payment_method === 'test' && <p className="mb-2">{t('This is a test order: no money moves.')}</p>
  switch (news.kind) {
    case 'dismissed':
      return (
        <>
          {test}
          <p>
            {t('Nothing has been charged.')} {kept}
          </p>
        </>
      )
    case 'failed':
      return <FailedWords order={order} reason={news.reason} kept={kept} />
    case 'unavailable':
      return (
        <Alert>
          {t(
            'We cannot reach the payment company at the moment. Nothing has been charged. {kept} Please try again in a minute.',
            { kept },
          )}
        </Alert>
      )
    case 'blocked':
      return (
        <Alert>
          {t(
            'The payment page did not load. A weak connection or an ad blocker may be the reason. Nothing has been charged. {kept}',
            { kept },
          )}
        </Alert>
      )
    case 'sentence':
      return <Alert>{news.sentence}</Alert>
    default:
      return failed === undefined ? (
        <>
          {test}
          <p>
            {kept} {t('It is confirmed as soon as it is paid.')}
          </p>
        </>
      ) : (
        <FailedWords order={order} reason={failed} kept={kept} />
      )
  }
}

function FailedWords({ order, reason, kept }: { order: OrderView; reason: string; kept: string }) {
  return (
    <Alert>
      {translate(failureSentence(reason))} {kept}
      {order.payment_method !== 'test' && (
        <span className="mt-1 block text-ink-3 text-sm">
          {t(
            'If money has left your account all the same, your bank will give it back by itself, usually within {days}.',
            { days: t(REFUND_DAYS) },
          )}
        </span>
      )}
    </Alert>
  )
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex items-start gap-2.5 text-ink">
      <Icon of={CircleAlert} className="mt-0.5 text-danger" />
      <p className="min-w-0 flex-1">{children}</p>
    </div>
  )
}

interface WaysOnProps {
  order: OrderView
  control: OrderPaymentControl
  changeLabel: string | undefined
}

function WaysOn({ order, control, changeLabel }: WaysOnProps) {
  const { news, busy } = control.flow
  // One action at a time: what would not be done cannot be pressed.
  const waits = (action: PaymentAction) => ({ busy: busy === action, disabled: busy !== null && busy !== action })
  const { cash } = order
  const again = ['failed', 'blocked', 'unavailable'].includes(news.kind) || order.payment?.state === 'failed'
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (asking) {
    return (
      <fieldset className="mt-5">
        <legend>{t('Cancel the whole order? This cannot be undone.')}</legend>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
          <Button look="line" {...waits('cancel')} onClick={() => control.press('cancel')}>
            {t('Yes, cancel it')}
          </Button>
          <Button
            ref={keep}
            look="ghost"
            onClick={() => {
              setAsking(false)
              requestAnimationFrame(() => ask.current?.focus())
            }}
          >
            {t('Keep it')}
          </Button>
        </p>
      </fieldset>
    )
  }
  return (
    <div className="mt-5 flex flex-col items-stretch gap-3 sm:flex-row sm:flex-wrap sm:items-center">
      <Button large {...waits('pay')} onClick={() => control.press('pay')}>
        {t(again ? 'Try again to pay {amount}' : 'Pay {amount}', { amount: formatPaise(order.grand_total) })}
      </Button>
      {cash?.available && (
        <Button look="line" large {...waits('cash')} onClick={() => control.press('cash')}>
          {cash.total === order.grand_total
            ? t('Cash on delivery instead')
            : t('Cash on delivery instead, {amount}', { amount: formatPaise(cash.total) })}
        </Button>
      )}
      <Button
        ref={ask}
        look="ghost"
        {...waits('cancel')}
        onClick={() => (changeLabel ? control.press('cancel') : setAsking(true))}
      >
        {changeLabel ?? t('Cancel order')}
      </Button>
    </div>
  )
}
