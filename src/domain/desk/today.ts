import type { MessageCounts } from './messages'
import type { DeskRefund } from './orders'

/** A refund that waits and can still be stopped, with whose it is. */
export interface TodayRefund extends Pick<DeskRefund, 'id' | 'amount' | 'send_at'> {
  order: string
  number: string
  name: string
}

/** What waits at the shop, `GET /api/store/desk/today`. Counts; dates are the record store's, empty for none. */
export interface TodayAnswer {
  /** The shop's name. */
  shop: string
  /** How many things keep the shop from going live; null for who does not own it. */
  to_set_up: number | null
  /** Cash orders that wait for the maker's yes. */
  to_confirm: number
  /** Confirmed orders whose parcel nobody has packed, how many of them are late, and when the oldest was placed. */
  to_pack: number
  late: number
  oldest: string
  /** Packed and not on their way. */
  to_ship: number
  /** Money, or a parcel, that needs a look: how many, and the sentence of the newest. */
  to_look: number
  look_at: string
  /** Those that go first, at most `REFUNDS_SHOWN`; none for who does not own the shop. */
  refunds: TodayRefund[]
  /** The store's clock, ms. */
  now: number
  /** Products on sale with as few pieces as their mark, or fewer. */
  low: number
  /** Null for who may not write. */
  letters: MessageCounts | null
  /** Mails that were given up within a week, with what the mail server said of the newest. */
  failed_mails: number
  mail_error: string
  /** The newest backup: when, and how many bytes. Empty when there is none; null for who does not own the shop. */
  backup: { at: string; size: number } | null
}

export const REFUNDS_SHOWN = 10
