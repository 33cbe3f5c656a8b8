/** Who takes real money online. CONTRIBUTING.md says what another one needs. */
export type RealProvider = 'razorpay'

/** Who takes online payments; `test` is pretend money for a shop without keys, never in production. */
export type OnlineProvider = RealProvider | 'test'

/** `orders.payment_method`: a provider, or cash on delivery. */
export type PaymentMethod = 'cod' | OnlineProvider

/** Real money through a provider: neither cash nor the pretend money of the test. */
export const isRealOnline = (method: PaymentMethod): method is RealProvider => method !== 'cod' && method !== 'test'
