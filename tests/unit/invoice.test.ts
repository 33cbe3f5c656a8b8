import { describe, expect, test } from 'vitest'
import {
  byRate,
  creditNoteNumber,
  type Invoice,
  type InvoicedOrder,
  type InvoiceRow,
  invoiceNumber,
  makeCreditNote,
  makeInvoice,
} from '../../src/domain/invoices/invoice'
import { invoiceDocument } from '../../src/domain/invoices/invoice-document'
import { rupeesInWords } from '../../src/domain/invoices/money-words'
import type { OrderItem } from '../../src/domain/orders/order'
import { DEFAULT_SETTINGS, type StoreSettings } from '../../src/domain/site/settings'
import { seededRandom } from '../seeded-random'

const SETTINGS: StoreSettings = {
  ...DEFAULT_SETTINGS,
  gst_mode: 'regular',
  seller_state: 'KA',
  seller_gstin: '29AAGCB7383J1Z4',
  seller_legal_name: 'Sabun & Jhola LLP',
  seller_address: '12, Mill Road\nBengaluru 560001',
  seller_email: 'care@example.in',
}

function item(change: Partial<OrderItem> = {}): OrderItem {
  const line = {
    product: 'soap',
    name: 'Neem soap',
    color: '',
    color_name: '',
    image: '',
    quantity: 1,
    unit_price: 9999,
    is_gift: false,
    hsn: '34011110',
    gst_rate: 5,
    ...change,
  }
  return { line_total: line.unit_price * line.quantity, ...line }
}

const GIFT = item({ product: 'comb', unit_price: 34900, discount: 34900, is_gift: true, hsn: '33051090' })
const BAG = item({ product: 'bag', name: 'Jute jhola', unit_price: 14900, hsn: '42022290', gst_rate: 18 })

function order(items: OrderItem[], change: Partial<InvoicedOrder> = {}): InvoicedOrder {
  const totals = { shipping_total: 0, round_off: 0, ...change }
  const sum = items.reduce((total, line) => total + line.line_total - (line.discount ?? 0), 0)
  return {
    number: 'SJ-7K3M9QPA',
    placed_at: '2026-11-18 04:30:00.000Z',
    items,
    grand_total: sum + totals.shipping_total + totals.round_off,
    payment_method: 'razorpay',
    payment_status: 'paid',
    contact: { name: 'मीरा रघुनाथन', email: 'meera@example.in', phone: '+919845012345' },
    address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
    ...totals,
  }
}

const invoice = (of: InvoicedOrder, settings: StoreSettings = SETTINGS): Invoice =>
  makeInvoice({ order: of, settings, number: '26-27/000123', issuedAt: '2026-11-20 06:30:00.000Z' })
const note = (of: Invoice, amount: number, earlier: Invoice[] = []): Invoice | null =>
  makeCreditNote({
    invoice: of,
    earlier,
    amount,
    number: 'CN26-27/0001',
    issuedAt: '2026-11-25 06:30:00.000Z',
    reason: 'Refund',
  })
const sum = (data: Invoice, key: 'amount' | 'taxable' | 'cgst' | 'sgst' | 'igst') =>
  data.rows.reduce((total, row) => total + row[key], 0)

