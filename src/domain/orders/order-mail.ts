import { arrivalSentence } from '../delivery/arrival-words'
import { CASH_CONFIRM_HOURS, OWNER_ORDER_MAILS, STRAY_PAYMENT_MAILS } from '../limits'
import { webAddress } from '../link'
import { formatPaise, type Paise } from '../money'
import { isRealOnline } from '../payments/providers'
import { LOST, type RefundReason } from '../payments/refund-status'
import { cleanLine, cleanText } from '../text'
import { CAME_BACK, isClosed, REFUND_DAYS, type ReviewFlag, wasPaid } from './order'
import { asHtml, asText, type MailContent, type MailedOrder, type MailedShop } from './order-mail-document'

/** What happened. A mail speaks of that, however late it is sent. */
export const MAIL_KINDS = [
  'order_placed',
  'order_waiting',
  'order_not_confirmed',
  'order_paid',
  'order_late',
  'order_shipped',
  'order_tracking',
  'order_delivered',
  'order_cancelled',
  'order_refunded',
  'order_bill',
  'owner_new_order',
  'owner_confirm_order',
  'owner_flagged_order',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export interface MailFacts {
  order: MailedOrder
  settings: MailedShop
  /** Where the reader can see the order: the shopper's page with its token, or the order in the admin UI. */
  link: string
  /**
   * Whether the mailbox is known to be the buyer's. To one that is not, nothing is written that a stranger may have
   * typed.
   */
  proven: boolean
  /**
   * What was true when it happened: amount (paise) and reason of a refund, or `LOST`; which flag was set, or
   * `paid_by_hand`, `LOST`.
   */
  amount?: Paise
  reason?: string
  flag?: string
  /** The shop has given it back itself: no bank is waited for. */
  byHand?: boolean
}

export interface OrderMail {
  /** One line. */
  subject: string
  text: string
  html: string
}

/**
 * The mail of one event of one order, as plain text and as HTML that say the same. Whatever people typed is escaped
 * and cannot break a line.
 */
export function orderMail(kind: MailKind, facts: MailFacts): OrderMail {
  const { order, settings } = facts
  const content = CONTENTS[kind](facts)
  const test = order.payment_method === 'test'
  const quiet = !content.toOwner && !facts.proven
  const paragraphs = [...content.paragraphs, quiet ? UNPROVEN_WORDS : ''].filter((paragraph) => paragraph !== '')
  const whole: MailContent = { ...content, paragraphs, quiet }
  return {
    subject: cleanLine(`${test ? '[TEST] ' : ''}${content.subject}`),
    text: asText(whole, order, settings, test),
    html: asHtml(whole, order, settings, test),
  }
}

/**
 * Plain text: a captured payment (the provider's number, paise) of no order the shop knows. `link` opens such events
 * in the admin UI.
 */
export function strayPaymentMail(payment: string, amount: Paise, link: string): { subject: string; text: string } {
  const paragraphs = [
    `A payment of ${formatPaise(amount)} has arrived that belongs to no order of the shop: ${cleanLine(payment)}.`,
    'This happens after a backup was restored that is older than the order, or when you take payments elsewhere under the same keys. Look the payment up in the provider’s dashboard. If it was meant for the shop, send what was bought or give the money back there.',
    `All of them: ${link} (at most ${STRAY_PAYMENT_MAILS} emails a day). Switch review off when one is settled.`,
  ]
  return {
    subject: `A payment of ${formatPaise(amount)} belongs to no order`,
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** Plain text: a payment (the provider's number) of no order the shop knows is disputed. `link` as above. */
export function strayDisputeMail(payment: string, link: string): { subject: string; text: string } {
  const paragraphs = [
    `Whoever made the payment ${cleanLine(payment)}, which belongs to no order of the shop, disputes it with their bank.`,
    'Answer in the provider’s dashboard before its deadline, or the money is taken back.',
    `All of them: ${link} (at most ${STRAY_PAYMENT_MAILS} emails a day). Switch review off when one is settled.`,
  ]
  return { subject: 'A payment of no order is disputed', text: `${paragraphs.join('\n\n')}\n` }
}

/** Plain text: so many orders have not been mailed one by one. `link` opens the list in the admin UI. */
export function moreOrdersMail(count: number, link: string): { subject: string; text: string } {
  const paragraphs = [
    `Beyond ${OWNER_ORDER_MAILS} an hour, new orders are not emailed one by one. Since then there were so many more: ${count}.`,
    `Cash orders with the status pending wait for you: confirm or cancel them within ${CASH_CONFIRM_HOURS} hours, or they expire.`,
    `All orders, the newest first: ${link}`,
  ]
  return { subject: count === 1 ? '1 more order' : `${count} more orders`, text: `${paragraphs.join('\n\n')}\n` }
}

type Writer = (facts: MailFacts) => MailContent

const UNPROVEN_WORDS =
  'Name and delivery address are on the page of the order. If you did not order this, somebody has mistyped their email address: there is nothing you need to do.'

/** Since the event the order may have been cancelled: then nothing more is promised. */
function unlessCancelled({ order }: MailFacts, words: string): string {
  return order.status === 'cancelled' ? 'This order has been cancelled since.' : words
}

const forShopper = (facts: MailFacts, content: Omit<MailContent, 'links' | 'toOwner'>): MailContent => ({
  ...content,
  links: [{ label: 'See your order', href: facts.link }],
  toOwner: false,
})

/** Empty where no day was told. */
const whenItArrives = ({ order: { arrives } }: MailFacts) => (arrives ? `It ${arrivalSentence(arrives)}.` : '')

const owesCash = ({ payment_method, payment_status, fulfilment_status }: MailedOrder) =>
  payment_method === 'cod' && payment_status === 'unpaid' && !CAME_BACK.includes(fulfilment_status)

/** About a parcel on the road, with what is known of its courier when the mail is sent. */
function parcelContent(facts: MailFacts, words: Pick<MailContent, 'subject' | 'heading'>): MailContent {
  const { tracking } = facts.order
  const content = forShopper(facts, {
    ...words,
    paragraphs: [
      whenItArrives(facts),
      tracking?.courier ? `Courier: ${tracking.courier}` : '',
      tracking?.tracking_number ? `Tracking number: ${tracking.tracking_number}` : '',
      owesCash(facts.order) ? `Please keep ${formatPaise(facts.order.grand_total)} ready for the courier.` : '',
    ],
  })
  const page = webAddress(tracking?.tracking_url ?? '')
  if (page) content.links.unshift({ label: 'Track your parcel', href: page })
  return content
}

const CONTENTS: Record<MailKind, Writer> = {
  order_placed: (facts) =>
    forShopper(facts, {
      subject: `Your order ${facts.order.number} is placed`,
      heading: 'Thank you for your order',
      paragraphs: [
        `We have received your order ${facts.order.number} and are preparing it.`,
        unlessCancelled(
          facts,
          owesCash(facts.order) ? `You pay ${formatPaise(facts.order.grand_total)} when it arrives.` : '',
        ),
        unlessCancelled(facts, whenItArrives(facts)),
        unlessCancelled(facts, 'We will write again when it is on its way.'),
      ],
    }),

  order_waiting: (facts) =>
    forShopper(facts, {
      subject: `Your order ${facts.order.number} waits for our confirmation`,
      heading: 'We have your order',
      paragraphs: [
        `We confirm some cash orders ourselves before we pack them, large ones above all. Yours, ${facts.order.number}, is one of them.`,
        unlessCancelled(
          facts,
          `Its pieces are kept for you for ${CASH_CONFIRM_HOURS} hours. We may call you, and will write again when it is confirmed.`,
        ),
        unlessCancelled(facts, 'You have nothing to pay until it arrives.'),
      ],
    }),

  order_not_confirmed: (facts) =>
    forShopper(facts, {
      subject: `Your order ${facts.order.number} was not confirmed`,
      heading: 'Your order did not go through',
      paragraphs: [
        'We are sorry: we did not confirm your order in time, so its pieces are on sale again.',
        'You have nothing to pay. If you still want them, please order again.',
      ],
    }),

  order_paid: (facts) => {
    const { order } = facts
    const amount = formatPaise(order.grand_total)
    return order.payment_method === 'cod'
      ? forShopper(facts, {
          subject: `Payment received for order ${order.number}`,
          heading: 'Thank you for your payment',
          paragraphs: [`We have received ${amount} for your order ${order.number}.`],
        })
      : forShopper(facts, {
          subject: `Your order ${order.number} is confirmed`,
          heading: 'Thank you for your order',
          paragraphs: [
            order.payment_method === 'test'
              ? `Your order ${order.number} is confirmed by a test payment of ${amount}.`
              : `We have received your payment of ${amount}. Your order ${order.number} is confirmed.`,
            unlessCancelled(facts, whenItArrives(facts)),
            unlessCancelled(facts, 'We are preparing your parcel and will write again when it is on its way.'),
          ],
        })
  },

  order_late: (facts) =>
    forShopper(facts, {
      subject: `Your order ${facts.order.number} comes later than we said`,
      heading: 'We are late, and we are sorry',
      paragraphs: [
        unlessCancelled(facts, 'Your parcel is still with us and can no longer arrive when we said.'),
        unlessCancelled(facts, whenItArrives(facts)),
        unlessCancelled(facts, 'If that no longer suits you, write to us, or cancel on the page of your order.'),
      ],
    }),

  order_shipped: (facts) =>
    parcelContent(facts, {
      subject: `Your order ${facts.order.number} is on its way`,
      heading: 'Your parcel is on its way',
    }),

  order_tracking: (facts) =>
    parcelContent(facts, {
      subject: `Tracking number of your order ${facts.order.number}`,
      heading: 'Where your parcel is',
    }),

  order_bill: (facts) =>
    forShopper(facts, {
      subject: `The bill of your order ${facts.order.number}`,
      heading: 'Your bill',
      paragraphs: [`The bill of your order ${facts.order.number} is on its page, to read, print or keep.`],
    }),

  order_delivered: (facts) =>
    forShopper(facts, {
      subject: `Your order ${facts.order.number} was delivered`,
      heading: 'Your parcel has arrived',
      paragraphs: [
        'We hope you enjoy it.',
        'If something is damaged, missing or not as you expected, write to us and we will put it right.',
      ],
    }),

  order_cancelled: (facts) => {
    const { order } = facts
    const held = order.paid_total - order.refunded_total
    const due = held > 0 ? (facts.amount ?? held) : 0
    const banks = ` Banks usually show it within ${REFUND_DAYS}.`
    // What came by hand goes back by hand.
    const cash = order.payment_method === 'cod'
    return forShopper(facts, {
      subject: `Your order ${order.number} is cancelled`,
      heading: 'Your order is cancelled',
      paragraphs: [
        due > 0
          ? cash
            ? `${formatPaise(due)} goes back to you.`
            : `Your refund of ${formatPaise(due)} is on its way.${banks}`
          : order.paid_total > 0
            ? `${formatPaise(order.refunded_total)} has gone back to you.${cash ? '' : banks}`
            : 'You have nothing to pay.',
        isRealOnline(order.payment_method) && order.paid_total === 0
          ? 'If your bank has taken money meanwhile, it will go back to you by itself.'
          : '',
      ],
    })
  },

  order_refunded: (facts) => {
    const { order, amount, reason, byHand } = facts
    const back = formatPaise(amount ?? order.refunded_total)
    if (reason === LOST)
      return forShopper(facts, {
        subject: `${back} of order ${order.number} went back through your bank`,
        heading: 'Your bank has the money',
        paragraphs: [
          `Your bank has taken ${back} of your order ${order.number} back from us, as the payment was disputed there.`,
          'It does not come from us a second time. When it reaches your account, your bank can tell.',
        ],
      })
    return forShopper(facts, {
      subject: `Refund of ${back} for order ${order.number}`,
      heading: 'Your refund',
      paragraphs: [
        REFUND_WORDS[reason as RefundReason]?.(order) ?? '',
        `We have refunded ${back} of your order ${order.number}.`,
        byHand ? '' : `It goes to the account or card you paid with. Banks usually show it within ${REFUND_DAYS}.`,
      ],
    })
  },

  owner_new_order: (facts) => {
    const { order } = facts
    return {
      subject: `New order ${order.number}: ${formatPaise(order.grand_total)}, ${paymentWords(order.payment_method)}`,
      heading: `New order ${order.number}`,
      paragraphs: [
        `${formatPaise(order.grand_total)}, ${paymentWords(order.payment_method)}.`,
        unlessCancelled(facts, ''),
        cleanText(order.note) ? `Note from the shopper: ${cleanLine(order.note)}` : '',
      ],
      links: [{ label: 'Open the order', href: facts.link }],
      toOwner: true,
    }
  },

  owner_confirm_order: (facts) => {
    const { order } = facts
    return {
      subject: `Please confirm order ${order.number}: ${formatPaise(order.grand_total)}, ${paymentWords(order.payment_method)}`,
      heading: `Order ${order.number} waits for you`,
      paragraphs: [
        `${formatPaise(order.grand_total)} in cash, from somebody this shop does not know yet. Its pieces are kept for ${CASH_CONFIRM_HOURS} hours; then it expires by itself.`,
        unlessCancelled(
          facts,
          'Call the shopper. If the order is meant, open it and set its status to confirmed; if not, to cancelled. The shopper is told either way.',
        ),
        cleanText(order.note) ? `Note from the shopper: ${cleanLine(order.note)}` : '',
      ],
      links: [{ label: 'Open the order', href: facts.link }],
      toOwner: true,
    }
  },

  owner_flagged_order: (facts) => ({
    subject: `Order ${facts.order.number} needs your eye`,
    heading: `Order ${facts.order.number} needs your eye`,
    paragraphs:
      facts.flag === 'paid_by_hand'
        ? [
            `The shopper cancelled it, and it was paid by hand: give ${formatPaise(facts.amount ?? 0)} back, then set its payment_status to refunded.`,
          ]
        : [flagWords(facts), 'When it is settled, clear the field review_flag of the order.'],
    links: [{ label: 'Open the order', href: facts.link }],
    toOwner: true,
  }),
}

const paymentWords = (method: MailedOrder['payment_method']): string =>
  isRealOnline(method) ? 'paid online' : method === 'cod' ? 'cash on delivery' : 'test payment'

/** Why a payment goes back that was not needed, to the shopper. */
function twiceWords(order: MailedOrder): string {
  if (owesCash(order))
    return `Your order is paid in cash, ${formatPaise(order.grand_total)} to the courier: your online payment goes back.`
  if (!wasPaid(order.payment_status)) return 'Your online payment came too late for this order.'
  return `Your order had been paid twice.${isClosed(order) ? '' : ' It stays as it is.'}`
}

/** The same to the owner. */
function twiceWordsOfOwner(order: MailedOrder): string {
  if (wasPaid(order.payment_status))
    return 'The order was paid twice. The store gives the second payment back by itself.'
  const cash = owesCash(order) ? ` ${formatPaise(order.grand_total)} is still to be paid in cash.` : ''
  return `The order was to be paid in cash, and an online payment came too late for it. The store gives that back by itself.${cash}`
}

const nothing = () => ''
/** Why money goes back, where that needs saying. */
const REFUND_WORDS: { readonly [reason in RefundReason]: (order: MailedOrder) => string } = {
  by_shop: nothing,
  cancelled: nothing,
  paid_after_cancel: () => 'Your payment arrived after the order had been closed.',
  duplicate_payment: twiceWords,
  no_stock: () => 'We are sorry: while you were paying, the last pieces were sold.',
  at_provider: nothing,
}

function flagWords({ order, flag = order.review_flag, amount = 0 }: MailFacts): string {
  if (flag === LOST) {
    const all = order.payment_status === 'refunded' ? ' If its parcel is still with you, do not send it.' : ''
    return `The dispute is lost: the payer’s bank has taken ${formatPaise(amount)} back, which counts as refunded.${all}`
  }
  if (flag === 'duplicate_payment') return twiceWordsOfOwner(order)
  return FLAG_WORDS[flag as keyof typeof FLAG_WORDS] ?? 'Something about this order is out of the ordinary.'
}

const FLAG_WORDS: { readonly [flag in Exclude<ReviewFlag, 'duplicate_payment'>]: string } = {
  amount_mismatch:
    'A payment of another amount than the order’s has arrived. The order is not marked as paid. Compare it with the payment in the provider’s dashboard.',
  paid_after_cancel: 'Money arrived after the order had been closed. The store gives it back by itself.',
  oversold: 'The order was paid, but its pieces had been sold meanwhile. The store gives the money back by itself.',
  refund_failed:
    'A refund could not be made: the money is still with the shop and the shopper waits. See the record in refunds, and give the money back another way.',
  refund_stopped:
    'The order is cancelled and its refund was stopped: the money is still with the shop. Confirm the order again, or give the money back by a record in refunds.',
  refunded_twice:
    'A refund was paid back by the shop, and made by the provider or in its dashboard as well. Ask the shopper for what came twice.',
  dispute:
    'The shopper disputes the payment with their bank. Answer in the provider’s dashboard before its deadline, or the money is taken back.',
}
