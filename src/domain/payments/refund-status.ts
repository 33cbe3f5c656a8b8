/** Why money goes back: `by_shop` is the maker's own decision, the others are the store's. */
export type RefundReason =
  | 'by_shop'
  | 'cancelled'
  | 'paid_after_cancel'
  | 'duplicate_payment'
  | 'no_stock'
  | 'at_provider'

/** In an email instead of a reason, and as a flag: the payer's bank has taken the money back. */
export const LOST = 'dispute_lost'

/** What a provider can say of a refund: the bank is at work on it until it is one of the other two. */
export type ToldRefund = 'pending' | 'processed' | 'failed'

/** @param told the provider's own word; one that is not known says no more than that the refund exists */
export const refundStatus = (told: string): ToldRefund => (told === 'processed' || told === 'failed' ? told : 'pending')

/** Forward only, but that a failed refund may still be processed. */
const PROGRESS = ['queued', 'pending', 'failed', 'processed']

/**
 * @param before status of our record; one that was stopped counts as before all others: the money has gone back
 *   nevertheless
 */
export const isForward = (before: string, told: ToldRefund): boolean =>
  PROGRESS.indexOf(told) > PROGRESS.indexOf(before)
