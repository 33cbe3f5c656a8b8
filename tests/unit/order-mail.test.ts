import { describe, expect, test } from 'vitest'
import type { OrderItem } from '../../src/domain/orders/order'
import { MAIL_KINDS, type MailFacts, type MailKind, orderMail } from '../../src/domain/orders/order-mail'
import type { MailedOrder } from '../../src/domain/orders/order-mail-document'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'

const item = (change: Partial<OrderItem> = {}): OrderItem => ({
  product: 'soap',
  name: 'Neem soap',
  color: '',
  color_name: '',
  image: '',
  quantity: 2,
  unit_price: 9000,
  line_total: 18000,
  is_gift: false,
  hsn: '',
  gst_rate: 0,
  ...change,
})

const ORDER: MailedOrder = {
  number: 'SJ-7K3M9QPA',
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  items: [item()],
  items_total: 18000,
  discount_total: 0,
  promotions: [],
  shipping_total: 1050,
  grand_total: 19100,
  round_off: 50,
  paid_total: 0,
  refunded_total: 0,
  review_flag: '',
  contact: { name: 'मीरा रघुनाथन', email: 'meera@example.in', phone: '+919845012345' },
  address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
  note: '',
  placed_at: '2026-11-20 04:30:00.000Z',
  tracking: null,
}
const LINK = 'https://shop.example.in/order-confirmation/abc#t=0123'

const mail = (kind: MailKind, order: Partial<MailedOrder> = {}, facts: Partial<MailFacts> = {}) =>
  orderMail(kind, {
    order: { ...ORDER, ...order },
    settings: {
      ...DEFAULT_SETTINGS,
      seller_email: 'care@example.in',
      seller_phone: '+91 80 1234',
      chat_number: '919845000000',
    },
    link: LINK,
    proven: true,
    ...facts,
  })
/** What a reader of the HTML sees. */
const seen = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

const PAID: Partial<MailedOrder> = { payment_method: 'razorpay', payment_status: 'paid', paid_total: 19100 }

