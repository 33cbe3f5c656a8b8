/** Who takes real money online. CONTRIBUTING.md says what another one needs. */
export type RealProvider = 'razorpay'

/** Who takes online payments; `test` is pretend money for a shop without keys, never in production. */
export type OnlineProvider = RealProvider | 'test'

/**
 * `orders.payment_method`, which follows the money: a provider that holds it or is to take it, or `cod` where it comes,
 * or came, without one, in cash or otherwise by hand. Whether money goes back by hand is read from this alone.
 */
export type PaymentMethod = 'cod' | OnlineProvider

/** Real money through a provider: neither cash nor the pretend money of the test. */
export const isRealOnline = (method: PaymentMethod): method is RealProvider => method !== 'cod' && method !== 'test'
