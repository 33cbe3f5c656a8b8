import { ERASED_EMAIL } from '../../../src/domain/account/privacy'
import { stateName } from '../../../src/domain/account/states'
import { toDateField } from '../../../src/domain/date'
import { CSV_COLUMNS, type CsvCells, type CsvKind, cellsOf } from '../../../src/domain/desk/csv-columns'
import { CSV_PAGE_ROWS, type CsvPageAnswer } from '../../../src/domain/desk/csv-request'
import { type OrderState, orderWords } from '../../../src/domain/desk/order-words'
import { plainRupees } from '../../../src/domain/money'
import { parseLines } from '../../../src/domain/orders/order-lines'
import { type Row, rows } from '../lib/rows'
import { letterLink } from '../mail/newsletter-mail'
import { IS_SOLD, TAKEN } from './desk-takings'

const SHAPE: Row = Object.fromEntries(CSV_COLUMNS.products.map(({ field, stored = '' }) => [field, stored]))
const FIELDS = Object.keys(SHAPE).filter((field) => field !== 'on_hand')
/** A price is the product's own, also while a plan runs. */
const selected = (field: string): string =>
  field === 'price'
    ? 'CASE WHEN regular_price > 0 THEN regular_price ELSE price END AS price'
    : SHAPE[field] === ''
      ? `COALESCE([[${field}]], '') AS [[${field}]]`
      : `[[${field}]]`
const SELECT = `SELECT ${FIELDS.map(selected).join(', ')},
  COALESCE((SELECT CAST(pieces AS TEXT) FROM stock_sums WHERE product = products.id), '') AS on_hand
  FROM products`

/** A product's cells as they stand now; undefined when there is none. */
export function storedCells(app: PbApp, id: string): CsvCells | undefined {
  const [found] = rows(app, `${SELECT} WHERE id = {:id}`, { id }, SHAPE)
  return found && cellsOf('products', found)
}

/** Products or their stock, archived ones too, by id. */
export function productsPage(app: PbApp, kind: CsvKind, after: string): CsvPageAnswer {
  const found = rows(
    app,
    `${SELECT} WHERE products.id > {:after} ORDER BY products.id LIMIT ${CSV_PAGE_ROWS}`,
    { after },
    SHAPE,
  )
  const columns = CSV_COLUMNS[kind].map(({ name }) => name)
  const cells = found.map((row) => {
    const of: CsvCells = cellsOf(kind, row)
    return columns.map((name) => of[name] ?? '')
  })
  return { columns, rows: cells, next: nextOf(found, 'id') }
}

const nextOf = (found: readonly Row[], column: string) =>
  found.length < CSV_PAGE_ROWS ? '' : String(found.at(-1)?.[column] ?? '')

/** `2026-11-23 14:05`, in India: spreadsheets read it as a date whatever their language. */
const sheetDate = (date: string): string => toDateField(date).replace('T', ' ')

/** The ten digits, which a spreadsheet keeps as they are. */
const phone = (number: string) => number.replace(/^\+91/, '')

function linesOf(items: unknown): string {
  return parseLines(items)
    .map(({ quantity, name, color, color_name }) => `${quantity} × ${name}${color ? ` (${color_name})` : ''}`)
    .join('; ')
}

const ORDER_SHAPE = {
  ...{
    id: '',
    number: '',
    placed_at: '',
    name: '',
    phone: '',
    email: '',
    line1: '',
    line2: '',
    landmark: '',
    city: '',
  },
  ...{ state: '', pincode: '', items: '', items_total: 0, discount_total: 0, shipping_total: 0, round_off: 0 },
  ...{ grand_total: 0, paid_total: 0, refunded_total: 0, payment_method: '', status: '', payment_status: '' },
  ...{ fulfilment_status: '', review_flag: '', refund_waits: false, courier: '', tracking_number: '', note: '' },
}
/** Heading → cell. */
const ORDER_CELLS: readonly (readonly [heading: string, cell: (order: typeof ORDER_SHAPE) => string])[] = [
  ['number', (order) => order.number],
  ['placed_at', (order) => sheetDate(order.placed_at)],
  ['state_in_words', (order) => orderWords(order as OrderState).words],
  ['name', (order) => order.name],
  ['phone', (order) => phone(order.phone)],
  ['email', (order) => order.email],
  ['address', ({ line1, line2, landmark }) => [line1, line2, landmark].filter(Boolean).join(', ')],
  ['city', (order) => order.city],
  ['state', (order) => stateName(order.state)],
  ['pincode', (order) => order.pincode],
  ['items', (order) => linesOf(order.items)],
  ['items_total', (order) => plainRupees(order.items_total)],
  ['discount', (order) => plainRupees(order.discount_total)],
  ['delivery', (order) => plainRupees(order.shipping_total)],
  ['rounding', (order) => plainRupees(order.round_off)],
  ['total', (order) => plainRupees(order.grand_total)],
  ['paid', (order) => plainRupees(order.paid_total)],
  ['given_back', (order) => plainRupees(order.refunded_total)],
  ['payment', (order) => order.payment_method],
  ['courier', (order) => order.courier],
  ['tracking_number', (order) => order.tracking_number],
  ['note', (order) => order.note],
]

