import { formatPaise, type Paise } from '@/domain/money'
import {
  AT_HOME,
  awaitsConfirmation,
  expiredWords,
  type FulfilmentStatus,
  isClosed,
  ON_THE_WAY,
  type OrderItem,
  type OrderState,
  type OrderView,
  paymentStage,
  REFUND_DAYS,
  refundDue,
  wasPaid,
} from '@/domain/orders/order'
import type { PlainSentence } from '@/language/catalogue'
import { dateTimeText } from '@/language/date'
import { t, tn, translate } from '@/language/text'

/**
 * Said wherever an order was paid with pretend money, so that nobody takes it for a sale (contract: the test provider).
 */
export const TEST_SENTENCE = 'Test payment: no money moves with this order.'

/** How the order is or will be paid, in a few words; a test payment always says that it is one. */
export function paymentWords(order: OrderState): string {
  const words = plainPaymentWords(order)
  return order.payment_method === 'test' ? `${t('TEST')} · ${words}` : words
}

function plainPaymentWords(order: OrderState): string {
  const { payment_method, payment_status, paid_total = 0, refunded_total = 0 } = order
  const stage = paymentStage(order)
  if (stage) return stage === 'confirming' ? t('Being confirmed by the bank') : t('Not paid yet')
  if (payment_status === 'refunded') {
    return refunded_total ? t('{amount} refunded', { amount: formatPaise(refunded_total) }) : t('Refunded')
  }
  const due = refundDue(order)
  if (due > 0) return dueWords(order, due)
  if (payment_status === 'partially_refunded') {
    return refunded_total
      ? t('{amount} of {total} refunded', { amount: formatPaise(refunded_total), total: formatPaise(paid_total) })
      : t('Partly refunded')
  }
  if (payment_status === 'voided' || isClosed(order)) {
    return t('Nothing to pay')
  }
  const paid = payment_status === 'paid'
  if (payment_method === 'cod') return t(paid ? 'Paid' : 'Cash on delivery')
  return t(paid ? 'Paid online' : 'Not paid yet')
}

const dueWords = ({ refund_failed }: OrderState, due: Paise): string =>
  refund_failed ? t('Refund delayed') : t('{amount} on its way back to you', { amount: formatPaise(due) })

/**
 * What the page says first to the one who placed the order: thanks only for an order that stands (ORDER-06). No
 * sentence where the panel of a waiting payment says it.
 */
export function headline(order: OrderView): { heading: string; sentence: string; stands: boolean } {
  const { status } = order
  const stands = status === 'confirmed' || status === 'completed'
  return { ...newsOfState(order), stands }
}

function newsOfState(order: OrderView): { heading: string; sentence: string } {
  const { status } = order
  const stage = paymentStage(order)
  if (stage === 'open') return { heading: t('Your order is not paid yet'), sentence: '' }
  if (stage === 'failed') return { heading: t('The payment did not go through'), sentence: '' }
  if (stage === 'confirming') {
    return {
      heading: t('Waiting for your bank'),
      sentence: t(
        'It has not answered yet. Please do not pay again; this page follows it by itself. If the answer comes too late for what you ordered, the money goes back to where you paid from.',
      ),
    }
  }
  if (awaitsConfirmation(order)) {
    return {
      heading: t('We have your order'),
      sentence: t(
        'We confirm some cash orders ourselves before we pack them, large ones above all. Yours is kept for you until {date}. There is nothing to do: we will write to {email} when it is confirmed, and may call you first.',
        { date: dateTimeText(order.expires_at), email: order.contact.email },
      ),
    }
  }
  if (status === 'expired') {
    return {
      heading: t(EXPIRED_HEADINGS[expiredWords(order)] ?? 'This order was not paid in time'),
      sentence: refundSentence(order) ?? t('It did not go through, and there is nothing to pay.'),
    }
  }
  if (status === 'cancelled')
    return { heading: t('This order is cancelled'), sentence: refundSentence(order) ?? t('There is nothing to pay.') }
  return {
    heading: t('Thank you, {name}', { name: firstName(order.contact.name) }),
    sentence: [order.payment_status === 'refunded' ? null : standingSentence(order), refundSentence(order)]
      .filter(Boolean)
      .join(' '),
  }
}

const EXPIRED_HEADINGS: { readonly [words: string]: PlainSentence } = {
  'Not confirmed in time': 'This order was not confirmed in time',
  'Paid too late': 'This order was paid too late',
}

