import type { Paise } from '@/domain/money'
import type { Quote } from '@/domain/orders/quote'

/** What is paid with a method, and its rounding, paise; the exact total while none is chosen. */
export function dueWith(quote: Quote, method: string): { grand_total: Paise; round_off: Paise } {
  const choice = quote.payment_methods.find((offered) => offered.method === method)
  return { grand_total: choice?.total ?? quote.grand_total, round_off: choice?.round_off ?? 0 }
}
