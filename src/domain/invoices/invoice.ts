import { findState } from '../account/states'
import { type Paise, spread } from '../money'
import type { OrderItem, OrderView } from '../orders/order'
import { isRealOnline } from '../payments/providers'
import type { RefundLines } from '../payments/refund-pieces'
import type { StoreSettings } from '../site/settings'
import { splitIncluded, stateTaxName, type TaxSplit } from './tax'

/** What the paper is called: after the seller's GST mode, or a note that takes part of an earlier one back. */
export type InvoiceKind = 'receipt' | 'bill_of_supply' | 'tax_invoice' | 'credit_note'

const KINDS: Record<StoreSettings['gst_mode'], InvoiceKind> = {
  unregistered: 'receipt',
  composition: 'bill_of_supply',
  regular: 'tax_invoice',
}

export interface InvoiceParty {
  name: string
  /** Lines as they are printed, without the state. */
  address: string[]
  /** State or union territory with its two-digit GST number; both empty when not known. */
  state: string
  state_number: string
}

/**
 * One row of an invoice. `amount` is what is charged, tax included: taxable + cgst + sgst + igst. Money in paise,
 * `rate` in percent.
 */
export interface InvoiceRow extends TaxSplit {
  text: string
  color: string
  hsn: string
  /** 0 for what is not counted in pieces: delivery, money of no piece. */
  quantity: number
  unit_price: Paise
  gross: Paise
  discount: Paise
  amount: Paise
  rate: number
  is_gift: boolean
  /** Of a credit note: place of the bill's row whose pieces it takes back; left out, it is money of no piece. */
  of?: number
}

/** All an invoice says, as it was made: kept beside the printed document and never changed. */
export interface Invoice {
  kind: InvoiceKind
  number: string
  /** Record date of the invoice; of the order's placing. */
  issued_at: string
  placed_at: string
  order_number: string
  seller: InvoiceParty & { trade_name: string; gstin: string; email: string; phone: string }
  buyer: InvoiceParty
  inter_state: boolean
  state_tax: 'SGST' | 'UTGST'
  rows: InvoiceRow[]
  round_off: Paise
  grand_total: Paise
  payment: 'cod_unpaid' | 'cod_paid' | 'online' | 'test'
  /** The invoice a credit note takes back from, and why. */
  against?: { number: string; issued_at: string; reason: string }
}

/** What an invoice takes from the order's record. */
export type InvoicedOrder = Pick<
  OrderView,
  | 'number'
  | 'placed_at'
  | 'items'
  | 'shipping_total'
  | 'grand_total'
  | 'payment_method'
  | 'payment_status'
  | 'contact'
  | 'address'
> & { round_off: Paise }

interface InvoiceFacts {
  order: InvoicedOrder
  settings: StoreSettings
  number: string
  /** Record date. */
  issuedAt: string
}

/**
 * The invoice of an order from its snapshot (rules 46 and 49 of the CGST Rules). The place of supply is where the
 * parcel goes. What was taken off each line stands on it and is outside the value that is taxed (section 15(3)(a) of
 * the CGST Act); delivery follows the goods it carries, by value when their rates differ.
 * @throws Error when the order's lines, delivery and rounding are not its total: such an invoice must not exist
 */