describe('what each mail says, in both its forms', () => {
  test.each<[string, MailKind, Partial<MailedOrder>, Partial<MailFacts>, string, string[]]>([
    ['placed', 'order_placed', {}, {}, 'Your order SJ-7K3M9QPA is placed', ['You pay ₹191.00 when it arrives.']],
    [
      'paid online',
      'order_paid',
      PAID,
      {},
      'Your order SJ-7K3M9QPA is confirmed',
      ['We have received your payment of ₹191.00.', 'We are preparing your parcel'],
    ],
    [
      'paid in cash',
      'order_paid',
      { payment_status: 'paid' },
      {},
      'Payment received for order SJ-7K3M9QPA',
      ['We have received ₹191.00 for your order SJ-7K3M9QPA.'],
    ],
    [
      'shipped',
      'order_shipped',
      { tracking: { courier: 'India Post', tracking_number: 'EK12', tracking_url: 'https://post.example/EK12' } },
      {},
      'Your order SJ-7K3M9QPA is on its way',
      ['Courier: India Post', 'Tracking number: EK12', 'Please keep ₹191.00 ready', 'Track your parcel'],
    ],
    ['delivered', 'order_delivered', PAID, {}, 'Your order SJ-7K3M9QPA was delivered', ['write to us']],
    [
      'cancelled unpaid',
      'order_cancelled',
      {},
      {},
      'Your order SJ-7K3M9QPA is cancelled',
      ['You have nothing to pay.'],
    ],
    [
      'cancelled while paying',
      'order_cancelled',
      { payment_method: 'razorpay', payment_status: 'voided' },
      {},
      'Your order SJ-7K3M9QPA is cancelled',
      ['You have nothing to pay.', 'go back to you by itself'],
    ],
    [
      'cancelled paid',
      'order_cancelled',
      PAID,
      {},
      'Your order SJ-7K3M9QPA is cancelled',
      ['Your refund of ₹191.00 is on its way.', '5–7 working days'],
    ],
    [
      'cancelled, a part goes back and the rest is held',
      'order_cancelled',
      { ...PAID, refunded_total: 15000 },
      { amount: 15000 },
      'Your order SJ-7K3M9QPA is cancelled',
      ['Your refund of ₹150.00 is on its way.'],
    ],
    [
      'refunded in part',
      'order_refunded',
      { ...PAID, refunded_total: 5000 },
      { amount: 5000 },
      'Refund of ₹50.00 for order SJ-7K3M9QPA',
      ['We have refunded ₹50.00', 'account or card you paid with'],
    ],
    [
      'refunded, paid twice',
      'order_refunded',
      PAID,
      { amount: 19100, reason: 'duplicate_payment' },
      'Refund of ₹191.00 for order SJ-7K3M9QPA',
      ['paid twice. It stays as it is.'],
    ],
    [
      'refunded, to be paid in cash',
      'order_refunded',
      { ...PAID, payment_method: 'cod', payment_status: 'unpaid' },
      { amount: 19100, reason: 'duplicate_payment' },
      'Refund of ₹191.00 for order SJ-7K3M9QPA',
      ['paid in cash, ₹191.00 to the courier: your online payment goes back', 'account or card you paid with'],
    ],
    [
      'new order',
      'owner_new_order',
      { ...PAID, note: 'Ring twice' },
      {},
      'New order SJ-7K3M9QPA: ₹191.00, paid online',
      ['Note from the shopper: Ring twice', '+919845012345', 'meera@example.in'],
    ],
    [
      'called off, paid by hand',
      'owner_flagged_order',
      { status: 'cancelled', payment_status: 'paid', paid_total: 19100 },
      { flag: 'paid_by_hand', amount: 19100 },
      'Order SJ-7K3M9QPA needs your eye',
      ['The shopper cancelled it, and it was paid by hand: give ₹191.00 back'],
    ],
    [
      'flagged',
      'owner_flagged_order',
      PAID,
      { flag: 'dispute' },
      'Order SJ-7K3M9QPA needs your eye',
      ['disputes the payment', 'review_flag'],
    ],
    [
      'flagged, its dispute lost',
      'owner_flagged_order',
      { ...PAID, payment_status: 'refunded', refunded_total: 19100 },
      { flag: 'dispute_lost', amount: 19100 },
      'Order SJ-7K3M9QPA needs your eye',
      ['has taken ₹191.00 back', 'do not send it', 'review_flag'],
    ],
  ])('MAIL-01 %s', (_, kind, order, facts, subject, words) => {
    const made = mail(kind, order, facts)
    expect(made.subject).toBe(subject)
    for (const word of [...words, 'Neem soap', '₹180.00', '₹10.50', '₹0.50', '₹191.00', 'मीरा रघुनाथन', 'Karnataka']) {
      expect(made.text).toContain(word)
      expect(seen(made.html)).toContain(word)
    }
    expect(made.text).toContain(LINK)
    expect(made.html).toContain(`href="${LINK}"`)
  })

  test('PAY-17 a dispute lost in part does not hold the parcel back', () => {
    const part = { ...PAID, payment_status: 'partially_refunded', refunded_total: 9100 } as const
    expect(mail('owner_flagged_order', part, { flag: 'dispute_lost', amount: 9100 }).text).not.toContain('do not send')
  })

  test.each<[string, Partial<MailedOrder>, owner: string, shopper: string]>([
    ['paid', PAID, 'The order was paid twice.', 'had been paid twice. It stays as it is.'],
    ['paid and cancelled', { ...PAID, status: 'cancelled' }, 'The order was paid twice.', 'had been paid twice.\n'],
    ['in cash, on its way', { fulfilment_status: 'shipped' }, '₹191.00 is still to be paid in cash.', 'to the courier'],
    ['in cash, come back', { fulfilment_status: 'returned_to_origin' }, 'came too late for it. The', 'came too late'],
    [
      'in cash, cancelled',
      { status: 'cancelled', payment_status: 'voided' },
      'came too late for it. The store gives that back by itself.\n',
      'Your online payment came too late for this order.',
    ],
  ])('MAIL-03 PAY-05 a payment on top of an order %s', (_, order, owner, shopper) => {
    const toOwner = mail('owner_flagged_order', order, { flag: 'duplicate_payment' }).text
    expect(toOwner).toContain(owner)
    expect(/paid twice/.test(toOwner)).toBe(order.payment_status === 'paid')
    const toShopper = mail('order_refunded', order, { amount: 19100, reason: 'duplicate_payment' }).text
    expect(toShopper).toContain(shopper)
    expect(/paid twice/.test(toShopper)).toBe(order.payment_status === 'paid')
    expect(/keep|still/.test(toOwner)).toBe(order.fulfilment_status === 'shipped')
  })

  test('MAIL-03 of a refund the shop has paid out itself no bank is spoken of, of one of the provider it is', () => {
    const online = { ...PAID, payment_status: 'refunded', refunded_total: 19100 } as const
    expect(mail('order_refunded', online, { byHand: true }).text).not.toMatch(/bank/i)
    const cash = { ...online, payment_method: 'cod' } as const
    expect(mail('order_refunded', cash, { byHand: true }).text).not.toMatch(/bank/i)
    expect(mail('order_refunded', cash, { amount: 19100, reason: 'at_provider' }).text).toMatch(/Banks/)
  })

  test('PAY-17 what the bank took back is neither said to be refunded nor promised within days', () => {
    const { subject, text, html } = mail('order_refunded', PAID, { amount: 7_000, reason: 'dispute_lost' })
    expect(subject).toContain('₹70.00 of order')
    expect(text).toContain('Your bank has taken ₹70.00 of your order')
    expect([subject, text, html].join()).not.toMatch(/refund|within/i)
    // It may be what the mail of a cancelled order tells of, when all of it has gone.
    const gone = { status: 'cancelled', payment_status: 'refunded', paid_total: 19100, refunded_total: 19100 } as const
    const cancelled = mail('order_cancelled', { ...PAID, ...gone }).text
    expect(cancelled).toContain('₹191.00 has gone back to you.')
    expect(cancelled).not.toContain('refund')
  })

  test('MAIL-03 of a cancelled order that was paid by hand no bank is spoken of', () => {
    const { text } = mail('order_cancelled', { status: 'cancelled', payment_status: 'paid', paid_total: 19100 })
    expect(text).toContain('₹191.00 goes back to you.')
    expect(text).not.toMatch(/bank|on its way/i)
    const back = { status: 'cancelled', payment_status: 'refunded', paid_total: 19100, refunded_total: 19100 } as const
    expect(mail('order_cancelled', back).text).not.toMatch(/bank/i)
  })

  test('the shopper is told how to reach the shop, and sees no phone number of theirs', () => {
    const { text, html } = mail('order_placed')
    for (const word of ['care@example.in', '+91 80 1234', 'https://wa.me/919845000000']) {
      expect(text).toContain(word)
      expect(html).toContain(word)
    }
    expect(text + html).not.toContain('9845012345')
  })

  test('MAIL-03 a mail sent late speaks of its event and promises nothing that is over', () => {
    const late = mail('order_placed', { status: 'cancelled' })
    expect(late.subject).toBe('Your order SJ-7K3M9QPA is placed')
    expect(late.text).toContain('has been cancelled since')
    expect(late.text).not.toMatch(/You pay|on its way/)
    expect(mail('order_shipped', { ...PAID, fulfilment_status: 'delivered' }).subject).toContain('is on its way')
    for (const kind of ['order_placed', 'order_shipped', 'order_tracking'] as const)
      expect(mail(kind, { payment_status: 'paid' }).text).not.toMatch(/You pay|Please keep/)
  })

  test.each(MAIL_KINDS)('PAY-15 %s of a test order says TEST', (kind) => {
    const made = mail(kind, { payment_method: 'test' })
    expect(made.subject).toMatch(/^\[TEST\] /)
    expect(made.text).toMatch(/^TEST ORDER/)
    expect(seen(made.html)).toContain('TEST ORDER')
    expect(made.text).not.toContain('We have received your payment')
    expect(mail(kind).text).not.toContain('TEST')
  })

  test('MAIL-01 gifts, discounts and free delivery have their words', () => {
    const { text } = mail('order_placed', {
      items: [
        item({ color: 'olive', color_name: 'Olive' }),
        item({ name: 'Pouch', quantity: 1, unit_price: 0, line_total: 0, is_gift: true }),
      ],
      discount_total: 500,
      shipping_total: 0,
      round_off: 0,
    })
    expect(text).toContain('- Neem soap (Olive, Quantity 2): ₹180.00')
    expect(text).toContain('- Pouch (Free gift, Quantity 1): Free')
    expect(text).toContain('Discount: -₹5.00')
    expect(text).toContain('Delivery: Free')
    expect(text).not.toContain('Round-off')
  })

  test('PROMO-16 a gift is in no sum, which adds up to the total', () => {
    const gift = { id: 'g', name: 'Free pouch', code: '', kind: 'gift', amount: 9900 } as const
    const code = { id: 'c', name: 'Diwali', code: 'DIWALI10', kind: 'percent', amount: 1800 } as const
    const order = {
      items: [
        item({ discount: 1800 }),
        item({ name: 'Pouch', quantity: 1, unit_price: 9900, line_total: 9900, discount: 9900, is_gift: true }),
      ],
      ...{ items_total: 27_900, discount_total: 11_700, shipping_total: 4900, round_off: 0, grand_total: 21_100 },
    }
    const sums = (promotions: MailedOrder['promotions']) => mail('order_placed', { ...order, promotions }).text
    expect(sums([gift, code])).toContain('Subtotal: ₹180.00\nDIWALI10: -₹18.00\nDelivery: ₹49.00\n')
    const alone = { ...order, discount_total: 9900, grand_total: 22_900, promotions: [gift] }
    expect(mail('order_placed', alone).text).toContain('Subtotal: ₹180.00\nDelivery: ₹49.00\n')
  })
})

