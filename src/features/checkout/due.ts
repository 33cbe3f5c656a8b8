import type { Paise } from '@/domain/money'
import type { Quote } from '@/domain/orders/quote'

/** What an order comes to with a way to pay, paise, as the order will have it. */
export interface Due {
  shipping_total: Paise
  cash_fee: Paise
  round_off: Paise
  grand_total: Paise
}

/** What is paid with a method; the exact total while none is chosen. */
export function dueWith(quote: Quote, method: string): Due {
  const choice = quote.payment_methods.find((offered) => offered.method === method)
  const cash_fee = choice?.fee ?? 0
  return {
    shipping_total: quote.shipping_total + cash_fee,
    cash_fee,
    round_off: choice?.round_off ?? 0,
    grand_total: choice?.total ?? quote.grand_total,
  }
}
