import { readdirSync, readFileSync } from 'node:fs'
import { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/start/environment'
import { errorSentence, fieldErrors } from '../../src/api/errors'
import { waitWords } from '../../src/domain/date'
import { REFUND_DAYS } from '../../src/domain/orders/order'
import { hi } from '../../src/language/hi'
import { setLanguage, translate } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'
import { visit } from '../architecture/syntax'

/**
 * Every sentence that the record store's hooks and the rules of the domain can say to a shopper is known to the page
 * in Hindi.
 */

/** Stands for whatever a sentence fills in. */
const FILLED = '7'

const ROOMS = ['pocketbase/hooks', 'src/domain']

/** Files whose sentences no page of the shop shows, each with the reader they have instead. */
const OTHER_READERS: Record<string, string> = {
  'pocketbase/hooks/guard/preview.ts': 'who looks at a preview: the maker, whose desk speaks English',
  'src/domain/invoices/invoice-document.ts': 'the bill, a document in English',
  'src/domain/invoices/money-words.ts': 'the bill, a document in English',
  'src/domain/orders/order-mail.ts': 'mails, which are in English',
  'src/domain/orders/order-mail-document.ts': 'mails, which are in English',
  'src/domain/invoices/tax.ts': 'merchandisers',
  'pocketbase/hooks/invoices/invoices.ts': 'merchandisers, and the bill',
  'pocketbase/hooks/running/configuration.ts': 'whoever runs the store',
  'pocketbase/hooks/records/deletions.ts': 'merchandisers',
  'pocketbase/hooks/payments/breaker.ts': 'the log',
  'pocketbase/hooks/payments/razorpay.ts': 'the log',
  'pocketbase/hooks/lib/kept-fields.ts': 'merchandisers',
  'src/domain/content/newsletter.ts': 'a mail, which is in English',
  'src/domain/catalog/label-problem.ts': 'merchandisers',
  'src/domain/content/stock-alert.ts': 'a mail, which is in English',
  'src/domain/content/cart-reminder.ts': 'a mail, which is in English',
  'src/domain/site/going-live.ts': 'merchandisers, and whoever runs the store',
  'pocketbase/hooks/mail/message-answer.ts': 'a mail, which is in English',
  'pocketbase/hooks/mail/account-mails.ts': 'merchandisers, beside a mail that did not go out',
  'pocketbase/hooks/mail/mail-client.ts': 'merchandisers, beside a mail that did not go out',
  'pocketbase/hooks/mail/mails.ts': 'merchandisers, beside a mail that did not go out',
  'pocketbase/hooks/mail/message-mail.ts': 'a mail to the shop',
  'pocketbase/hooks/mail/order-mail.ts': 'merchandisers, beside a mail that did not go out',
  'pocketbase/hooks/mail/order-outbox.ts': 'merchandisers, beside a mail that did not go out',
  'pocketbase/hooks/orders/order-delivery.ts': 'merchandisers, and the order’s history',
  'pocketbase/hooks/orders/order-fields.ts': 'merchandisers',
  'pocketbase/hooks/payments/payment-events.ts': 'merchandisers',
  'pocketbase/hooks/payments/refunds.ts': 'merchandisers, and the order’s history',
  'pocketbase/hooks/payments/settle-refunds.ts': 'merchandisers',
  'pocketbase/hooks/payments/refunds-by-hand.ts': 'merchandisers',
  'src/domain/payments/refund-pieces.ts': 'merchandisers, at the desk',
  'pocketbase/hooks/running/schema-shape.ts': 'whoever runs the store',
  'pocketbase/hooks/running/seed.ts': 'whoever runs the store',
  'pocketbase/hooks/mail/ticket.ts': 'a mail, which is in English',
  'pocketbase/hooks/pages/feed.ts': 'search engines',
  'pocketbase/hooks/pages/pages.ts': 'browsers: marks of a page',
  'pocketbase/hooks/pages/sitemap.ts': 'search engines',
  'pocketbase/hooks/lib/stale-saves.ts': 'merchandisers',
  'pocketbase/hooks/pages/page-state.ts': 'the head of an answer',
  'pocketbase/hooks/pages/static.ts': 'the head of an answer, and whoever runs the store',
  'pocketbase/hooks/catalog/price-plan-check.ts': 'merchandisers',
  'pocketbase/hooks/delivery/delivery-check.ts': 'merchandisers',
  'pocketbase/hooks/delivery/bookings.ts': 'merchandisers, at the desk',
  'pocketbase/hooks/delivery/courier.ts': 'merchandisers, at the desk',
  'pocketbase/hooks/delivery/courier-webhook.ts': 'the courier',
  'pocketbase/hooks/delivery/shiprocket.ts': 'merchandisers, at the desk',
  'src/domain/orders/booking.ts': 'merchandisers, at the desk',
  'pocketbase/hooks/offers/promotion-check.ts': 'merchandisers',
  'pocketbase/hooks/catalog/stock.ts': 'merchandisers',
  'pocketbase/hooks/reviews/waiting-reviews.ts': 'merchandisers, in a mail',
  'pocketbase/hooks/payments/webhooks.ts': 'the payment provider',
}

/** Rooms of the maker's desk, which speaks English (docs/decisions/0045-desk.md). */
const THE_DESK = /^(pocketbase\/hooks|src\/domain)\/desk\//

/** Sentences of the other files that no page of the shop shows, by their reader. */
const OTHERS_SENTENCES: Record<string, string[]> = {
  merchandisers: [
    'Write the rate in percent; 0 for goods without tax.',
    'These are the shopper’s words and stay as they are. Hide the review with a reason, or answer it.',
    'Write why it is hidden: its author reads it.',
    'A reason belongs to a hidden review: set state to hidden, or empty this.',
    'A closed order stays closed: its pieces are on sale again. Ask the shopper for a new order',
    'Only a confirmed order can be packed and sent',
    'Its money, or every piece of it, has been given back, or is about to: it cannot be sent',
    'Its refund is about to go. In refunds, set the status of that to stopped first',
    'Its offer or code was used by another order meanwhile: this one stays closed. Give its money back',
    'Do its pieces go back on sale? Choose yes or no',
    'Its pieces are back on sale already. Take them out by a row in stock_movements',
    'Parcel came back',
    'Nothing was sent',
    'The GST mode is regular: write the HSN code, or the rate in gst_rate, or keep inStock off.',
    'No GST rate is known for 77. Write hsn or gst_rate in each, or switch inStock off, before regular.',
    'Write a price above 0.',
    'Its pieces were not held any longer and are sold: this order cannot be sent',
    'This parcel is on its way; mark it as returned instead',
    'A refund of this order is already on its way',
    'An order that waits expires by itself when its time is over',
    'This order is not paid yet. It is confirmed when the payment arrives',
    'If you have the money, confirm the order in the same save',
    'An online payment of this order is being confirmed, and counts by itself. Wait until it is here or has gone back',
    'Only the payment provider can say this',
    'To give back a part, add a record to refunds with the order and the amount',
    'An order that is 7 cannot become 7 again',
    'From 7 an order can only become 7',
    '7 is final',
    'The order could not be saved.',
    'Orders are placed in the shop and kept. Cancel an order instead of deleting it.',
    'Write a list of texts in brackets, such as 7.',
    'At most 7 entries.',
    'A late order’s shopper could not be told',
    'Write a day such as 2026-11-08 Diwali, one on a line. This is none: 7',
    'Every entry must be a text in quotes, such as 7.',
    'Entries may have at most 7 characters.',
    'Write the lists as 7.',
    'In 7: 7',
    'Write the facts as 7.',
    'The fact 7 is true or false, without quotes.',
    'The fact 7 must be a text in quotes.',
    'The fact 7 may have at most 7 characters.',
    'Write a list such as [{"name": "Indigo", "value": "indigo", "hex": "#2B3F73"}].',
    'At most 7 colours.',
    'Every colour needs a name.',
    'A colour’s name may have at most 7 characters.',
    'Two colours have the value 7.',
    'There is no picture 7 here. There are: 7.',
    'An amount cannot be below 0.',
    'Rupees have at most two decimals.',
    '7 is active. Switch that one off first.',
    'The record 7',
    'Write a hex colour such as #6f4326.',
    'Write hue, saturation and lightness such as 24 49% 29%.',
    'The end is before the start.',
    'The offer “7” runs with it. Switch that off first.',
    'No product has this id. Leave it empty and choose the gift in the field product.',
    'Choose the product that is given away.',
    'Write a page of this shop such as /shop, or an address that begins with https://.',
    'Write what the link says.',
    'The shop has no page 7.',
    'The header has room for 7 letters, and these are 7. Hide or shorten some.',
    'Write 2 to 6 letters or digits, such as SJ.',
    'Write the two-letter code of a state, such as KA.',
    'Bills of this GST mode need it.',
    'Write an address that begins with https://.',
    'The history of an order is kept as it was written.',
  ],
  // The page says these steps in words of its own, by the kind of event.
  'the order’s history in the admin UI': [
    'Confirmed, to be paid on delivery',
    'Confirmed again',
    'Waits for the shop to confirm it',
    'Paid twice: the second payment goes back',
    'Payment is being confirmed',
    'A payment did not go through',
    'A payment of another amount arrived',
    'A payment of another amount was settled',
    'What went back twice was settled',
    'More went back than was to go',
  ],
  'programs that send what no page of the shop does': [
    'Send an Idempotency-Key of 16 to 64 letters, digits, - or _',
    'Records are filtered and sorted by their own fields only.',
    'Records are expanded by at most two relations, back by the first only.',
    'That filter looks for too much at once.',
    'That is too much to expand at once.',
    'That asks for too much at once.',
    'That is too much to save at once.',
    'Nothing is to be sent here.',
    'A search has no body.',
    'That filter or order is too long.',
    'An object was expected.',
    'That is too much to follow at once.',
    'That cannot be followed.',
    'Cart items must be a list.',
    'A wishlist must be a list.',
    'This wishlist is too long.',
    'Each thing once, with its product and time.',
    'Item 7: 7',
    'The request is not valid JSON.',
    'The request is larger than 64 kB.',
    'This part is missing.',
    'Ids are given by the store.',
    'Send the time in milliseconds',
    'Name the product',
    'Name the promotion',
    'This is not a promotion',
    'Send the list of promotions',
    'Write the code as text',
    'This is not a product',
    'Name the colour by its code',
    'This is not a colour',
    'Send the list of items',
    'Name the gift',
    'Send the total in paise',
    'Send the total in whole paise',
    'A total is not negative',
    'Write the note as text',
    'Send what the payment provider sent',
    'Choose success or failure',
  ],
  'the file of a shopper’s data': ['Amounts of orders are paise: 100 are one rupee.'],
  mails: [
    'Somebody who is signed in to your account at 7 wants to delete it. Your name, picture, addresses, cart, wishlist, reviews and comments would be deleted at once and cannot be brought back.',
    'If it was you, open this link within 30 minutes and press “Delete account for good”:',
    'If it was not you, change your password: somebody else may be using your account.',
    'Delete your account at 7',
  ],
  'the log': [
    'An order could not expire.',
    'Prices could not be changed by their plans.',
    'A payment could not be asked about.',
    'A payment event could not be settled.',
    'A refund could not be made.',
    'The provider’s list could not be read.',
    'The provider did not keep the refund.',
    'Its money has gone back otherwise.',
  ],
  'everybody: a name': ['Sabun & Jhola'],
}

const WAITS = [
  'Too many tries.',
  'Too many wrong passwords.',
  'You have placed many orders.',
  'You have added many pictures.',
]

/** Sentences that are put together from parts: what stands in the code, and what comes of it. */
const PUT_TOGETHER: Record<string, string[]> = {
  '7 Please try again in 7.': WAITS.flatMap((what) =>
    [1, 5, 60, 120, 3600, 7200].map((wait) => `${what} Please try again in ${waitWords(wait)}.`),
  ),
  '7 per 7': ['₹2.10 per g', '₹160.00 per piece'],
  'At most 7 7, please.': ['At most 1 picture, please.', 'At most 4 pictures, please.'],
  'Usually there in 7': [`Usually there in ${REFUND_DAYS}`],
}

interface Found {
  file: string
  sentence: string
}

const isSentence = (text: string) => /^[A-Z“][^\n]*[a-z]/.test(text) && /\S\s+\S/.test(text)
const isQuery = (text: string) =>
  /^(SELECT|INSERT|UPDATE|DELETE|PRAGMA|AND|CASE|EXISTS|FROM|WHERE|WITH)\b|= \{:value\}/.test(text.trim())
const isRoute = (text: string) => /^(GET|POST|PATCH|DELETE) \//.test(text)

/**
 * Whether a text goes to the log or says what went wrong inside: neither reaches a page.
 * @param around the calls and blocks around it, the innermost last
 */
const isForLogs = (around: string[]) =>
  around.slice(around.lastIndexOf('{') + 1).some((call) => /\blogger\(\)\s*\.|^console\.|^new Error$/.test(call))

/** The sentences of a file, with a 7 for whatever they fill in. */
function sentencesOf(file: string): Found[] {
  const source = readFileSync(`${ROOT}/${file}`, 'utf8')
  const found: Found[] = []
  const types = new Set<unknown>()
  const around: string[] = []
  const leave = () => around.pop()
  const look = (node: unknown, text: string) => {
    const whole = text.startsWith(`${FILLED} `) ? `A${text}` : text
    if (!isSentence(whole) || isQuery(text) || isRoute(text)) return
    if (!types.has(node) && !isForLogs(around)) found.push({ file, sentence: text })
  }
  visit(file, source, {
    BlockStatement: () => around.push('{'),
    'BlockStatement:exit': leave,
    CallExpression: ({ callee }) => around.push(source.slice(callee.start, callee.end)),
    'CallExpression:exit': leave,
    NewExpression: ({ callee }) => around.push(`new ${source.slice(callee.start, callee.end)}`),
    'NewExpression:exit': leave,
    TSLiteralType: ({ literal }) => types.add(literal),
    Literal: (node) => typeof node.value === 'string' && look(node, node.value),
    TemplateLiteral: (node) => look(node, node.quasis.map(({ value }) => value.cooked).join(FILLED)),
  })
  return found
}

const files = ROOMS.flatMap((room) =>
  readdirSync(`${ROOT}/${room}`, { recursive: true, encoding: 'utf8' })
    // The maker's desk speaks English, as the admin screens around it (docs/decisions/0045-desk.md).
    .filter((name) => /\.ts$/.test(name) && !/\.d\.ts$/.test(name) && !name.startsWith('desk/'))
    .map((name) => `${room}/${name}`),
)
const others = new Set(Object.values(OTHERS_SENTENCES).flat())

beforeAll(() => setLanguage('hi', createTranslator(hi)))
afterAll(() => setLanguage('en'))

const isHindi = (text: string) => /[\u0900-\u097f]/.test(text)

describe('LANG-03 what shoppers are told', () => {
  const all = files.flatMap(sentencesOf)

  test('is known in Hindi', () => {
    const told = all.filter(
      ({ file, sentence }) => !THE_DESK.test(file) && !OTHER_READERS[file] && !others.has(sentence),
    )
    expect(told.length).toBeGreaterThan(100)
    const unknown = told.filter(({ sentence }) =>
      (PUT_TOGETHER[sentence] ?? [sentence]).some((text) => !isHindi(translate(text))),
    )
    expect(unknown).toEqual([])
  })

  test('and what is left out of that is still there', () => {
    const said = new Set(all.map(({ sentence }) => sentence))
    expect([...others, ...Object.keys(PUT_TOGETHER)].filter((sentence) => !said.has(sentence))).toEqual([])
    const speaking = new Set(all.map(({ file }) => file))
    expect(Object.keys(OTHER_READERS).filter((file) => !speaking.has(file))).toEqual([])
  })
})

/** An answer of the record store as the client's SDK throws it. */
const refusal = (status: number, message: string, data: object = {}) =>
  new ClientResponseError({ status, response: { status, message, data } })

describe('LANG-05 an answer of the record store', () => {
  test('is said in Hindi', () => {
    expect(errorSentence(refusal(404, "The requested resource wasn't found."))).toBe('यह नहीं मिला।')
    expect(errorSentence(refusal(429, 'Too Many Requests.'))).toBe(
      hi['Too many tries. Please wait a minute and try again.'],
    )
    const wait = refusal(429, 'Too many tries. Please try again in 15 minutes.', { code: 'too_many_tries' })
    expect(errorSentence(wait)).toBe('बहुत ज़्यादा कोशिशें हो गईं। कृपया 15 मिनट बाद फिर कोशिश करें।')
    expect(errorSentence(refusal(500, 'x'), 'Failed to create review')).toBe(hi['Failed to create review'])
    expect(errorSentence(new Error('x'))).toBe(hi['Something went wrong while processing your request.'])
    expect(errorSentence(refusal(400, 'Nobody knows this sentence.'))).toBe('Nobody knows this sentence.')
  })

  test('LANG-07 is not shown where it speaks to programs', () => {
    const generic = hi['Something went wrong while processing your request.']
    expect(errorSentence(refusal(400, 'Failed to create record.'))).toBe(generic)
    expect(errorSentence(refusal(400, 'Failed to create record.'), 'Failed to create review')).toBe(
      hi['Failed to create review'],
    )
    expect(errorSentence(refusal(400, 'An error occurred while validating the submitted data.'))).toBe(generic)
    expect(errorSentence(refusal(401, 'The request requires valid record authorization token.'))).toBe(generic)
  })

  test('says beside its field what PocketBase, a hook or a rule of the domain has said', () => {
    const said = (message: string) => fieldErrors(refusal(400, 'x', { field: { code: 'x', message } })).field ?? ''
    for (const message of [
      'Cannot be blank.',
      'Value must be unique.',
      'Must be at least 8 character(s).',
      'Failed to upload "a.jpg" - the maximum allowed file size is 5242880 bytes.',
      'Enter the house, building and street.',
      'Use at most 40 characters.',
    ])
      expect(said(message), message).toMatch(/[\u0900-\u097f]/)
    expect(said('Nobody knows this sentence.')).toBe('Nobody knows this sentence.')
  })
})