describe('whatever people typed', () => {
  test.each(MAIL_KINDS)('MAIL-06 %s: a mailbox that is not known to be the buyer’s reads none of it', (kind) => {
    const typed = 'Claim it'
    const order = {
      contact: { name: typed, email: 'a@example.in', phone: typed },
      address: { line1: typed, line2: typed, landmark: typed, city: typed, state: 'KA', pincode: '560003' },
      note: typed,
    }
    const made = mail(kind, order, { proven: false })
    const toOwner = kind.startsWith('owner_')
    expect(made.text.includes(typed)).toBe(toOwner)
    expect(made.html.includes(typed)).toBe(toOwner)
    for (const words of ['SJ-7K3M9QPA', 'Neem soap', '₹191.00', LINK]) expect(made.text).toContain(words)
  })

  const evil = '"><script>alert(1)</script>\r\nBcc: victim@example.com\u2028\u202Egnp.exe<img src=x onerror=y>'

  test.each(MAIL_KINDS)('MAIL-07 %s: markup, line breaks and reordering marks do nothing', (kind) => {
    const made = mail(
      kind,
      {
        contact: { name: evil, email: 'a@example.in', phone: evil },
        address: { line1: evil, line2: evil, landmark: evil, city: evil, state: 'KA', pincode: '560003' },
        items: [item({ name: evil, color: 'x', color_name: evil })],
        note: evil,
        tracking: { courier: evil, tracking_number: evil, tracking_url: 'javascript:alert(1)' },
      },
      {
        settings: {
          ...DEFAULT_SETTINGS,
          store_name: evil,
          seller_email: 'care@example.in',
          seller_phone: evil,
          chat_number: evil,
        },
        flag: evil,
      },
    )
    expect(made.subject).not.toMatch(/[\r\n\u2028\u202e]/)
    expect(made.text).not.toMatch(/^Bcc:/m)
    expect(made.text + made.html).not.toMatch(/[\r\u202e]|javascript:/)
    expect(made.html).not.toMatch(/<(?:script|img)\b/i)
    expect(made.html).not.toMatch(/<[a-z][^>]*\son\w+=/i)
  })

  test('MAIL-07 a link cannot leave its attribute', () => {
    const { html } = mail('order_shipped', {
      tracking: { courier: '', tracking_number: '', tracking_url: 'https://x.example/"onmouseover="alert(1)' },
    })
    expect(html).toContain('href="https://x.example/&quot;onmouseover=&quot;alert(1)"')
  })
})

test('MAIL-01 an order of 50 lines fits into a mail that providers do not clip', () => {
  const items = Array.from({ length: 50 }, (_, position) =>
    item({ name: `हाथ से बना साबुन ${position}`.padEnd(60, 'अ') }),
  )
  const { html, text } = mail('order_placed', { items })
  for (const { name } of items) expect(text).toContain(name)
  // Gmail clips a message above 102 kB.
  expect(new TextEncoder().encode(html).length).toBeLessThan(100_000)
})
