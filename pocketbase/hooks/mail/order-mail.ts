import { isObject, parseText } from '../../../src/domain/json'
import { AT_HOME } from '../../../src/domain/orders/order'
import {
  MAIL_KINDS,
  type MailFacts,
  moreOrdersMail,
  orderMail,
  strayDisputeMail,
  strayPaymentMail,
} from '../../../src/domain/orders/order-mail'
import type { MailedOrder } from '../../../src/domain/orders/order-mail-document'
import { emailProven } from '../account/proof'
import { arrivalOf } from '../delivery/arrivals'
import { accessToken } from '../guard/order-access'
import { linesOf } from '../lib/order-lines'
import { orderRecipient } from '../lib/order-recipient'
import { plain } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import { mailHeaders, NothingToSay, type OutgoingMail, ownersMailbox, Undeliverable } from './mail-client'
import { OF_NEW_ORDERS } from './order-outbox'

/**
 * @throws Undeliverable for a kind that there is none of, or when the owner has no mailbox; NothingToSay of a late
 *   parcel that has left
 */
export function mailOfOrder(app: PbApp, mail: PbRecord): OutgoingMail {
  const kind = MAIL_KINDS.find((known) => known === mail.getString('kind'))
  if (!kind) throw new Undeliverable(`There is no email of the kind ${mail.getString('kind')}.`)
  const record = app.findRecordById('orders', mail.getString('order'))
  if (kind === 'order_late' && !AT_HOME.includes(record.getString('fulfilment_status')))
    throw new NothingToSay('The parcel has left meanwhile.')
  const order = mailedOrder(record)
  const shop = storeSettings(app)
  const toOwner = mail.getString('recipient') === 'owner'
  const to = toOwner ? ownersMailbox(app) : order.contact.email
  const { subject, text, html } = orderMail(kind, {
    order,
    settings: shop,
    link: toOwner ? adminLink(app, record.id) : orderLink(app, record.id),
    proven: emailProven(app, record),
    ...happened(mail),
  })
  const answerTo = toOwner ? order.contact.email : shop.seller_email
  const headers = { ...mailHeaders(app, mail), ...(answerTo && { 'Reply-To': answerTo }) }
  return { to, subject, text, html, headers }
}

/** To the owner, about money of no known order. */
export function mailOfStrayPayment(app: PbApp, mail: PbRecord): OutgoingMail {
  const to = ownersMailbox(app)
  const { amount, flag: payment } = happened(mail)
  return { to, ...strayPaymentMail(payment ?? '', amount ?? 0, strayLink(app)), headers: mailHeaders(app, mail) }
}

/** To the owner, about a dispute of a payment of no known order. */
export function mailOfStrayDispute(app: PbApp, mail: PbRecord): OutgoingMail {
  const to = ownersMailbox(app)
  const { data } = plain(mail)
  const payment = isObject(data) ? parseText(data.payment) : ''
  return { to, ...strayDisputeMail(payment, strayLink(app)), headers: mailHeaders(app, mail) }
}

const strayLink = (app: PbApp) => `${storeAddress(app)}/_/#/collections?collection=payment_events&filter=review%3Dtrue`

/** To the owner: how many orders came that no mail told of. */
export function mailOfMoreOrders(app: PbApp, mail: PbRecord): OutgoingMail {
  const to = ownersMailbox(app)
  const filter = `${OF_NEW_ORDERS} && status = "dropped" && created >= {:since}`
  const untold = app.findRecordsByFilter('outbox', filter, '', 0, 0, { since: mail.getString('created') })
  const orders = new Set(untold.map((dropped) => dropped.getString('order')))
  const link = `${storeAddress(app)}/_/#/collections?collection=orders&sort=-placed_at`
  return { to, ...moreOrdersMail(orders.size, link), headers: mailHeaders(app, mail) }
}

function happened(mail: PbRecord): Pick<MailFacts, 'amount' | 'reason' | 'flag' | 'byHand'> {
  const { data } = plain(mail)
  if (!isObject(data)) return {}
  return {
    ...(typeof data.amount === 'number' && { amount: data.amount }),
    ...(typeof data.reason === 'string' && { reason: data.reason }),
    ...(typeof data.detail === 'string' && { flag: parseText(data.flag) || data.detail }),
    byHand: data.by_hand === true,
  }
}

/** The token stands in the fragment, which browsers send to nobody. */
const orderLink = (app: PbApp, id: string) => `${storeAddress(app)}/order-confirmation/${id}#t=${accessToken(id)}`
const adminLink = (app: PbApp, id: string) => `${storeAddress(app)}/_/#/collections?collection=orders&record=${id}`

function mailedOrder(record: PbRecord): MailedOrder {
  const text = (field: string) => record.getString(field)
  const fields = plain(record)
  return {
    ...(fields as unknown as MailedOrder),
    review_flag: text('review_flag'),
    items: linesOf(record),
    // Orders of earlier releases have none.
    promotions: (fields.promotions ?? []) as MailedOrder['promotions'],
    arrives: arrivalOf(record),
    ...orderRecipient(record),
    tracking: {
      courier: text('courier'),
      tracking_number: text('tracking_number'),
      tracking_url: text('tracking_url'),
    },
  }
}
