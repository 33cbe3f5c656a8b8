import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { errorSentence, isNotFound } from '@/api/errors'
import type { CartLine } from '@/domain/cart/cart'
import { lineKey } from '@/domain/cart/cart'
import { formatPaise } from '@/domain/money'
import { isClosed, type OrderView, paymentStage } from '@/domain/orders/order'
import { useAuth } from '@/features/account/auth-context'
import { useCartLines, useCartReady } from '@/features/cart/store'
import { specialOfferOptions } from '@/features/offers/queries'
import type { PaymentStart } from '@/features/orders/pay-order'
import { forgetPendingOrder, readPendingOrder } from '@/features/orders/pending-order'
import { orderOptions } from '@/features/orders/queries'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { afterStep } from '@/ui/overlay'
import { Spinner } from '@/ui/spinner'
import { forgetAttempt } from './attempt'
import { CheckoutFormView } from './checkout-form'
import { orderStands } from './order-stands'
import { PaymentStep } from './payment-step'

/**
 * The whole checkout: nothing to buy, or form and summary, or the payment of an order. Which of them is known once
 * the browser has read its cart.
 * @param empty below the words that there is nothing to buy
 */
export function Checkout({ empty }: { empty: ReactNode }) {
  // Deferred: a served page is alive before the form is drawn, in pieces that leave room for what is pressed meanwhile.
  const ready = useDeferredValue(useCartReady())
  const { user } = useAuth()
  // Served with the page: the summary moves when an offer comes behind it.
  useQuery(specialOfferOptions())
  // Another person, or none any more, finds nothing of the one before: neither their words nor the order they wait
  // with.
  return ready ? (
    <CheckoutView key={user?.id ?? ''} person={user?.id ?? ''} empty={empty} />
  ) : (
    <Spinner label={t('Loading your cart')} className="min-h-[60vh]" />
  )
}

/** An order whose payment is under way in this browser. */
interface Waiting {
  id: string
  /** Right after placing: how its payment begins. */
  start?: PaymentStart
}

/** The order under way in this browser, unless somebody placed it while signed in who is not now. */
function pendingOf(person: string): Waiting | null {
  const pending = readPendingOrder()
  return pending && (!pending.user || pending.user === person) ? { id: pending.id } : null
}

function CheckoutView({ person, empty }: { person: string; empty: ReactNode }) {
  const lines = useCartLines()
  const client = useQueryClient()
  // The cart is emptied when the order stands, a moment before the next page is there.
  const [placed, setPlaced] = useState(false)
  const earlier = useEarlierOrder(person)
  const { waiting, order } = earlier
  const step = placed ? 'opening' : stepOf(earlier, lines)
  if (step === 'opening') return <Spinner label={t('Opening your order')} className="min-h-[60vh]" />
  if (step === 'lost') {
    return (
      <Notice
        role="alert"
        title={t('Your order did not load')}
        action={<Button onClick={() => void earlier.refetch()}>{t('Try again')}</Button>}
      >
        {errorSentence(earlier.error)}
      </Notice>
    )
  }
  if (step === 'payment' && order) {
    return (
      <PaymentStep
        key={waiting?.id}
        order={order}
        start={waiting?.start}
        onChange={(next) => client.setQueryData(orderOptions(next.id).queryKey, next)}
      />
    )
  }
  if (step === 'empty') {
    return (
      <>
        <Notice
          lotus
          title={t('Your cart is empty')}
          action={<ButtonLink to={paths.shop()}>{t('Continue Shopping')}</ButtonLink>}
        >
          {t('Add items to your cart to see them here')}
        </Notice>
        {empty}
      </>
    )
  }
  return (
    <CheckoutFormView
      lines={lines}
      onPlaced={() => setPlaced(true)}
      onWaiting={(id, start) => earlier.waitFor({ id, start })}
      news={<EarlierOrder order={waiting && order} calledOff={earlier.calledOff} lines={lines} />}
    />
  )
}

