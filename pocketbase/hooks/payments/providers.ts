import type { OnlineProvider, RealProvider } from '../../../src/domain/payments/providers'
import type { PaymentProvider } from './provider'
import { razorpay } from './razorpay'
import { mayPretend } from './test-provider'

/** Seconds a provider is given for one answer to a job. */
export const ASK_SECONDS = 5

/** Whoever has keys first takes online payments; the others are asked about payments of before. */
export const PROVIDERS: { readonly [name in RealProvider]: PaymentProvider } = { razorpay }

/**
 * The provider of a row in payments or payment_events; null for the test payment, which the store makes up itself
 * (test-provider.ts).
 */
export const providerOf = (row: PbRecord): PaymentProvider | null =>
  PROVIDERS[row.getString('provider') as RealProvider] ?? null

/** Who takes online payments here: the provider with keys, pretend money outside production, or nobody. */
export function onlineProvider(): OnlineProvider | null {
  const names = Object.keys(PROVIDERS) as RealProvider[]
  return names.find((name) => PROVIDERS[name].isSetUp()) ?? (mayPretend() ? 'test' : null)
}
