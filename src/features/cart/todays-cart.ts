import { useState } from 'react'
import { useSettings } from '@/api/settings'
import { lineKey } from '@/domain/cart/cart'
import { minimumOrderWarning } from '@/domain/cart/minimum-order'
import { stateProblem } from '@/domain/orders/quote'
import { type TodaysCart, todaysCart } from '@/domain/orders/todays-cart'
import type { OfferCodeFieldProps } from './offer-code-field'
import { useCartLines } from './store'
import { useQuote } from './use-quote'

export interface ShownCart extends TodaysCart {
  /** What the code field says. */
  field: OfferCodeFieldProps
  /** A quote is on its way. A second try after a failure counts no more: nobody waits for a broken line. */
  asking: boolean
  /** Some line cannot be ordered as it is. */
  blocked: boolean
  /** The minimum that is not reached, as a sentence to translate (SHEET-08). */
  warning: string | null
  /** What may not go where the kept PIN code is, as a sentence to translate, where nobody asks for that code here. */
  notice: string | null
}

/**
 * The cart at today's prices and stock (SHEET-10), while it is `shown`: at once as it was remembered, and as the
 * store quotes it as soon as it answers. Lines that need somebody come first, and stay there while they are looked
 * at.
 */
export function useTodaysCart(shown: boolean): ShownCart {
  const settings = useSettings()
  const held = useCartLines()
  const { data, isFetching, failureCount, about, field } = useQuote(held, shown)
  const { lines, totals, quote } = todaysCart(held, data, settings, about.code)
  const first = useNeedy(
    shown,
    lines.filter(({ news }) => news).map(({ line }) => lineKey(line)),
  )
  const isFirst = ({ line }: TodaysCart['lines'][number]) => first.has(lineKey(line))
  return {
    lines: [...lines.filter(isFirst), ...lines.filter((line) => !isFirst(line))],
    totals,
    quote,
    field,
    asking: isFetching && failureCount === 0,
    blocked: lines.some(({ news }) => news === 'problem'),
    notice: (!settings.delivers_by_pin && quote && stateProblem(quote)?.message) || null,
    warning: held.length > 0 ? minimumOrderWarning(totals.subtotal, settings.minimum_order) : null,
  }
}

/** Every line that has needed somebody since the cart was opened: one that is settled does not jump away. */
function useNeedy(shown: boolean, keys: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState({ shown, keys: new Set(keys) })
  if (seen.shown !== shown) setSeen({ shown, keys: shown ? new Set(keys) : seen.keys })
  else if (shown && keys.some((key) => !seen.keys.has(key))) setSeen({ shown, keys: new Set([...seen.keys, ...keys]) })
  return seen.keys
}