/** What became of the money of an order that was given back or will be; null when none was. */
export function refundSentence(order: OrderState): string | null {
  const due = refundDue(order)
  const back = order.refunded_total ?? 0
  if (order.payment_method === 'test' && (due > 0 || back > 0)) return t('The test payment is undone with it.')
  if (due > 0) {
    const before = back > 0 ? `${t('{amount} has been refunded.', { amount: formatPaise(back) })} ` : ''
    const amount = formatPaise(due)
    // What came by hand, or no bank could give back, goes back by hand.
    if (order.payment_method === 'cod' || order.refund_failed)
      return before + t('{amount} goes back to you.', { amount })
    const sentence = t('{amount} is on its way back to where you paid from. Banks usually take {days}.', {
      amount,
      days: t(REFUND_DAYS),
    })
    return before + sentence
  }
  if (back === 0) return null
  if (order.payment_method === 'cod' || order.refund_by_hand)
    return t('{amount} has been refunded to you.', { amount: formatPaise(back) })
  return t('{amount} has been refunded to where you paid from. Banks usually show it within {days}.', {
    amount: formatPaise(back),
    days: t(REFUND_DAYS),
  })
}

const PARCEL_SENTENCES: { readonly [state in FulfilmentStatus]: PlainSentence | undefined } = {
  unfulfilled: undefined,
  packed: 'Your parcel is packed and leaves us soon.',
  shipped: 'Your parcel is on its way.',
  out_for_delivery: 'The courier is bringing your parcel today.',
  delivered: 'Your parcel has been delivered.',
  delivery_failed: 'The courier could not hand over your parcel and will usually try again.',
  returned_to_origin: 'The courier has sent your parcel back to us. Please write to us about what comes next.',
  return_requested: 'You have asked to send it back. We will write to you about what comes next.',
  returned: 'Your parcel has come back to us.',
}

function standingSentence(order: OrderView): string {
  const { fulfilment_status: fulfilment, payment_method, payment_status, grand_total } = order
  const cash = payment_method === 'cod' && payment_status === 'unpaid' && CASH_AHEAD.includes(fulfilment)
  const keepReady = cash && t('Please keep {amount} ready for the courier.', { amount: formatPaise(grand_total) })
  const said = PARCEL_SENTENCES[fulfilment]
  if (said) return keepReady ? `${t(said)} ${keepReady}` : t(said)
  if (order.status === 'completed') return t('Your order is complete.')
  const paid = payment_method !== 'test' && payment_status === 'paid'
  const begin = paid ? t('Your payment has arrived and your order is with us.') : t('Your order is with us.')
  return `${begin} ${keepReady || t('You can come back to this page to see where it is.')}`
}

/** The money has still to be handed to the courier. */
const CASH_AHEAD: readonly string[] = [...AT_HOME, ...ON_THE_WAY]

/** What stands before a name and is none: an initial (`K. Raghunathan`), or a title. */
const NO_NAME = /^(.|.*\.|mrs?|ms|dr|shri|sri|smt|श्री|श्रीमती|डॉ)$/i

const firstName = (name: string): string => name.split(' ').find((word) => !NO_NAME.test(word)) ?? name

/** What cancelling does with the money, said before it is done. */
export function cancelWords({ payment_status, payment_method, paid_total, refunded_total }: OrderView): string {
  const back = paid_total - refunded_total
  if (!wasPaid(payment_status) || back <= 0) return t('You will have nothing to pay. This cannot be undone.')
  if (payment_method === 'test') return t('The test payment is undone with it. This cannot be undone.')
  if (payment_method === 'cod')
    return `${t('{amount} goes back to you.', { amount: formatPaise(back) })} ${t('This cannot be undone.')}`
  return t('{amount} goes back to where you paid from; banks usually take {days}. This cannot be undone.', {
    amount: formatPaise(back),
    days: t(REFUND_DAYS),
  })
}

/**
 * The order's news for a screen reader when it changes while the page is open. @param state in the language of the page
 */
export function newsOf(order: OrderView, state: string): string {
  const refund = refundSentence(order)
  const news = t('Order {number}: {state}.', { number: order.number, state })
  return refund ? `${news} ${refund}` : news
}

/**
 * What was bought beside its name: colour and pieces; a gift says that it is one. Orders of earlier versions keep a
 * colour's name also where there is no colour.
 */
export function itemDetail({ color, color_name, net, quantity, is_gift = false }: BoughtItem): string {
  const what = is_gift ? t('A gift with this order') : color ? translate(color_name) : net
  return what ? `${what} · ${quantity}` : tn(quantity, '{count} item', '{count} items')
}

type BoughtItem = Pick<OrderItem, 'color' | 'color_name' | 'net' | 'quantity'> & Partial<Pick<OrderItem, 'is_gift'>>
