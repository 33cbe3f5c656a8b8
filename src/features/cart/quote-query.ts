import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { requestQuote } from '@/api/store-routes'
import type { CartLine } from '@/domain/cart/cart'
import { QUOTE_STANDS_MS } from '@/domain/limits'
import type { RequestedItem } from '@/domain/orders/order-request'
import type { Quote } from '@/domain/orders/quote'

type Asked = Pick<CartLine, 'productId' | 'quantity' | 'color'>

/** Cart lines as the store's routes ask for them. */
export function requestedItems(lines: readonly Asked[]): RequestedItem[] {
  return lines.map((line) => ({ product: line.productId, quantity: line.quantity, color: line.color }))
}

/** Asked for again no sooner than this, ms: a browser's clock may be wrong by hours. */
const SHORTEST_STAND_MS = 20_000

/** ms until a quote is over and asked for anew. */
function standsFor({ valid_until }: Quote): number {
  const left = Date.parse(valid_until) - Date.now()
  return Number.isNaN(left) ? QUOTE_STANDS_MS : Math.min(Math.max(left, SHORTEST_STAND_MS), QUOTE_STANDS_MS)
}

/** What of a shopper counts: code, PIN code and state, or empty. */
export interface QuoteAbout {
  code: string
  pincode: string
  state?: string
  /** Promotions, by their ids, that the store has withheld from who is ordering; left out, none. */
  without?: string[]
}

/**
 * What the shop would charge for these lines now (ORDER-02). A changed cart is a new question; the last answer stands
 * meanwhile, and no longer than it says.
 */
export function quoteOptions(lines: readonly Asked[], { code, pincode, state = '', without }: QuoteAbout) {
  const items = requestedItems(lines)
  return queryOptions({
    queryKey: ['store_quote', items, code, pincode, state, without],
    queryFn: ({ signal }) =>
      requestQuote({ items, code, without, ...(pincode && { pincode }), ...(state && { state }) }, signal),
    enabled: items.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data ? standsFor(state.data) : false),
    placeholderData: keepPreviousData,
  })
}