/** What of the checkout is shown. */
function stepOf(
  { waiting, missing, order, stands, error }: ReturnType<typeof useEarlierOrder>,
  lines: readonly CartLine[],
): 'opening' | 'lost' | 'payment' | 'empty' | 'form' {
  const without = lines.length === 0
  if (waiting && !missing) {
    if (!order) return error ? 'lost' : 'opening'
    if (stands) return 'opening'
    const stage = paymentStage(order)
    // Nobody orders anew while the bank has not said its last word.
    if (stage === 'confirming' || (stage && (waiting.start || without || isSameGoods(order, lines)))) return 'payment'
  }
  return without ? 'empty' : 'form'
}

/**
 * The order under way in this browser, until it stands or is called off; then it is let go, and one that stands is
 * shown.
 */
function useEarlierOrder(person: string) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Waiting | null>(() => pendingOf(person))
  const [calledOff, setCalledOff] = useState('')
  const id = waiting?.id ?? ''
  const { data: order, error, refetch } = useQuery({ ...orderOptions(id), enabled: id !== '' })

  // An order placed in another tab is this one's too.
  useEffect(() => {
    const look = () => {
      const pending = pendingOf(person)
      if (pending) setWaiting((held) => (held?.id === pending.id ? held : { id: pending.id }))
      else if (id) void client.invalidateQueries({ queryKey: orderOptions(id).queryKey })
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [client, id, person])

  const missing = id !== '' && isNotFound(error)
  const stands = order && !paymentStage(order) && (order.status !== 'expired' || order.paid_total > 0)
  useEffect(() => {
    if (missing) {
      forgetPendingOrder(id)
      setWaiting(null)
    }
    if (!order || !stands) return
    if (readPendingOrder()?.id === order.id) {
      forgetPendingOrder(order.id)
      if (isClosed(order)) forgetAttempt()
      else orderStands(order)
    }
    if (isClosed(order) && order.paid_total === 0) {
      setCalledOff(order.number)
      setWaiting(null)
    } else {
      afterStep(() => navigate(paths.orderConfirmation(order.id), { replace: true }))
    }
  }, [missing, id, order, stands, navigate])

  const waitFor = (placed: Waiting) => {
    setCalledOff('')
    setWaiting(placed)
  }
  return { waiting, waitFor, calledOff, order, missing, stands, error, refetch }
}

/** Whether an order holds exactly what is in the cart. */
function isSameGoods(order: OrderView, lines: readonly CartLine[]): boolean {
  const bought = order.items.filter((item) => !item.is_gift)
  return (
    bought.length === lines.length &&
    bought.every((item) => {
      const key = lineKey({ productId: item.product, color: item.color })
      return lines.some((line) => lineKey(line) === key && line.quantity === item.quantity)
    })
  )
}

interface EarlierOrderProps {
  order: OrderView | null | undefined
  /** Number of the order that was called off a moment ago; empty without one. */
  calledOff: string
  lines: readonly CartLine[]
}

/** Above the form: what became of the order before this one, so that nobody orders or pays twice without knowing. */
function EarlierOrder({ order, calledOff, lines }: EarlierOrderProps) {
  let words: ReactNode = null
  if (calledOff) {
    words = t('Order {number} is cancelled and nothing has been charged. Change what you like and order again.', {
      number: calledOff,
    })
  } else if (order?.status === 'expired' && isSameGoods(order, lines)) {
    words = t('Order {number} was not paid in time, so it did not go through. Nothing has been charged for it.', {
      number: order.number,
    })
  } else if (order && paymentStage(order)) {
    words = (
      <>
        {t('Order {number} of {amount} is still waiting for its payment.', {
          number: order.number,
          amount: formatPaise(order.grand_total),
        })}{' '}
        <Link to={paths.orderConfirmation(order.id)} className="link">
          {t('Go to this order')}
        </Link>
      </>
    )
  }
  const box = useRef<HTMLDivElement>(null)
  // The pressed button went with the payment step.
  useEffect(() => {
    if (calledOff && document.activeElement === document.body) box.current?.focus()
  }, [calledOff])
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      {words && <p className="mt-5 bg-sunken px-4 py-3.5 text-ink-2 lg:mt-0 lg:mb-8">{words}</p>}
    </div>
  )
}
