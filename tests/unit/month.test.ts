import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missedTerm } from '@/domain/catalog/missed-search'
import { daysBetween } from '@/domain/date'
import { axisOf, periodOf } from '@/domain/desk/figures'
import { monthFiles, monthOf } from '@/domain/desk/month'
import { type Invoice, makeCreditNote, makeInvoice } from '@/domain/invoices/invoice'
import type { OrderItem } from '@/domain/orders/order'
import { parseSettings } from '@/domain/site/settings'

const DATE = '2026-10-12 04:30:00.000Z'

const line = fc.record({
  ...{ quantity: fc.integer({ min: 1, max: 9 }), unit_price: fc.integer({ min: 1, max: 300_000 }) },
  ...{ gst_rate: fc.constantFrom(0, 3, 5, 12, 18, 2.5), hsn: fc.constantFrom('3401', '42022220', '', '=1+1') },
})

/** An order as it was placed, its bill, and a few notes that take parts of it back. */
const papers = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    ...{ discount: fc.nat(40), shipping: fc.constantFrom(0, 1000, 4999), round: fc.integer({ min: -50, max: 49 }) },
    ...{
      state: fc.constantFrom('KA', 'TN', 'CH', 'XX'),
      mode: fc.constantFrom('regular', 'composition', 'unregistered'),
    },
    ...{
      method: fc.constantFrom('cod', 'razorpay', 'test'),
      refunds: fc.array(fc.integer({ min: 1, max: 900_000 }), { maxLength: 3 }),
    },
    name: fc.constantFrom('Asha Rao', '=HYPERLINK("x")', 'नेहा'),
  })
  .map(({ lines, discount, shipping, round, state, mode, method, refunds, name }) => (number: number): Invoice[] => {
    const items = lines.map(
      (given, place): OrderItem => ({
        ...{ product: `p${place}`, name: 'Soap', color: '', color_name: '', image: '', is_gift: false },
        ...given,
        line_total: given.quantity * given.unit_price,
        discount: Math.floor((given.quantity * given.unit_price * discount) / 100),
      }),
    )
    const goods = items.reduce((sum, { line_total, discount = 0 }) => sum + line_total - discount, 0)
    const order = {
      ...{ number: `SJ-${number}`, placed_at: DATE, items, shipping_total: shipping, round_off: round },
      grand_total: goods + shipping + round,
      ...{ payment_method: method as 'cod', payment_status: 'paid' as const },
      contact: { name, email: '', phone: '' },
      address: { line1: '1', line2: '', landmark: '', city: 'B', state, pincode: '560001' },
    }
    const settings = { ...parseSettings(null), gst_mode: mode as 'regular', seller_state: 'KA', seller_gstin: '' }
    const bill = makeInvoice({ order, settings, number: `26-27/${number}`, issuedAt: DATE })
    const notes: Invoice[] = []
    refunds.forEach((amount, place) => {
      if (bill.kind !== 'tax_invoice') return
      const note = makeCreditNote({
        ...{ invoice: bill, earlier: notes, amount, number: `CN26-27/${number}${place}` },
        ...{ issuedAt: DATE, reason: 'Refund' },
      })
      if (note) notes.push(note)
    })
    return [bill, ...notes]
  })

const paise = (rupees: string | undefined) => Math.round(Number(rupees) * 100)
/** Sum of a column of a table, by its heading. */
const columnSum = ([headings = [], ...rows]: string[][], name: string) =>
  rows.reduce((sum, row) => sum + paise(row[headings.indexOf(name)]), 0)