export function makeInvoice({ order, settings, number, issuedAt }: InvoiceFacts): Invoice {
  const kind = KINDS[settings.gst_mode]
  const home = findState(settings.seller_state) ?? findState(settings.seller_gstin.slice(0, 2))
  const there = findState(order.address.state)
  const interState = home !== undefined && there !== undefined && home.gst !== there.gst
  const tax: TaxOf = (amount, rate) =>
    kind === 'tax_invoice' ? splitIncluded(amount, rate, interState) : { taxable: amount, cgst: 0, sgst: 0, igst: 0 }

  const goods = goodsRows(order, tax)
  const rows = [...goods, ...deliveryRows(order.shipping_total, goods, tax)]
  const sum = rows.reduce((total, row) => total + row.amount, 0)
  if (sum + order.round_off !== order.grand_total)
    throw new Error(
      `Lines of ${sum} and rounding of ${order.round_off} paise are not the total of ${order.grand_total}.`,
    )

  const { contact, address } = order
  return {
    kind,
    number,
    issued_at: issuedAt,
    placed_at: order.placed_at,
    order_number: order.number,
    seller: {
      name: settings.seller_legal_name || settings.store_name,
      trade_name: settings.store_name,
      address: printedLines(settings.seller_address.split('\n')),
      state: home?.name ?? '',
      state_number: home?.gst ?? '',
      gstin: kind === 'receipt' ? '' : settings.seller_gstin,
      email: settings.seller_email,
      phone: settings.seller_phone,
    },
    buyer: {
      name: contact.name,
      address: printedLines([address.line1, address.line2, address.landmark, `${address.city} ${address.pincode}`]),
      state: there?.name ?? address.state,
      state_number: there?.gst ?? '',
    },
    inter_state: interState,
    state_tax: stateTaxName(home?.gst ?? ''),
    rows,
    round_off: order.round_off,
    grand_total: order.grand_total,
    payment: paymentOf(order),
  }
}

type TaxOf = (amount: Paise, rate: number) => TaxSplit

function goodsRows({ items }: InvoicedOrder, tax: TaxOf): InvoiceRow[] {
  return items.map((item) => {
    const { discount = 0 } = item
    const amount = item.line_total - discount
    return {
      text: item.name,
      color: item.color ? item.color_name : '',
      hsn: item.hsn,
      quantity: item.quantity,
      unit_price: item.unit_price,
      gross: item.line_total,
      discount,
      amount,
      rate: item.gst_rate,
      is_gift: item.is_gift,
      ...tax(amount, item.gst_rate),
    }
  })
}

const printedLines = (lines: string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')

function paymentOf({ payment_method, payment_status }: InvoicedOrder): Invoice['payment'] {
  if (payment_method === 'test') return 'test'
  if (isRealOnline(payment_method)) return 'online'
  return payment_status === 'unpaid' ? 'cod_unpaid' : 'cod_paid'
}

/**
 * Delivery is part of supplying the goods (composite supply, section 8 of the CGST Act): one row for each rate they
 * have.
 */
function deliveryRows(shipping: Paise, goods: readonly InvoiceRow[], tax: TaxOf): InvoiceRow[] {
  if (shipping === 0) return []
  const rates = byRate(goods)
  const shares = spread(
    shipping,
    rates.map((group) => group.amount),
  )
  return rates.flatMap((group, position): InvoiceRow[] => {
    const amount = shares[position] ?? 0
    if (amount === 0) return []
    return [
      {
        text: 'Delivery',
        color: '',
        hsn: group.hsn,
        quantity: 0,
        unit_price: amount,
        gross: amount,
        discount: 0,
        amount,
        rate: group.rate,
        is_gift: false,
        ...tax(amount, group.rate),
      },
    ]
  })
}

/**
 * Sums of the rows that share a rate, in the order in which the rates first appear; `hsn` is that of the largest row.
 */
export interface RateGroup extends TaxSplit {
  rate: number
  amount: Paise
  hsn: string
}

export const byRate = (rows: readonly InvoiceRow[]): RateGroup[] => groupsOf(rows, ({ rate }) => String(rate))

/** The same by rate and HSN code. */
const byCode = (rows: readonly InvoiceRow[]) => groupsOf(rows, ({ rate, hsn }) => `${rate} ${hsn}`)

function groupsOf(rows: readonly InvoiceRow[], keyOf: (row: InvoiceRow) => string): RateGroup[] {
  const groups = new Map<string, RateGroup & { largest: Paise }>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key) ?? { rate: row.rate, amount: 0, hsn: '', largest: -1, ...NO_TAX }
    const larger = row.amount > group.largest
    groups.set(key, {
      rate: row.rate,
      amount: group.amount + row.amount,
      taxable: group.taxable + row.taxable,
      cgst: group.cgst + row.cgst,
      sgst: group.sgst + row.sgst,
      igst: group.igst + row.igst,
      hsn: larger ? row.hsn : group.hsn,
      largest: larger ? row.amount : group.largest,
    })
  }
  return [...groups.values()].map(({ largest: _, ...group }) => group)
}