describe('a bill', () => {
  test('TAX-01 within the state splits each line into CGST and SGST', () => {
    const made = invoice(order([item(), BAG]))
    expect(made).toMatchObject({
      kind: 'tax_invoice',
      number: '26-27/000123',
      inter_state: false,
      state_tax: 'SGST',
      seller: { gstin: '29AAGCB7383J1Z4', state: 'Karnataka', state_number: '29' },
      buyer: { name: 'मीरा रघुनाथन', state: 'Karnataka', state_number: '29' },
      rows: [
        { taxable: 9523, cgst: 238, sgst: 238, igst: 0, amount: 9999, rate: 5, hsn: '34011110' },
        { taxable: 12628, cgst: 1136, sgst: 1136, igst: 0, amount: 14900, rate: 18 },
      ],
      grand_total: 24899,
    })
  })

  test('TAX-01 to another state has one IGST; the place of supply is where the parcel goes', () => {
    const placed = order([item(), BAG])
    const made = invoice({ ...placed, address: { ...placed.address, state: 'TN' } })
    expect(made).toMatchObject({ inter_state: true, buyer: { state: 'Tamil Nadu', state_number: '33' } })
    expect(made.rows.map(({ cgst, sgst, igst }) => [cgst, sgst, igst])).toEqual([
      [0, 0, 476],
      [0, 0, 2273],
    ])
  })

  test('TAX-01 within a union territory without a legislature the half is called UTGST', () => {
    const placed = order([item()])
    const made = invoice(
      { ...placed, address: { ...placed.address, state: 'CH' } },
      { ...SETTINGS, seller_state: 'CH', seller_gstin: '04AAGCB7383J1ZG' },
    )
    expect(made.state_tax).toBe('UTGST')
    expect(invoiceDocument(made)).toContain('>UTGST<')
  })

  test('TAX-05 PROMO-02 shows what was taken off each line, spreads delivery over the rates, and adds up', () => {
    const made = invoice(
      order(
        [
          item({ unit_price: 19900, discount: 2497 }),
          item({ unit_price: 49900, gst_rate: 18, hsn: '42022290', discount: 6262 }),
          item({ unit_price: 9900, gst_rate: 18, hsn: '4202', discount: 1242 }),
        ],
        { shipping_total: 1000, round_off: 1 },
      ),
    )
    expect(made.rows.map(({ discount }) => discount)).toEqual([2497, 6262, 1242, 0, 0])
    expect(made.rows.slice(3)).toMatchObject([
      { text: 'Delivery', rate: 5, amount: 250, hsn: '34011110' },
      { text: 'Delivery', rate: 18, amount: 750, hsn: '42022290' },
    ])
    expect(sum(made, 'amount') + made.round_off).toBe(made.grand_total)
    for (const row of made.rows) expect(row.taxable + row.cgst + row.sgst + row.igst).toBe(row.amount)
  })

  test.each([
    ['at its price with all of it taken off', { unit_price: 34900, discount: 34900 }],
    ['as orders of earlier releases have it', { unit_price: 0 }],
  ])('TAX-05 PROMO-05 shows a gift as a row that costs nothing: %s', (_, gift) => {
    const made = invoice(order([item(), item({ ...gift, is_gift: true })], { shipping_total: 1000 }))
    expect(made.rows).toMatchObject([
      {},
      { gross: gift.unit_price, discount: gift.unit_price, amount: 0, taxable: 0, is_gift: true },
      { text: 'Delivery', amount: 1000 },
    ])
    expect(invoiceDocument(made)).toContain('Free gift')
  })

  test.each([
    ['unregistered', 'receipt', 'Receipt', 'not registered under GST'],
    ['composition', 'bill_of_supply', 'Bill of supply', 'not eligible to collect tax on supplies'],
    ['regular', 'tax_invoice', 'Tax invoice', 'Original for recipient'],
  ] as const)('TAX-04 TAX-09 %s: %s, with the words the law wants', (gst_mode, kind, title, words) => {
    const made = invoice(order([item(), BAG]), { ...SETTINGS, gst_mode })
    const page = invoiceDocument(made)
    expect(made.kind).toBe(kind)
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain(words)
    const taxed = gst_mode === 'regular'
    expect(sum(made, 'taxable')).toBe(taxed ? 22151 : 24899)
    expect(page.includes('CGST')).toBe(taxed)
    expect(page.includes('29AAGCB7383J1Z4')).toBe(gst_mode !== 'unregistered')
    expect(page.includes('Reverse charge')).toBe(gst_mode !== 'unregistered')
  })

  test('TAX-04 that would not add up is never made', () => {
    expect(() => invoice({ ...order([item()]), grand_total: 9998 })).toThrow(/9999.*9998/)
  })

  test('TAX-05 of 50 lines with random prices always adds up, in every mode and direction', () => {
    const random = seededRandom(11)
    const next = (below: number) => Math.floor(random() * below)
    for (let round = 0; round < 150; round++) {
      const items = Array.from({ length: 1 + next(50) }, () =>
        item({
          unit_price: 1 + next(500_000),
          quantity: 1 + next(99),
          gst_rate: [0, 5, 12, 18, 40][next(5)] as number,
        }),
      )
      for (const line of items) line.discount = next(line.line_total)
      const placed = order(items, {
        shipping_total: next(20_000),
        round_off: next(100) - 50,
      })
      const state = ['KA', 'TN'][next(2)] as string
      const made = invoice({ ...placed, address: { ...placed.address, state } })
      expect(sum(made, 'amount') + made.round_off).toBe(placed.grand_total)
      expect(sum(made, 'taxable') + sum(made, 'cgst') + sum(made, 'sgst') + sum(made, 'igst')).toBe(sum(made, 'amount'))
    }
  })
})

