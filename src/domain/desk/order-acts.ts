import { CAME_BACK, FULFILMENT_TRANSITIONS, type FulfilmentStatus, isClosed, mayMove, UNDER_WAY } from '../orders/order'
import { isRefundDue, type OrderState } from './order-words'

/** What a maker does with an order by one press. The rest has forms of its own: address, refund, parcel number. */
export const ORDER_ACTS = [
  'confirm',
  'paid',
  'packed',
  'unfulfilled',
  'shipped',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returned_to_origin',
  'return_requested',
  'returned',
  'reopen',
  'settle',
  'keep',
  'cancel',
] as const
export type OrderAct = (typeof ORDER_ACTS)[number]

export interface ActWords {
  /** What is done, and the button. */
  name: string
  button: string
  /** The same as a deed in the log; `#` is the order's number. */
  deed: string
  /** What it means, asked before it is done; left out, a press is enough. */
  ask?: string
}

export const ACT_WORDS: { readonly [act in OrderAct]: ActWords } = {
  confirm: { name: 'Confirm the order', button: 'Confirm', deed: 'Confirmed #' },
  paid: {
    name: 'Note that it is paid',
    button: 'Mark paid…',
    deed: 'Noted that # is paid',
    ask: 'You have the whole sum, in cash or on your account. The shopper gets an email that says so. This cannot be taken back.',
  },
  packed: { name: 'Pack', button: 'Mark packed', deed: 'Packed #' },
  unfulfilled: { name: 'Not packed after all', button: 'Unpack', deed: 'Unpacked #' },
  shipped: {
    name: 'Ship',
    button: 'Ship…',
    deed: 'Shipped #',
    ask: 'The shopper gets an email that the parcel is on its way, with its number if you write it here.',
  },
  out_for_delivery: { name: 'Out for delivery', button: 'Mark', deed: 'Noted that # is out for delivery' },
  delivered: {
    name: 'Delivered',
    button: 'Mark delivered…',
    deed: 'Noted that # has arrived',
    ask: 'The shopper gets an email that the parcel has arrived.',
  },
  delivery_failed: { name: 'Could not be delivered', button: 'Mark', deed: 'Noted that # could not be delivered' },
  returned_to_origin: {
    name: 'Came back undelivered',
    button: 'Take back…',
    deed: 'Took # back undelivered',
    ask: 'The parcel is in your hands again.',
  },
  return_requested: { name: 'Take a return', button: 'Wants to return', deed: 'Noted that # is to come back' },
  returned: {
    name: 'The return is here',
    button: 'Take back…',
    deed: 'Took # back',
    ask: 'The parcel is in your hands again.',
  },
  reopen: {
    name: 'Open the order again',
    button: 'Open again…',
    deed: 'Opened # again',
    ask: 'The order stands again, and its pieces are taken from stock again.',
  },
  settle: {
    name: 'It is settled',
    button: 'Settled…',
    deed: 'Settled what was to be looked at in #',
    ask: 'The mark that asks you to look at this order goes. Nothing else changes.',
  },
  keep: {
    name: 'Keep the rest of its money',
    button: 'Keep it…',
    deed: 'Completed # and kept its money',
    ask: 'The order is complete: nothing more is sent, and nothing more goes back unless you refund it.',
  },
  cancel: {
    name: 'Cancel the order',
    button: 'Cancel…',
    deed: 'Cancelled #',
    ask: 'Its pieces go back on sale and the shopper is told. Money that came through the payment company goes back after 10 minutes, unless you stop it.',
  },
}

const isParcel = (act: OrderAct): act is OrderAct & FulfilmentStatus => act in FULFILMENT_TRANSITIONS

/** Acts after which the parcel is here again: they ask whether its pieces go back on sale. */
export const asksRestock = (act: OrderAct): boolean => CAME_BACK.includes(act)

type Fields = Partial<Record<'status' | 'payment_status' | 'fulfilment_status' | 'review_flag', string>>

/** What an act writes on the order; its rules are those of every save of an order. */
export function changesOf(act: OrderAct, { status }: Pick<OrderState, 'status'>): Fields {
  if (isParcel(act)) return { fulfilment_status: act }
  switch (act) {
    case 'confirm':
    case 'reopen':
      return { status: 'confirmed' }
    case 'paid':
      return { payment_status: 'paid', ...(status === 'pending' && { status: 'confirmed' }) }
    case 'keep':
      return { status: 'completed' }
    case 'cancel':
      return { status: 'cancelled' }
    default:
      return { review_flag: '' }
  }
}

/** Steps that lead an order to its end: the one that can be taken is what a maker came for. */
export const FORWARD: readonly OrderAct[] = ['confirm', 'packed', 'shipped', 'delivered']

/**
 * Acts worth showing in this state, the next step first: those that may be asked for now, and the way ahead, which
 * stands there with its reason.
 * @param isEmptied all its pieces have gone back, and not all of its money
 */
export function shownActs(order: OrderState, isEmptied = false): OrderAct[] {
  const { status, payment_status, fulfilment_status: parcel } = order
  const acts: OrderAct[] = []
  if (order.review_flag) acts.push('settle')
  if (isClosed(order)) return [...acts, 'reopen']
  if (status === 'pending' && order.payment_method === 'cod') acts.push('confirm')
  if (isRefundDue(order) || (isEmptied && parcel === 'unfulfilled')) acts.push('keep')
  acts.push(...FULFILMENT_TRANSITIONS[parcel])
  // Nobody paid a courier who brought it back. What was returned a courier may still pay for, days after.
  const unpaid = payment_status === 'unpaid' || payment_status === 'authorized'
  if (unpaid && parcel !== 'returned_to_origin') acts.push('paid')
  acts.push('cancel')
  if (parcel === 'unfulfilled') acts.push('shipped')
  if (UNDER_WAY.includes(parcel)) acts.push('return_requested')
  return acts
}

/**
 * Why an act has to wait, where the way the parcel goes says it; empty where the store's own sentence is the better
 * one.
 */
export function waitsFor(act: OrderAct, order: OrderState): string {
  const { fulfilment_status: parcel, review_flag, refund_waits } = order
  if (act === 'cancel' && parcel === 'delivered') return 'It has arrived: take a return instead.'
  if (act === 'reopen' && refund_waits && review_flag !== 'refund_stopped') return 'Stop its refund first.'
  if (!isParcel(act)) return ''
  if (order.status === 'pending')
    return order.payment_method === 'cod' ? 'Confirm the order first.' : 'It is not paid yet.'
  if (mayMove(FULFILMENT_TRANSITIONS, parcel, act)) return ''
  if (act === 'shipped') return 'Pack it first.'
  return act === 'return_requested' ? 'It has not arrived yet.' : ''
}
