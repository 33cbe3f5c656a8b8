import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byRate, creditedParts, type Invoice, makeCreditNote, makeInvoice } from '../../src/domain/invoices/invoice'
import type { Paise } from '../../src/domain/money'
import type { OrderItem } from '../../src/domain/orders/order'
import { type Quote, roundToRupees } from '../../src/domain/orders/quote'
import {
  type ChosenPieces,
  givenBack,
  givenOf,
  isDeliveryGiven,
  type RefundLines,
  refundPieces,
  shareOf,
  soldLines,
} from '../../src/domain/payments/refund-pieces'
import { DEFAULT_SETTINGS, type StoreSettings } from '../../src/domain/site/settings'
import { anyCart, priced, promotion, quote, RUNS } from './any-cart'

const REGULAR: StoreSettings = {
  ...DEFAULT_SETTINGS,
  ...{ gst_mode: 'regular', seller_state: 'KA', seller_gstin: '29AAGCB7383J1Z4' },
}
const RATES = [5, 18, 0, 12, 40]

/** A placed order, as its record keeps it. */
interface Sold {
  items: OrderItem[]
  shipping_total: Paise
  round_off: Paise
  grand_total: Paise
}

/** What `snapshots` writes of a quote: its lines, and a gift at its price with all of it taken off. */
function sold(made: Quote, cash: boolean): Sold {
  const more = { color_name: '', image: '' }
  const items = made.items.map((line, at): OrderItem => {
    const { product, name, color, quantity, unit_price, line_total, discount } = line
    const gst_rate = RATES[Math.floor(at / 2) % RATES.length] ?? 0
    const hsn = at % 2 ? '4202' : '3401'
    return { product, name, color, quantity, unit_price, line_total, discount, is_gift: false, gst_rate, hsn, ...more }
  })
  for (const { gift, amount } of made.promotions)
    if (gift)
      items.push({
        ...{ product: gift.product, name: gift.name, color: '', quantity: 1, unit_price: amount, line_total: amount },
        ...{ discount: amount, is_gift: true, gst_rate: 5, hsn: '3401', ...more },
      })
  const { total, round_off } = cash ? roundToRupees(made.grand_total) : { total: made.grand_total, round_off: 0 }
  return { items, shipping_total: made.shipping_total, round_off, grand_total: total }
}

const bill = (order: Sold, state: string): Invoice =>
  makeInvoice({
    order: {
      ...order,
      ...{ number: 'SJ-7K3M9QPA', placed_at: '2026-11-18 04:30:00.000Z', payment_method: 'razorpay' },
      payment_status: 'paid',
      contact: { name: 'Meera', email: 'meera@example.in', phone: '+919845012345' },
      address: { line1: '14', line2: '', landmark: '', city: 'Bengaluru', state, pincode: '560003' },
    },
    settings: REGULAR,
    number: '26-27/000123',
    issuedAt: '2026-11-20 06:30:00.000Z',
  })

interface Refund {
  status: string
  lines: RefundLines | null
  amount: Paise
}