const NO_TAX: TaxSplit = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }

/** A part of one row of a bill, `of` being its place. `quantity` 0 for delivery; `amount` in paise. */
export interface CreditedPart {
  of: number
  quantity: number
  amount: Paise
}

/** What a refund of pieces takes back of its order's bill: rows of goods stand as the order's lines do. */
export function creditedParts(
  { rows }: Invoice,
  items: readonly Pick<OrderItem, 'product' | 'color' | 'is_gift'>[],
  { pieces, delivery }: RefundLines,
): CreditedPart[] {
  const goods = pieces.map(({ product, color, quantity, amount }) => ({
    of: items.findIndex((item) => !item.is_gift && item.product === product && item.color === color),
    quantity,
    amount,
  }))
  const rest = rows.map(({ amount }, of) => ({ of, quantity: 0, amount })).slice(items.length)
  return [...goods, ...(delivery > 0 ? rest : [])]
}

interface CreditFacts {
  invoice: Invoice
  /** Credit notes that have been made against it before. */
  earlier: readonly Invoice[]
  /** Money that goes back, paise. */
  amount: Paise
  /** What it is for, when it is for pieces. */
  parts?: readonly CreditedPart[]
  number: string
  issuedAt: string
  reason: string
}

/**
 * The credit note (section 34 of the CGST Act, rule 53) for money of an invoice that goes back. For pieces it has their
 * rows, with their own tax; money that is for none, or not what its pieces come to, is spread by value over the rates
 * and HSN codes of what has not been credited yet. All that is left of an invoice goes back as its rows. Notes never
 * sum to more than their invoice, and those that take back all of it take back its very tax.
 * @returns null when nothing of the invoice is left to credit
 */
export function makeCreditNote(facts: CreditFacts): Invoice | null {
  const { invoice, earlier, amount, number, issuedAt, reason } = facts
  const groups = uncredited(
    invoice.rows,
    earlier.flatMap((note) => note.rows),
  )
  const money = invoice.grand_total - earlier.reduce((sum, note) => sum + note.grand_total, 0)
  const total = Math.min(amount, money)
  if (total <= 0) return null

  const left = { groups, amount: groups.reduce((sum, group) => sum + group.amount, 0), money }
  const rows = rowsOfParts(facts, total, left) ?? rowsByRate(facts, total, left)
  return {
    ...invoice,
    kind: 'credit_note',
    number,
    issued_at: issuedAt,
    rows,
    round_off: total - rows.reduce((sum, row) => sum + row.amount, 0),
    grand_total: total,
    against: { number: invoice.number, issued_at: invoice.issued_at, reason },
  }
}

/** What no note has credited yet: of the rows by rate, of all rows, and with rounding. Paise. */
interface Uncredited {
  groups: readonly RateGroup[]
  amount: Paise
  money: Paise
}

/** What has not been credited yet of these rows, by rate. */
function uncredited(rows: readonly InvoiceRow[], credited: readonly InvoiceRow[]): RateGroup[] {
  const gone = byRate(credited)
  return byRate(rows).map((group) =>
    minus(group, gone.find((other) => other.rate === group.rate) ?? { ...group, amount: 0, ...NO_TAX }),
  )
}

function rowsByRate(facts: CreditFacts, total: Paise, left: Uncredited): InvoiceRow[] {
  const whole = total === left.money
  const parts = spread(
    whole ? left.amount : Math.min(total, left.amount),
    left.groups.map((group) => group.amount),
  )
  return left.groups.flatMap((group, position): InvoiceRow[] => {
    const part = parts[position] ?? 0
    return rowsByCode(facts, { ...group, amount: part, ...partialTax(part, group, facts.invoice) }, whole)
  })
}

