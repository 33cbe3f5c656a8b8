import type { MailKind } from '../orders/order-mail'

/** Mails about orders, as a maker calls them. */
const MAILS: { readonly [kind in MailKind]: string } = {
  order_placed: 'Order placed',
  order_waiting: 'Waits for your confirmation',
  order_not_confirmed: 'Not confirmed in time',
  order_paid: 'Paid',
  order_late: 'Comes later',
  order_shipped: 'On its way',
  order_tracking: 'Tracking number',
  order_delivered: 'Delivered',
  order_cancelled: 'Cancelled',
  order_refunded: 'Money given back',
  order_bill: 'Bill',
  owner_new_order: 'New order',
  owner_confirm_order: 'An order to confirm',
  owner_flagged_order: 'An order to look at',
}

/** What a mail is about; an unknown kind stands for itself. */
export const mailWords = (kind: string): string => MAILS[kind as MailKind] ?? kind.replace(/_/g, ' ')
