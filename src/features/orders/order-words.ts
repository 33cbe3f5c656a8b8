import type { OrderView } from '@/domain/order'

/** How the order is or will be paid, in a few words. */
export function paymentWords(order: Pick<OrderView, 'payment_method' | 'payment_status'>): string {
  const { payment_method, payment_status } = order
  if (payment_status === 'refunded') return 'Refunded'
  if (payment_status === 'partially_refunded') return 'Partly refunded'
  if (payment_status === 'voided') return 'Nothing to pay'
  const paid = payment_status === 'paid'
  if (payment_method === 'cod') return paid ? 'Paid on delivery' : 'Cash on delivery'
  if (payment_method === 'test') return paid ? 'Test payment' : 'Test payment, not made yet'
  return paid ? 'Paid online' : payment_status === 'authorized' ? 'Being confirmed by the bank' : 'Not paid yet'
}

/** The sentence below "Thank you": what stands and what comes next. */
export function thanksSentence(order: Pick<OrderView, 'status'>): string {
  switch (order.status) {
    case 'pending':
      return 'Your order is kept for you until the payment has arrived.'
    case 'cancelled':
      return 'This order is cancelled.'
    case 'expired':
      return 'The payment did not arrive in time, so this order was not made. Nothing more is to be paid.'
    case 'completed':
      return 'Your order is complete.'
    default:
      return 'Your order is with us. You can come back to this page to see where it is.'
  }
}