/** A part of what is left of a rate, by HSN code; all of it as the rows of the bill. */
function rowsByCode(facts: CreditFacts, part: RateGroup, whole: boolean): InvoiceRow[] {
  const { invoice, earlier, reason } = facts
  const billed = invoice.rows.filter(({ rate }) => rate === part.rate)
  const credited = earlier.flatMap((note) => note.rows)
  const codes = [...new Set(billed.map(({ hsn }) => hsn))]
  const groups = codes.flatMap((code) => {
    const ofCode = ({ hsn }: InvoiceRow) => hsn === code
    return uncredited(billed.filter(ofCode), credited.filter(ofCode))
  })
  // Refunds of single paise, in notes of earlier releases, may leave a rate with more tax than money.
  if (part.taxable < 0) return moneyRow(reason, part)
  return shareOut(part, groups).flatMap((share) => (whole ? rowsLeft(facts, share) : moneyRow(reason, share)))
}

/** The rest of a rate and code as rows of the bill, with the pieces that come back: the chosen ones, else all left. */
function rowsLeft({ invoice, earlier, parts = [] }: CreditFacts, rest: RateGroup): InvoiceRow[] {
  const credited = earlier.flatMap((note) => note.rows)
  const rows = invoice.rows
    .map((row, of) => ({ ...row, of, before: credited.filter((other) => other.of === of) }))
    .filter(({ rate, hsn }) => rate === rest.rate && hsn === rest.hsn)
  const groups = rows.flatMap(({ before, ...row }) => uncredited([row], before))
  return shareOut(rest, groups).flatMap((share, place): InvoiceRow[] => {
    const { before, ...row } = rows[place] as (typeof rows)[number]
    const left = before.reduce((sum, { quantity }) => sum - quantity, row.quantity)
    const chosen = parts.find(({ of }) => of === row.of)?.quantity ?? 0
    const part = partOfRow(row, parts.length > 0 ? chosen : left, share)
    return part.quantity > 0 || part.amount > 0 ? [part] : []
  })
}

/** Money of no piece. */
function moneyRow(text: string, { amount, rate, hsn, ...tax }: RateGroup): InvoiceRow[] {
  if (amount === 0) return []
  const money = { unit_price: amount, gross: amount, discount: 0, amount, ...taxOf(tax) }
  return [{ text, color: '', hsn, quantity: 0, rate, is_gift: false, ...money }]
}

/** Pieces and money of a row of the bill. */
function partOfRow(row: InvoiceRow, quantity: number, part: TaxSplit & { amount: Paise }): InvoiceRow {
  const { amount } = part
  const gross = quantity > 0 ? Math.max(row.unit_price * quantity, amount) : amount
  return { ...row, quantity, gross, discount: gross - amount, amount, ...taxOf(part) }
}

/** Spreads an amount, its value and each tax, over groups by what they have left of it. */
function shareOut(whole: RateGroup, groups: readonly RateGroup[]): RateGroup[] {
  const over = (name: keyof TaxSplit) =>
    spread(
      whole[name],
      groups.map((group) => Math.max(0, group[name])),
    )
  const [values, cgsts, sgsts, igsts] = [over('taxable'), over('cgst'), over('sgst'), over('igst')]
  return groups.map((group, at): RateGroup => {
    const [taxable = 0, cgst = 0, sgst = 0, igst = 0] = [values[at], cgsts[at], sgsts[at], igsts[at]]
    return { ...group, amount: taxable + cgst + sgst + igst, taxable, cgst, sgst, igst }
  })
}

/**
 * Rows of the very pieces; null where they would not do: the money is not theirs but for the rounding of the bill, or
 * money of no piece went back before, so that less is left of an HSN code, or something of it would stay.
 */
