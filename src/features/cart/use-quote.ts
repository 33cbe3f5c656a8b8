import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSettings } from '@/api/settings'
import type { CartLine } from '@/domain/cart/cart'
import { stockTopic } from '@/domain/site/changes'
import { usePincode } from '@/features/delivery/kept-pincode'
import { useChanges } from '@/features/live/use-changes'
import { isFinal, keepCode, refuseCode, useOfferCode } from './offer-code'
import { type QuoteAbout, quoteOptions } from './quote-query'

/**
 * What the shop would charge for these lines with the kept code and PIN code (ORDER-02, PROMO-13, DELIV-08), while it
 * is `shown`. A code that the store will not have, whatever is in the cart, is not sent again.
 * @param address PIN code and state of the checkout's. Its PIN code counts before the kept one, which any tab changes;
 *   the state where not everything may leave the seller's (LABEL-09)
 * @param without as in `QuoteAbout`
 */
export function useQuote(
  lines: readonly CartLine[],
  shown = true,
  address: Pick<QuoteAbout, 'pincode' | 'state'> = { pincode: '' },
  without?: string[],
) {
  const kept = useOfferCode()
  const code = kept && !kept.refused ? kept.code : ''
  const keptPincode = usePincode() ?? ''
  const pincode = address.pincode || keptPincode
  const { delivers_by_pin, sells_to } = useSettings()
  const bound = sells_to === 'own_state'
  const about = { code, pincode: delivers_by_pin || bound ? pincode : '', state: bound ? address.state : '', without }
  const query = useQuery({ ...quoteOptions(lines, about), enabled: shown && lines.length > 0 })
  const client = useQueryClient()
  // Pieces of its first things; prices and promotions are followed by every page (LIVE-07).
  useChanges(shown ? [...new Set(lines.slice(0, 8).map(({ productId }) => stockTopic(productId)))] : [], (changes) => {
    if (changes) void client.invalidateQueries({ queryKey: ['store_quote'] })
  })
  const { data, isPlaceholderData, isLoading, isError } = query
  const problem = code !== '' && !isPlaceholderData ? data?.code_problem : null
  useEffect(() => {
    if (problem && isFinal(problem)) refuseCode(code, problem)
  }, [code, problem])
  const asking = isPlaceholderData || isLoading
  return { ...query, about, field: { quote: data, asking, failed: isError && data === undefined } }
}

/** Asks for a code anew, also one that was refused. Answers false when there is nothing of a code in it. */
export function useApplyCode(): (typed: string) => boolean {
  const client = useQueryClient()
  return (typed) => {
    // What was said of it before is no answer.
    client.removeQueries({ queryKey: ['store_quote'], type: 'inactive' })
    if (!keepCode(typed)) return false
    void client.invalidateQueries({ queryKey: ['store_quote'] })
    return true
  }
}