const paidFor = (line: OrderItem) => line.line_total - (line.discount ?? 0)
const sumOf = (amounts: readonly Paise[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const pieceOf = ({ product, color }: OrderItem, quantity: number) => ({ product, color, quantity })

/** An order with its bill, its refunds and their credit notes, by the rules of the desk. */
function returning(order: Sold, state: string) {
  const invoice = bill(order, state)
  const refunds: Refund[] = []
  const notes: Invoice[] = []
  const left = () => order.grand_total - sumOf(refunds.map(({ status, amount }) => (status === 'stopped' ? 0 : amount)))
  const given = () => givenBack(refunds)
  const add = (amount: Paise, lines: RefundLines | null) => {
    expect(Number.isSafeInteger(amount)).toBe(true)
    expect(amount).toBeGreaterThanOrEqual(0)
    expect(amount).toBeLessThanOrEqual(left())
    // What comes to nothing is no refund.
    if (amount > 0) refunds.push({ status: 'queued', lines, amount })
  }
  return {
    ...{ order, invoice, refunds, notes, left, given, add },
    give: (chosen: ChosenPieces) => {
      if (chosen.pieces.length === 0 && !chosen.delivery) return
      const worked = refundPieces(order, { given: given(), chosen, left: left() })
      if ('problem' in worked) throw new Error(worked.problem)
      add(worked.amount, worked.lines)
    },
    /** Pieces that did not go back yet, and the delivery. */
    rest: (): ChosenPieces => ({
      pieces: soldLines(order.items)
        .map((line) => pieceOf(line, line.quantity - givenOf(line, given()).quantity))
        .filter(({ quantity }) => quantity > 0),
      delivery: order.shipping_total > 0 && !isDeliveryGiven(given()),
    }),
    /** The money has gone: from here on it cannot be stopped, and a credit note says so. */
    process: (refund: Refund | undefined) => {
      if (refund?.status !== 'queued') return
      refund.status = 'processed'
      const parts = refund.lines ? creditedParts(invoice, order.items, refund.lines) : []
      const note = makeCreditNote({
        ...{ invoice, earlier: notes, amount: refund.amount, parts },
        ...{ number: 'CN', issuedAt: '', reason: 'Refund' },
      })
      if (note) notes.push(note)
    },
  }
}

type Returning = ReturnType<typeof returning>

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('pieces' as const), picks: fc.array(fc.nat(20)), delivery: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rupees' as const), part: fc.integer({ min: 1, max: 99 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('stop' as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('process' as const), which: fc.nat(9) }) },
)
type AnyStep = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
const anyReturns = fc.record({
  ...{ cart: anyCart, cash: fc.boolean(), state: fc.constantFrom('KA', 'TN') },
  steps: fc.array(anyStep, { maxLength: 8 }),
  whole: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
})
const SUMS = ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const

/** Cart and promotions → its quote, as PROMO-03 makes them. */
function quoted({ prices, quantities, automatic, code }: typeof anyCart extends fc.Arbitrary<infer T> ? T : never) {
  const products = prices.map((price, at) => priced(`p${at}`, price / 100, { category: at % 2 ? 'bag' : 'soap' }))
  return quote(
    products.map(({ product }, at) => [product.id, quantities[at] ?? 1] as const),
    products,
    {
      automatic: automatic.map((one, at) => promotion({ ...one, id: `a${at}` })),
      ...(code && { code: promotion({ ...code, id: 'code', code: 'CODE' }) }),
    },
  )
}

/** Whole lines give what was paid for them, to the paisa, and all of them with the delivery all that was paid. */
function expectWholeLines({ order, rest }: Returning, which: readonly boolean[]) {
  const facts = { given: [], left: order.grand_total }
  const lines = soldLines(order.items)
  const some = lines.filter((_, at) => which[at])
  const all = some.length === lines.length && order.shipping_total === 0
  const chosen = { pieces: some.map((line) => pieceOf(line, line.quantity)), delivery: false }
  const amount = all ? order.grand_total : Math.min(order.grand_total, sumOf(some.map(paidFor)))
  expect(refundPieces(order, { ...facts, chosen })).toMatchObject({ amount })
  expect(refundPieces(order, { ...facts, chosen: rest() })).toMatchObject({ amount: order.grand_total })
}

function take(back: Returning, step: AnyStep) {
  if (step.what === 'rupees') return back.add(Math.floor((back.left() * step.part) / 100), null)
  if (step.what === 'pieces') {
    const { pieces, delivery } = back.rest()
    const some = pieces.map((one, at) => ({ ...one, quantity: (step.picks[at] ?? 0) % (one.quantity + 1) }))
    return back.give({ pieces: some.filter(({ quantity }) => quantity > 0), delivery: delivery && step.delivery })
  }
  const refund = back.refunds[step.which % Math.max(1, back.refunds.length)]
  if (step.what === 'process') back.process(refund)
  else if (refund?.status === 'queued') refund.status = 'stopped'
}

/** Wherever it stands, what went back of a line and what its rest gives is what was paid for it. */
function expectLines({ order, given, left }: Returning) {
  for (const line of soldLines(order.items)) {
    const gone = givenOf(line, given())
    expect(gone.amount + shareOf(line, given(), line.quantity - gone.quantity)).toBe(paidFor(line))
    const more = { pieces: [pieceOf(line, line.quantity - gone.quantity + 1)], delivery: false }
    expect(refundPieces(order, { given: given(), chosen: more, left: left() })).toHaveProperty('problem')
  }
  expect(left()).toBeGreaterThanOrEqual(0)
}

const byRates = (rows: Invoice['rows']) =>
  byRate(rows)
    .map((group) => [group.rate, ...SUMS.map((name) => group[name])])
    .filter(([, amount]) => amount !== 0)
    .sort(([a = 0], [b = 0]) => a - b)

/** The notes of all of it take back the bill, rate by rate; of pieces alone row by row. */
function expectNotes({ order, invoice, notes, refunds }: Returning) {
  const rows = notes.flatMap((note) => note.rows)
  expect(sumOf(notes.map(({ grand_total }) => grand_total))).toBe(invoice.grand_total)
  expect(byRates(rows)).toEqual(byRates(invoice.rows))
  for (const code of ['3401', '4202']) {
    const ofCode = ({ hsn }: { hsn: string }) => hsn === code
    expect(byRates(rows.filter(ofCode))).toEqual(byRates(invoice.rows.filter(ofCode)))
  }
  for (const row of rows) {
    const { taxable, cgst, sgst, igst, amount, gross, discount } = row
    expect([taxable + cgst + sgst + igst, gross - discount]).toEqual([amount, amount])
    expect(Math.min(taxable, cgst, sgst, igst, discount)).toBeGreaterThanOrEqual(0)
  }
  if (order.round_off !== 0 || refunds.some(({ status, lines }) => status === 'stopped' || !lines)) return
  for (const [of, row] of invoice.rows.entries())
    for (const name of SUMS) expect(sumOf(rows.filter((one) => one.of === of).map((one) => one[name]))).toBe(row[name])
}

test('PROMO-28 pieces of a refund that was stopped, or that failed, are there to be given; those of any other are not', () => {
  const lines: RefundLines = { pieces: [{ product: 'soap', color: '', quantity: 1, amount: 18_000 }], delivery: 4900 }
  const given = (status: string) => givenBack([{ status, lines }])
  expect(['queued', 'processed'].map(given)).toEqual([[lines], [lines]])
  expect(['stopped', 'failed'].map(given)).toEqual([[], []])
  expect(isDeliveryGiven(given('queued'))).toBe(true)
})

test('PROMO-28 PROMO-29 of random carts and promotions any pieces, in any order, give back what was paid for them', () => {
  fc.assert(
    fc.property(anyReturns, ({ cart, cash, state, steps, whole }) => {
      const order = sold(quoted(cart), cash)
      // Rounded for cash, a few paise are nothing to give back.
      fc.pre(order.grand_total > 0)
      const back = returning(order, state)
      expectWholeLines(back, whole)
      for (const step of steps) {
        take(back, step)
        expectLines(back)
      }
      back.give(back.rest())
      if (!back.refunds.some(({ status }) => status === 'stopped')) expect(back.left()).toBe(0)
      back.add(back.left(), null)
      for (const refund of back.refunds.toReversed()) back.process(refund)
      expectNotes(back)
    }),
    { numRuns: RUNS },
  )
}, 1_800_000)