function rowsOfParts(
  { invoice, earlier, parts = [] }: CreditFacts,
  total: Paise,
  left: Uncredited,
): InvoiceRow[] | null {
  const before = earlier.flatMap((note) => note.rows)
  const paid = parts.filter(({ amount }) => amount > 0)
  const rows = paid.flatMap((part) => rowOfPart(part, invoice.rows[part.of], before) ?? [])
  if (rows.length === 0 || rows.length < paid.length) return null
  const sum = rows.reduce((all, { amount }) => all + amount, 0)
  const rounded = [0, invoice.round_off].sort((a, b) => a - b) as [Paise, Paise]
  const isTheirs = total - sum >= rounded[0] && total - sum <= rounded[1]
  const gone = byCode(before)
  const billed = byCode(invoice.rows)
  const fits = byCode(rows).every((group) => {
    const isSame = ({ rate, hsn }: RateGroup) => rate === group.rate && hsn === group.hsn
    const [of, credited] = [billed.find(isSame), gone.find(isSame)]
    return SUMS.every((name) => group[name] <= (of?.[name] ?? 0) - (credited?.[name] ?? 0))
  })
  return isTheirs && fits && (total < left.money || sum === left.amount) ? rows : null
}

const SUMS = ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const

/**
 * Tax of the part is what the row's tax comes to up to here, less what was credited of it before: rounding never adds
 * up. A paisa of tax more than the part has money for waits for the next.
 */
function rowOfPart(
  { of, quantity, amount }: CreditedPart,
  row: InvoiceRow | undefined,
  before: readonly InvoiceRow[],
): InvoiceRow | null {
  if (!row?.amount) return null
  const gone = (name: (typeof SUMS)[number]) =>
    before.reduce((sum, other) => sum + (other.of === of ? other[name] : 0), 0)
  const upTo = (tax: 'cgst' | 'sgst' | 'igst', most: Paise) =>
    Math.max(0, Math.min(most, Math.round((row[tax] * (gone('amount') + amount)) / row.amount) - gone(tax)))
  const igst = upTo('igst', amount)
  const cgst = upTo('cgst', amount)
  const sgst = upTo('sgst', amount - cgst)
  const taxable = amount - igst - cgst - sgst
  return partOfRow({ ...row, of }, quantity, { amount, taxable, cgst, sgst, igst })
}

const taxOf = ({ taxable, cgst, sgst, igst }: TaxSplit): TaxSplit => ({ taxable, cgst, sgst, igst })

function minus(group: RateGroup, other: RateGroup): RateGroup {
  return {
    ...group,
    amount: group.amount - other.amount,
    taxable: group.taxable - other.taxable,
    cgst: group.cgst - other.cgst,
    sgst: group.sgst - other.sgst,
    igst: group.igst - other.igst,
  }
}

/**
 * Tax of a part, never more than is left of its kind, nor so little that more value goes than is left: rounding of many
 * parts must not overtake the whole, and all that is left has the very tax that is left.
 */
function partialTax(part: Paise, group: RateGroup, invoice: Invoice): TaxSplit {
  if (invoice.kind !== 'tax_invoice') return { ...NO_TAX, taxable: part }
  const split = splitIncluded(part, group.rate, invoice.inter_state)
  const least = part - group.taxable
  const igst = Math.min(group.igst, Math.max(split.igst, least))
  const cgst = Math.min(group.cgst, Math.max(split.cgst, Math.ceil((least - igst) / 2), least - igst - group.sgst))
  const sgst = Math.min(group.sgst, Math.max(split.sgst, least - igst - cgst))
  return { taxable: part - cgst - sgst - igst, cgst, sgst, igst }
}

/** `26-27/000123`: one series for each financial year, at most 16 characters (rule 46(b)). */
export function invoiceNumber(fiscalYear: string, sequence: number): string {
  return `${fiscalYear}/${String(sequence).padStart(6, '0')}`
}

/** `CN26-27/0001`: credit notes have a series of their own. */
export function creditNoteNumber(fiscalYear: string, sequence: number): string {
  return `CN${fiscalYear}/${String(sequence).padStart(4, '0')}`
}
