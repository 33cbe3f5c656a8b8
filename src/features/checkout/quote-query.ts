import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { requestQuote } from '@/api/store-routes'
import type { CartLine } from '@/domain/cart'
import type { Paise } from '@/domain/money'
import type { RequestedItem } from '@/domain/order-request'
import type { Quote } from '@/domain/quote'

/** Cart lines as the store's routes ask for them. */
export function requestedItems(lines: readonly CartLine[]): RequestedItem[] {
  return lines.map((line) => ({ product: line.productId, quantity: line.quantity, color: line.color }))
}

/** What the shop would charge for these lines now (ORDER-02). A changed cart is a new question; the last answer stands meanwhile. */
export function quoteOptions(lines: readonly CartLine[]) {
  const items = requestedItems(lines)
  return queryOptions({
    queryKey: ['store_quote', items],
    queryFn: ({ signal }) => requestQuote({ items }, signal),
    enabled: items.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
}

/** What is paid with a method, and its rounding, paise; the exact total while none is chosen. */
export function dueWith(quote: Quote, method: string): { grand_total: Paise; round_off: Paise } {
  const choice = quote.payment_methods.find((offered) => offered.method === method)
  return { grand_total: choice?.total ?? quote.grand_total, round_off: choice?.round_off ?? 0 }
}
