import { afterEach, beforeAll, expect, test, vi } from 'vitest'

// The hooks have types of their own, which the rest of the project must not see.
const hooks = import.meta.glob('../../pocketbase/hooks/invoices/invoices.ts')
let invoiceTransition: (app: unknown, before: unknown, order: unknown) => void

/** Each look at the clock is a millisecond later. */
const clock = vi.hoisted(() => ({ time: 0 }))
vi.mock('../../pocketbase/hooks/lib/clock', () => ({
  now: () => clock.time++,
  recordDate: (time: number) => new Date(time).toISOString().replace('T', ' '),
}))

beforeAll(async () => {
  const [load] = Object.values(hooks)
  const module = (await load?.()) as { invoiceTransition: typeof invoiceTransition }
  invoiceTransition = module.invoiceTransition
})
afterEach(() => vi.unstubAllGlobals())

const record = (fields: { [name: string]: unknown }) => ({
  ...fields,
  getString: (name: string) => fields[name] ?? '',
  getInt: (name: string) => fields[name] ?? 0,
})

const ROW = {
  ...{ text: 'Soap', color: '', hsn: '3401', quantity: 1, unit_price: 18_000, is_gift: false },
  amount: 18_000,
  taxable: 17_142,
  cgst: 429,
  sgst: 429,
  igst: 0,
  rate: 5,
  gross: 18_000,
  discount: 0,
}
const SELLER = { name: '', address: [], state: '', state_number: '', trade_name: '', gstin: '', email: '', phone: '' }
const BILL = {
  ...{
    kind: 'tax_invoice',
    number: '26-27/000123',
    issued_at: '2027-03-30 06:30:00.000Z',
    order_number: 'SJ-7K3M9QPA',
  },
  ...{ placed_at: '2027-03-29 06:30:00.000Z', seller: SELLER, buyer: SELLER, rows: [ROW], round_off: 0 },
  ...{ grand_total: 18_000, payment: 'cod' },
}

test('TAX-06 a credit note of the last moment of March has the number and the day of the one financial year', () => {
  clock.time = Date.parse('2027-04-01T00:00:00+05:30') - 1
  const saved: { [name: string]: unknown }[] = []
  vi.stubGlobal('arrayOf', () => [{ last: 0 }])
  vi.stubGlobal('DynamicModel', class {})
  vi.stubGlobal('$filesystem', { fileFromBytes: () => '' })
  const made = class {
    constructor(_: unknown, values: object) {
      Object.assign(this, values, { set: () => {} })
    }
  }
  vi.stubGlobal('Record', made)
  const query = { bind: () => ({ all: () => {} }) }
  const app = {
    findRecordsByFilter: (_: string, filter: string) =>
      filter.includes('!=') ? [record({ kind: 'tax_invoice', data: BILL })] : [],
    db: () => ({ newQuery: () => query }),
    findCachedCollectionByNameOrId: () => ({}),
    save: (row: { [name: string]: unknown }) => saved.push(row),
  }
  const order = { id: 'order', status: 'cancelled', payment_status: 'unpaid', grand_total: 18_000 }
  invoiceTransition(app, record({ ...order, status: 'confirmed' }), record(order))
  expect(saved).toMatchObject([{ number: 'CN26-27/0001', fiscal_year: '26-27', issued_at: '2027-03-31 18:29:59.999Z' }])
})
