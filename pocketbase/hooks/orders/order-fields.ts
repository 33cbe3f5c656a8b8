import { refuseKept } from '../lib/kept-fields'
import { maskAddress } from '../lib/mask'
import { DELIVERY_FIELDS } from './order-delivery'

/** What a merchandiser changes on an order (docs/merchandisers.md); everything else on the record is the server's. */
export const MERCHANDISER_FIELDS: readonly string[] = [
  'status',
  'payment_status',
  'fulfilment_status',
  'review_flag',
  'courier',
  'tracking_number',
  'tracking_url',
  'restock',
  ...DELIVERY_FIELDS,
]

const AS_BOUGHT =
  'An order keeps what was bought and for how much. To change that, cancel the order and ask the shopper for a new one'

const AS_SAID = 'An order keeps the days the shopper was told'

/** What to do instead of changing a field that the store keeps. */
const INSTEAD: { readonly [field: string]: string } = {
  items: AS_BOUGHT,
  items_total: AS_BOUGHT,
  discount_total: AS_BOUGHT,
  shipping_total: AS_BOUGHT,
  cash_fee: AS_BOUGHT,
  round_off: AS_BOUGHT,
  grand_total: AS_BOUGHT,
  offer: AS_BOUGHT,
  promotions: AS_BOUGHT,
  paid_total: 'The store counts the money. When you have it, set payment_status to paid',
  refunded_total:
    'The store counts the money. To give some back, add a record to refunds with the order and the amount',
  leaves_on: AS_SAID,
  arrives_from: AS_SAID,
  arrives_until: AS_SAID,
  payment_method: 'It follows the money. When you have it without the provider, set payment_status to paid',
  email:
    'The emails and the link to this order went there. If it is wrong, cancel the order and ask the shopper for a new one',
  note: 'These are the shopper’s own words and stay as they are',
  user: 'The store knows who ordered. Orders do not move between accounts',
}
/**
 * For an update by request, before it is saved: what the server owns (money, lines, email, hashes, dates) cannot be
 * changed. Leaves on the record, not as a field, who saves it; who moves an order and why its money goes back are the
 * routes' own words.
 * @throws BadRequestError (400) with a sentence beside each such field
 */
export function keepServerFields(e: PbRecordRequestEvent): void {
  const { record } = e
  refuseKept(record, MERCHANDISER_FIELDS, INSTEAD)
  record.set('actor', '')
  record.set('refund_reason', '')
  record.set('saved_by', maskAddress(e.auth?.getString('email') ?? ''))
}
