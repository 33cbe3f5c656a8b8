import { AT_HOME, type FulfilmentStatus, type OrderStatus, type PaymentStatus, wasPaid } from './order'

/** What money that has come through a provider does: pay for its order, or go back and why (docs/decisions/0018). */
export type CaptureVerdict = 'pays' | 'duplicate_payment' | 'paid_after_cancel' | 'no_stock'

export interface CapturedOrder {
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  /** Whether the payment is what the order costs when it is paid online, without the rounding of cash; or its bill. */
  paysInFull: boolean
  /** Asked only where it counts: whether the order's pieces are held for it or can still be had. */
  stockSuffices: () => boolean
  /** Asked of an expired one: whether what promotions gave it was not given to others meanwhile. */
  usesAreLeft: () => boolean
}

/**
 * The order as it stands before this money is booked. A confirmed one waits for cash: it is paid instead, until its
 * parcel has left.
 */
export function captureVerdict(order: CapturedOrder): CaptureVerdict {
  const { status, payment_status, fulfilment_status, paysInFull, stockSuffices, usesAreLeft } = order
  if (wasPaid(payment_status)) return 'duplicate_payment'
  if (status === 'cancelled' || (status === 'expired' && !usesAreLeft())) return 'paid_after_cancel'
  if (status === 'pending' || status === 'expired') return stockSuffices() ? 'pays' : 'no_stock'
  return status === 'confirmed' && AT_HOME.includes(fulfilment_status) && paysInFull ? 'pays' : 'duplicate_payment'
}
