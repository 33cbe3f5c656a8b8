import {
  AT_HOME,
  CAME_BACK,
  EXPIRED_LABELS,
  type FulfilmentStatus,
  HOLDS_MONEY,
  ON_THE_WAY,
  type OrderStatus,
  type PaymentStatus,
  type ReviewFlag,
  wasPaid,
} from '../orders/order'
import type { PaymentMethod } from '../payments/providers'

/**
 * The shape before a state: half a disc when somebody has to act, a ring under way, a disc done, a diamond to look at,
 * a square failed, dashed when there is nothing to do.
 */
export type StateShape = 'todo' | 'way' | 'done' | 'look' | 'stop' | 'none'

export interface StateWords {
  shape: StateShape
  words: string
}

/** The part of an order its state in words is made of. */
export interface OrderState {
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  payment_method: PaymentMethod
  review_flag: ReviewFlag | ''
  refund_waits: boolean
  /** How it came, when it was entered at the desk. */
  source?: 'phone' | 'chat' | ''
}

const FLAGS: { readonly [flag in ReviewFlag]: string } = {
  amount_mismatch: 'Wrong amount paid',
  paid_after_cancel: 'Paid after it was cancelled',
  duplicate_payment: 'Paid twice',
  oversold: 'Sold out before it was paid',
  dispute: 'Disputed at the bank',
  refund_failed: 'Refund failed',
  refund_stopped: 'Refund stopped',
  refunded_twice: 'Given back twice',
}

const PARCEL: { readonly [state in FulfilmentStatus]: StateWords } = {
  unfulfilled: { shape: 'todo', words: 'To pack' },
  packed: { shape: 'todo', words: 'Packed, to ship' },
  shipped: { shape: 'way', words: 'On the way' },
  out_for_delivery: { shape: 'way', words: 'Out for delivery' },
  delivered: { shape: 'done', words: 'Delivered' },
  delivery_failed: { shape: 'look', words: 'Could not be delivered' },
  returned_to_origin: { shape: 'none', words: 'Came back' },
  return_requested: { shape: 'look', words: 'Wants to send it back' },
  returned: { shape: 'none', words: 'Came back' },
}

/** Its parcel came back, and nobody has said what becomes of its money. */
export const isRefundDue = ({ status, payment_status, fulfilment_status }: OrderState): boolean =>
  // What is partly given back has been decided about.
  status === 'confirmed' && payment_status === 'paid' && CAME_BACK.includes(fulfilment_status)

/** Where an order stands, as a maker says it: `To pack, by phone` of one that was entered at the desk. */
export function orderWords(order: OrderState): StateWords {
  const state = stateWords(order)
  return order.source ? { ...state, words: `${state.words}, by ${order.source}` } : state
}

/** Money that is flagged as coming twice, or after a cancellation, though its order had none or had only expired. */
const isLate = ({ review_flag, status, payment_status }: OrderState) =>
  (review_flag === 'duplicate_payment' && !wasPaid(payment_status)) ||
  (review_flag === 'paid_after_cancel' && status === 'expired')

/** All of its money was given back: nothing more is sent for it, and nothing stops what is on its way. */
function withoutMoney({ status, fulfilment_status }: OrderState): StateWords {
  const parcel = PARCEL[fulfilment_status]
  if (ON_THE_WAY.includes(fulfilment_status)) return { ...parcel, words: `${parcel.words}, money given back` }
  if (!AT_HOME.includes(fulfilment_status)) return parcel
  if (status === 'completed') return { shape: 'none', words: 'Money given back' }
  return { shape: 'look', words: 'Money given back, to cancel' }
}

const parcelWords = ({ status, fulfilment_status: parcel }: OrderState): StateWords =>
  status === 'completed' && parcel === 'unfulfilled' ? { shape: 'none', words: 'Complete, not sent' } : PARCEL[parcel]

function expiredWords({ payment_method, payment_status }: OrderState): string {
  if (wasPaid(payment_status)) return 'Paid online too late'
  return payment_method === 'cod' ? EXPIRED_LABELS.cash : EXPIRED_LABELS.online
}

/** What asks for an eye comes before what is merely so. */
function stateWords(order: OrderState): StateWords {
  // What came by hand goes back by hand: nobody else will think of it, whatever is flagged beside it.
  if (order.status === 'cancelled' && order.payment_method === 'cod' && HOLDS_MONEY.includes(order.payment_status))
    return { shape: 'look', words: 'Cancelled, give the money back' }
  if (order.review_flag)
    return { shape: 'look', words: isLate(order) ? 'Paid online too late' : FLAGS[order.review_flag] }
  if (order.refund_waits) return { shape: 'look', words: 'Refund waits' }
  if (order.status === 'cancelled') {
    const money = order.payment_status === 'refunded' ? ', money given back' : ''
    return { shape: 'none', words: `Cancelled${money}` }
  }
  if (order.status === 'expired') return { shape: 'none', words: expiredWords(order) }
  if (order.status === 'pending')
    return order.payment_method === 'cod'
      ? { shape: 'todo', words: 'Waits for your yes' }
      : { shape: 'none', words: 'Waiting for payment' }
  if (isRefundDue(order)) return { shape: 'look', words: 'Came back, refund due' }
  return order.payment_status === 'refunded' ? withoutMoney(order) : parcelWords(order)
}
