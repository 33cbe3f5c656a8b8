/**
 * One product of an ecommerce event, in GA4's shape. `price` is rupees for one piece. Never anything about the shopper.
 */
export interface AnalyticsItem {
  item_id: string
  item_name: string
  price: number
  quantity: number
  item_category?: string
  /** The colour's name. */
  item_variant?: string
  /** Place in its list; the first is 0. */
  index?: number
  item_list_name?: string
}

interface List {
  item_list_name: string
  items: readonly AnalyticsItem[]
}

/** `value` is rupees. */
interface Amount {
  currency: 'INR'
  value: number
}

interface Goods extends Amount {
  items: readonly AnalyticsItem[]
}

interface Delivery extends Goods {
  shipping: number
  coupon: string
}

interface Payment extends Amount {
  transaction_id: string
  payment_method: string
}

interface Form {
  form_name: string
}

/** What each event carries (STAT-01), in GA4's names. Amounts are rupees. */
interface EventFields {
  page_view: { page_path: string; page_title: string; page_location: string }
  view_item_list: List
  select_item: List
  view_item: Goods
  add_to_cart: Goods
  remove_from_cart: Goods
  begin_checkout: Delivery
  add_shipping_info: Delivery
  purchase: Delivery & Payment & { tax: number }
  conversion: Amount & { transaction_id: string }
  button_click: { button_name: string; button_location: string }
  /** `method`: how it left the page. A cart or wishlist has no id. */
  share: { method: 'system' | 'whatsapp' | 'link'; content_type: 'product' | 'cart' | 'wishlist'; item_id?: string }
  form_start: Form
  form_complete: Form
  /**
   * `error_fields`: names of the fields at fault, by commas, never what was typed; empty when none in particular was.
   */
  form_error: Form & { error_fields: string }
  payment_start: Payment
  payment_success: Payment
  payment_failure: Payment & { reason: string }
}

export type EventName = keyof EventFields

/** One event, with the fields of its kind. */
export type AnalyticsEvent = { [Name in EventName]: { event: Name } & EventFields[Name] }[EventName]

type Receiver = (event: AnalyticsEvent) => void

const waiting: AnalyticsEvent[] = []
let receiver: Receiver | undefined

/**
 * Records what a shopper did (STAT-01). Only keeps it: what throttles and delivers is fetched after the page has
 * settled, so calling this costs nothing, needs no configuration and cannot fail. Browser only; never while
 * rendering.
 */
export function track(event: AnalyticsEvent): void {
  if (receiver) receiver(event)
  else waiting.push(event)
}

/** Hands every event to `by`, those recorded so far first, in their order. */
export function receiveEvents(by: Receiver): void {
  receiver = by
  for (const event of waiting.splice(0)) by(event)
}