describe('TAX-10 a credit note', () => {
  test('for all of it takes back the very tax of the bill', () => {
    const whole = invoice(order([item(), BAG], { shipping_total: 1000, round_off: 1 }))
    const made = note(whole, whole.grand_total)
    expect(made).toMatchObject({
      kind: 'credit_note',
      number: 'CN26-27/0001',
      grand_total: whole.grand_total,
      round_off: 1,
      against: { number: '26-27/000123', issued_at: '2026-11-20 06:30:00.000Z', reason: 'Refund' },
    })
    for (const key of ['taxable', 'cgst', 'sgst'] as const) expect(sum(made as Invoice, key)).toBe(sum(whole, key))
  })

  test('in random parts, together, takes back the bill and never more', () => {
    const random = seededRandom(5)
    const next = (below: number) => Math.floor(random() * below)
    for (let round = 0; round < 150; round++) {
      const placed = order(
        [item({ unit_price: 1 + next(90_000) }), item({ unit_price: 1 + next(90_000), gst_rate: 18 }), BAG],
        {
          round_off: next(100) - 50,
          shipping_total: next(2) * 1000,
        },
      )
      const whole = invoice({ ...placed, address: { ...placed.address, state: ['KA', 'TN'][next(2)] as string } })
      const notes: Invoice[] = []
      for (let tries = 0; tries < 60; tries++) {
        const made = note(whole, 1 + next(30_000), notes)
        if (!made) break
        for (const row of made.rows) {
          const { taxable, cgst, sgst, igst, amount } = row
          if (Math.min(taxable, cgst, sgst, igst) < 0 || taxable + cgst + sgst + igst !== amount)
            throw new Error(`This row does not add up: ${JSON.stringify(row)}`)
        }
        expect(sum(made, 'amount') + made.round_off).toBe(made.grand_total)
        notes.push(made)
      }
      expect(notes.reduce((total, made) => total + made.grand_total, 0)).toBe(whole.grand_total)
      for (const key of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const)
        expect(notes.reduce((total, made) => total + sum(made, key), 0)).toBe(sum(whole, key))
    }
  })

  const BAG_OF_PAISE = { ...BAG, unit_price: 99, line_total: 99 }

  test.each([
    ['single paise', 1],
    ['few paise', 6],
  ])('in %s has no value below 0, and takes back the very tax', (_, part) => {
    for (const [state, price] of [
      ['KA', 100],
      ['KA', 590],
      ['TN', 118],
    ] as const) {
      const placed = order([item({ unit_price: price, gst_rate: 18 }), item({ unit_price: 90 - part }), BAG_OF_PAISE])
      const whole = invoice({ ...placed, address: { ...placed.address, state } })
      const notes: Invoice[] = []
      for (let made = note(whole, part); made; made = note(whole, part, notes)) notes.push(made)
      const rows = notes.flatMap((made) => made.rows)
      for (const { amount, taxable, cgst, sgst, igst } of rows) {
        expect(Math.min(taxable, cgst, sgst, igst)).toBeGreaterThanOrEqual(0)
        expect(taxable + cgst + sgst + igst).toBe(amount)
      }
      for (const key of ['taxable', 'cgst', 'sgst', 'igst'] as const)
        expect(rows.reduce((all, row) => all + row[key], 0)).toBe(sum(whole, key))
    }
  })

  test('for all of it has the rows of the bill; money of no piece is spread over the codes of a rate', () => {
    const soaps = item({ quantity: 3, unit_price: 20000 })
    const whole = invoice(order([soaps, { ...BAG, unit_price: 100000, line_total: 100000, gst_rate: 5 }, GIFT]))
    const [first, rest] = [note(whole, 16001) as Invoice, note(whole, 160000) as Invoice]
    expect(rest.rows).toEqual(whole.rows.map((row, of) => ({ ...row, of })))
    expect(first.rows.map(({ hsn, quantity, amount, cgst }) => [hsn, quantity, amount, cgst])).toEqual([
      ['34011110', 0, 6001, 143],
      ['42022290', 0, 10000, 238],
    ])
    const last = note(whole, 160000, [first]) as Invoice
    expect(last.rows.map(({ hsn, quantity, gross, amount }) => [hsn, quantity, gross, amount])).toEqual([
      ['34011110', 3, 60000, 53999],
      ['42022290', 1, 100000, 90000],
      ['33051090', 1, 34900, 0],
    ])
    expect(invoiceDocument(first)).toContain('42022290')
    expect(invoiceDocument(rest)).toMatch(/Reason.*Refund/)
  })

  test('after one that an earlier release made by the code of the largest row still takes back the very tax', () => {
    const whole = invoice(
      order([item({ unit_price: 60000 }), { ...BAG, unit_price: 100000, line_total: 100000, gst_rate: 5 }]),
    )
    const [soap, bag] = (note(whole, 120000) as Invoice).rows as [InvoiceRow, InvoiceRow]
    const old = { ...bag, amount: 120000 }
    for (const key of ['taxable', 'cgst', 'sgst'] as const) old[key] += soap[key]
    const last = note(whole, 160000, [{ ...whole, rows: [old], grand_total: 120000 }]) as Invoice
    expect([last.grand_total, last.round_off, sum(last, 'amount')]).toEqual([40000, 0, 40000])
    for (const key of ['taxable', 'cgst', 'sgst'] as const) expect(sum(last, key) + old[key]).toBe(sum(whole, key))
  })

  test('of pieces after one of money credits no more of an HSN code than was billed', () => {
    const soaps = item({ unit_price: 50000 })
    const whole = invoice(order([soaps, { ...BAG, unit_price: 50000, line_total: 50000, gst_rate: 5 }]))
    const money = note(whole, 20000) as Invoice
    const pieces = makeCreditNote({
      ...{ invoice: whole, earlier: [money], amount: 50000, parts: [{ of: 0, quantity: 1, amount: 50000 }] },
      ...{ number: 'CN26-27/0002', issuedAt: '2026-11-26 06:30:00.000Z', reason: 'Refund' },
    }) as Invoice
    const last = note(whole, 90000, [money, pieces]) as Invoice
    const rows = [money, pieces, last].flatMap((made) => made.rows)
    for (const { hsn, amount } of whole.rows)
      expect(rows.filter((row) => row.hsn === hsn).reduce((all, row) => all + row.amount, 0)).toBe(amount)
  })

  test('is not made when nothing is left', () => {
    const whole = invoice(order([item()]))
    const all = note(whole, 9999) as Invoice
    expect(note(whole, 1, [all])).toBe(null)
    expect(note(whole, 0)).toBe(null)
  })
})