describe('the month for the accountant', () => {
  test('FIG-01 every file adds up to the bills less the credit notes, to the paisa', () => {
    fc.assert(
      fc.property(fc.array(papers, { maxLength: 8 }), (makers) => {
        const all = makers.flatMap((make, place) => make(place + 1))
        const month = monthOf(all)
        const counted = all.filter(({ payment }) => payment !== 'test')
        const sum = (of: (paper: Invoice) => number) =>
          counted.reduce((total, paper) => total + (paper.kind === 'credit_note' ? -of(paper) : of(paper)), 0)
        const rows = (name: 'taxable' | 'cgst' | 'sgst' | 'igst') =>
          sum((paper) => paper.rows.reduce((total, row) => total + row[name], 0))
        const files = monthFiles(month)
        const expected = {
          ...{ total: sum(({ grand_total }) => grand_total), taxable_value: rows('taxable'), cgst: rows('cgst') },
          ...{ sgst_or_utgst: rows('sgst'), igst: rows('igst'), rounding: sum(({ round_off }) => round_off) },
        }
        const bills = [...(files['bills.csv'] ?? []), ...(files['credit-notes.csv'] ?? []).slice(1)]
        for (const table of [bills, files['by-rate.csv'], files['by-state.csv'], files['by-hsn.csv']])
          for (const [name, value] of Object.entries(expected))
            expect(columnSum(table ?? [], name) + 0, name).toBe(value + 0)
        expect(month.together.total + 0).toBe(expected.total + 0)
        const { taxable, cgst, sgst, igst, rounding, total } = month.together
        expect(taxable + cgst + sgst + igst + rounding).toBe(total)
        expect(
          month.byRate.reduce((total, rate) => total + rate.total, 0) +
            rounding +
            month.creditSum.total -
            month.creditSum.rounding,
        ).toBe(total)
      }),
    )
  })

  test('FIG-01 TAX-10 of bills that went back whole no HSN code keeps money or pieces', () => {
    const none = fc.property(papers, (make) => {
      const [bill, ...earlier] = make(1)
      if (bill?.kind !== 'tax_invoice' || bill.grand_total < 500) return
      const rest = makeCreditNote({
        ...{ invoice: bill, earlier, amount: bill.grand_total, number: 'CN26-27/9' },
        ...{ issuedAt: DATE, reason: 'Parcel came back' },
      })
      const [headings = [], ...rows] =
        monthFiles(monthOf([bill, ...earlier, ...(rest ? [rest] : [])]))['by-hsn.csv'] ?? []
      const at = (name: string) => headings.indexOf(name)
      for (const row of rows) {
        for (const name of ['taxable_value', 'cgst', 'sgst_or_utgst', 'igst']) expect(row[at(name)], name).toBe('0.00')
        if (rest && row[0] !== 'rounding') expect(row[at('pieces')]).toBe('0')
      }
    })
    fc.assert(none)
  })

  test('FIG-02 papers of test payments are told apart and in no sum', () => {
    const [make] = fc.sample(papers, 1)
    const [bill] = make?.(1) ?? []
    const month = monthOf([{ ...(bill as Invoice), payment: 'test' }])
    expect(month.together).toMatchObject({ papers: 0, total: 0 })
    expect(Object.keys(monthFiles(month))).toContain('test-payments-not-counted.csv')
  })
})

describe('days', () => {
  test('FIG-03 days and months are India’s', () => {
    // 1 November, 1 am in India.
    const night = Date.parse('2026-10-31T19:30:00Z')
    expect(periodOf({ days: '7', month: '' }, night)).toEqual({ from: '2026-10-26', to: '2026-11-01' })
    expect(periodOf({ days: 'x', month: '2026-13' }, night)).toEqual({ from: '2026-10-03', to: '2026-11-01' })
    expect(periodOf({ days: '', month: '2026-10' }, night)).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(periodOf({ days: '', month: '2026-11' }, night)).toEqual({ from: '2026-11-01', to: '2026-11-01' })
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })

  test('FIG-04 an axis begins at 0 and ends above all', () => {
    expect(axisOf([25_100])).toEqual([0, 10_000, 20_000, 30_000])
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { maxLength: 9 }), (values) => {
        const axis = axisOf(values)
        expect(axis[0]).toBe(0)
        expect(axis.at(-1)).toBeGreaterThanOrEqual(Math.max(...values, 1))
        expect(axis.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

test('FIG-05 of a search nothing is kept that may say who searched', () => {
  expect(['Shampoo  Bar', 'साबुन', 'jhola 2026'].map(missedTerm)).toEqual(['shampoo bar', 'साबुन', 'jhola 2026'])
  for (const told of [
    'asha@example.in',
    '98450 12345',
    '९८४५०१२३४५',
    'SJ-7K3M9QPA',
    'https://x.in',
    'x',
    'a'.repeat(70),
  ])
    expect(missedTerm(told)).toBe('')
})