/** Orders by the time they were placed; `after` is such a time and the order's id. */
export function ordersPage(app: PbApp, after: string): CsvPageAnswer {
  const [time = '', id = ''] = after.split('~')
  const columns = Object.keys(ORDER_SHAPE)
    .map((name) => (name === 'items' ? "COALESCE(items, '[]') AS items" : `[[${name}]]`))
    .join(', ')
  const found = rows(
    app,
    `SELECT ${columns} FROM orders WHERE placed_at >= {:time} AND (placed_at > {:time} OR id > {:id})
     ORDER BY placed_at, id LIMIT ${CSV_PAGE_ROWS}`,
    { time, id },
    ORDER_SHAPE,
  )
  const last = found.at(-1)
  return {
    columns: ORDER_CELLS.map(([heading]) => heading),
    rows: found.map((order) => ORDER_CELLS.map(([, cell]) => cell(order))),
    next: last && found.length === CSV_PAGE_ROWS ? `${last.placed_at}~${last.id}` : '',
  }
}

/**
 * Who has ordered, and who has an account, by email address, with what the figures count as sold to them, less what
 * went back. The name and place are those of the last order. Buyers the store has forgotten are not listed.
 */
export function customersPage(app: PbApp, after: string): CsvPageAnswer {
  const found = rows(
    app,
    `WITH people AS (
       SELECT DISTINCT email FROM orders WHERE email > {:after} AND email != '${ERASED_EMAIL}'
       UNION SELECT email FROM users WHERE email > {:after} ORDER BY email LIMIT ${CSV_PAGE_ROWS}
     )
     SELECT people.email AS email,
       COALESCE(last.name, account.name, '') AS name, COALESCE(last.phone, '') AS phone,
       COALESCE(last.city, '') AS city, COALESCE(last.state, '') AS state, COALESCE(last.pincode, '') AS pincode,
       (SELECT COUNT(*) FROM orders WHERE email = people.email AND ${IS_SOLD}) AS orders,
       COALESCE((SELECT SUM(${TAKEN} - refunded_total) FROM orders
         WHERE email = people.email AND ${IS_SOLD}), 0) AS spent,
       COALESCE((SELECT MIN(placed_at) FROM orders WHERE email = people.email), '') AS first_order,
       COALESCE(last.placed_at, '') AS last_order,
       account.id IS NOT NULL AS account
     FROM people
     LEFT JOIN orders AS last ON last.id =
       (SELECT id FROM orders WHERE email = people.email ORDER BY created DESC LIMIT 1)
     LEFT JOIN users AS account ON account.email = people.email
     ORDER BY people.email`,
    { after },
    {
      ...{ email: '', name: '', phone: '', city: '', state: '', pincode: '', orders: 0, spent: 0 },
      ...{ first_order: '', last_order: '', account: false },
    },
  )
  return {
    columns: [
      'email',
      'name',
      'phone',
      'city',
      'state',
      'pincode',
      'orders',
      'spent',
      'first_order',
      'last_order',
      'account',
    ],
    rows: found.map((row) => [
      ...[row.email, row.name, phone(row.phone), row.city, row.state && stateName(row.state), row.pincode],
      ...[String(row.orders), plainRupees(row.spent), sheetDate(row.first_order), sheetDate(row.last_order)],
      row.account ? 'yes' : 'no',
    ]),
    next: nextOf(found, 'email'),
  }
}

/** Who has confirmed the newsletter, by id, each with the link that leaves it: whoever has that can take them off. */
export function newsletterPage(app: PbApp, after: string): CsvPageAnswer {
  const found = rows(
    app,
    `SELECT id, email, confirmed_at, consent, language FROM subscribers
     WHERE state = 'confirmed' AND id > {:after} ORDER BY id LIMIT ${CSV_PAGE_ROWS}`,
    { after },
    { id: '', email: '', confirmed_at: '', consent: '', language: '' },
  )
  return {
    columns: ['email', 'since', 'consent', 'language', 'leave_link'],
    rows: found.map(({ id, email, confirmed_at, consent, language }) => [
      ...[email, sheetDate(confirmed_at), consent, language],
      letterLink(app, 'leave', id),
    ]),
    next: nextOf(found, 'id'),
  }
}