describe('the document', () => {
  test('TAX-09 holds what rule 46 asks for', () => {
    const page = invoiceDocument(invoice(order([item({ quantity: 2 }), BAG])))
    for (const words of [
      'Sabun &amp; Jhola LLP',
      '12, Mill Road',
      'GSTIN 29AAGCB7383J1Z4',
      '26-27/000123',
      '20 November 2026',
      'मीरा रघुनाथन',
      'Karnataka (29)',
      'state code 29',
      '34011110',
      '2 NOS',
      'Taxable value',
      '2.5%',
      '9%',
      'Reverse charge',
      'Authorised signatory',
      'Rupees Three Hundred Forty-Eight and Ninety-Eight Paise Only',
    ])
      expect(page).toContain(words)
  })

  test('TAX-08 runs nothing and fetches nothing, whatever the names are', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202Etxt'
    const placed = order([item({ name: evil, color: 'x', color_name: evil, hsn: '<b>' })])
    const page = invoiceDocument(
      invoice(
        {
          ...placed,
          contact: { ...placed.contact, name: evil },
          address: { ...placed.address, line1: evil, landmark: evil, city: evil },
        },
        { ...SETTINGS, store_name: evil, seller_legal_name: evil, seller_address: evil, seller_email: evil },
      ),
    )
    expect(page).not.toMatch(/<(?:script|img|link|iframe|a)\b/i)
    expect(page).not.toMatch(/<[^>]+\son\w+=/i)
    expect(page).not.toMatch(/https?:/)
    expect(page).toContain('&lt;script&gt;')
  })

  test('TAX-09 of a test payment says so', () => {
    expect(invoiceDocument(invoice(order([item()], { payment_method: 'test' })))).toContain('TEST.')
    expect(invoiceDocument(invoice(order([item()])))).not.toContain('TEST.')
  })
})

test('TAX-05 rates are summed in the order they appear', () => {
  const made = invoice(order([item(), BAG, item()]))
  expect(byRate(made.rows)).toMatchObject([
    { rate: 5, amount: 19998, cgst: 476 },
    { rate: 18, amount: 14900 },
  ])
})

test('TAX-06 numbers are at most 16 of the characters rule 46 allows', () => {
  for (const number of [invoiceNumber('26-27', 123), invoiceNumber('26-27', 999_999), creditNoteNumber('26-27', 1)])
    expect(number).toMatch(/^[A-Z0-9/-]{1,16}$/)
  expect(invoiceNumber('26-27', 123)).toBe('26-27/000123')
  expect(creditNoteNumber('26-27', 1)).toBe('CN26-27/0001')
})

test.each([
  [0, 'Rupees Zero Only'],
  [5, 'Five Paise Only'],
  [100, 'Rupees One Only'],
  [1_10, 'Rupees One and Ten Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [12_345_678, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only'],
  [100_000_00, 'Rupees One Lakh Only'],
  [1_00_00_000_00, 'Rupees One Crore Only'],
  [
    123_45_67_890_00,
    'Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety Only',
  ],
  [19_99, 'Rupees Nineteen and Ninety-Nine Paise Only'],
])('TAX-09 %i paise in words', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words)
})
