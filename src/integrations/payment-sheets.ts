import type { RealProvider } from '@/domain/payments/providers'
import type { ProviderSheet } from './payment-sheet'
import { razorpaySheet } from './razorpay-sheet'

export const PAYMENT_SHEETS: { readonly [name in RealProvider]: ProviderSheet } = { razorpay: razorpaySheet }

/**
 * Lets the browser fetch the provider's script while the shopper is still typing (ORDER-04). Nothing of it runs.
 * Returns the undoing.
 */
export function prefetchPaymentScript(provider: RealProvider): () => void {
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'script'
  link.href = PAYMENT_SHEETS[provider].script
  document.head.append(link)
  return () => link.remove()
}
