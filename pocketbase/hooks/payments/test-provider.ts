import { randomId } from '../lib/rows'
import type { GatewayPayment, GatewayRefund } from './provider'

/**
 * Pretend money, for a shop without keys and never in production: nobody is asked, the store makes up what a provider
 * would say.
 */

/** Whether a shop without a provider may be tried out so (`STORE_ENV`, `STORE_PAYMENTS`). */
export const mayPretend = (): boolean =>
  $os.getenv('STORE_ENV') !== 'production' && $os.getenv('STORE_PAYMENTS') !== 'cod'

/** The number a provider would give the order of this try. */
export const pretendOrderId = (row: PbRecord): string => `order_test_${row.id}`

/** What became of a try, as the shopper chose it. A payment is made once, failures are as many as there are tries. */
export function pretendPayment(row: PbRecord, outcome: 'success' | 'failure'): GatewayPayment {
  const failed = outcome === 'failure'
  const tries = failed ? `_${randomId(8)}` : ''
  return {
    id: `pay_test_${row.id}${tries}`,
    order_id: row.getString('gateway_order_id'),
    amount: row.getInt('amount'),
    currency: row.getString('currency'),
    status: failed ? 'failed' : 'captured',
    captured: !failed,
    amount_refunded: 0,
    method: 'test',
    error_reason: failed ? 'payment_failed' : '',
    notes: { order: '', attempt: '' },
  }
}

/** @param payment the number of the pretended payment */
export function pretendRefund(refund: PbRecord, payment: string): GatewayRefund {
  return {
    id: `rfnd_test_${refund.id}`,
    payment_id: payment,
    amount: refund.getInt('amount'),
    status: 'processed',
    receipt: refund.getString('idempotency_key'),
    notes: { refund: refund.id },
  }
}
