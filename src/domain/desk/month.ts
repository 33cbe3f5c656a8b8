import { sumByKey } from '../by-key'
import { indianDay, parseDate } from '../date'
import type { Invoice, InvoiceKind, InvoiceRow } from '../invoices/invoice'
import { type Paise, plainRupees } from '../money'

/** Money of some papers, paise; credit notes count below 0. `taxable` + taxes + `rounding` = `total`. */
export interface MonthSum {
  papers: number
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  rounding: Paise
  total: Paise
}

export interface RateSum extends MonthSum {
  /** Percent; undefined for papers without tax and for rounding. */
  rate: number | undefined
  /** Codes of the goods, those with most money first. */
  hsn: string[]
}

/** The papers of a month and their sums. */
export interface Month {
  bills: Invoice[]
  credits: Invoice[]
  /** Of test payments: no valid bills, in no sum. */
  tests: Invoice[]
  /** Of bills alone. */
  byRate: RateSum[]
  creditSum: MonthSum
  together: MonthSum
}

const NONE: MonthSum = { papers: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, rounding: 0, total: 0 }

const signOf = ({ kind }: Invoice) => (kind === 'credit_note' ? -1 : 1)
/** -0 is no sum. */
const signed = (amount: Paise, sign: number): Paise => (amount === 0 ? 0 : amount * sign)

function plusRow(sum: MonthSum, row: InvoiceRow, sign: number): MonthSum {
  return {
    ...sum,
    taxable: sum.taxable + signed(row.taxable, sign),
    cgst: sum.cgst + signed(row.cgst, sign),
    sgst: sum.sgst + signed(row.sgst, sign),
    igst: sum.igst + signed(row.igst, sign),
    total: sum.total + signed(row.amount, sign),
  }
}

/** A paper's sums: rows and rounding, which are its total. */
function paperSum(paper: Invoice): MonthSum {
  const sign = signOf(paper)
  const rows = paper.rows.reduce((sum, row) => plusRow(sum, row, sign), NONE)
  const rounding = signed(paper.round_off, sign)
  return { ...rows, papers: 1, rounding, total: rows.total + rounding }
}

function plus(sum: MonthSum, other: MonthSum): MonthSum {
  const added = { ...sum }
  for (const name of Object.keys(NONE) as (keyof MonthSum)[]) added[name] += other[name]
  return added
}

/** What papers come to, paise; a credit note takes off. */
const sumOf = (papers: readonly Invoice[]): MonthSum => papers.map(paperSum).reduce(plus, NONE)

/** Rows of papers by what they have in common; each group with the number of papers it stands in. */
function groupRows<K>(papers: readonly Invoice[], keyOf: (row: InvoiceRow, paper: Invoice) => K) {
  const groups = new Map<string, { key: K; sum: MonthSum; quantity: number; rows: InvoiceRow[]; papers: Set<string> }>()
  for (const paper of papers) {
    const sign = signOf(paper)
    for (const row of paper.rows) {
      const key = keyOf(row, paper)
      const name = JSON.stringify(key)
      const group = groups.get(name) ?? { key, sum: NONE, quantity: 0, rows: [], papers: new Set<string>() }
      group.sum = plusRow(group.sum, row, sign)
      group.quantity += row.quantity * sign
      group.rows.push(row)
      group.papers.add(paper.number)
      groups.set(name, group)
    }
  }
  return [...groups.values()].map((group) => ({ ...group, sum: { ...group.sum, papers: group.papers.size } }))
}

/** Tax is named on tax invoices and what takes them back alone. */
const isTaxed = ({ kind }: Invoice) => kind === 'tax_invoice' || kind === 'credit_note'
const rateOf = (row: InvoiceRow, paper: Invoice): number | null => (isTaxed(paper) ? row.rate : null)

function ratesOf(papers: readonly Invoice[]): RateSum[] {
  const groups = groupRows(papers, rateOf)
  groups.sort((a, b) => (a.key ?? -1) - (b.key ?? -1))
  return groups.map(({ key, sum, rows }) => ({ ...sum, rate: key ?? undefined, hsn: codesOf(rows) }))
}

function codesOf(rows: readonly InvoiceRow[]): string[] {
  const codes = sumByKey(rows.filter(({ hsn }) => hsn).map(({ hsn, amount }) => [hsn, amount]))
  return [...codes].sort(([, a], [, b]) => b - a).map(([hsn]) => hsn)
}

/** Papers of one month → its sums. What test payments made is left out of them. */
export function monthOf(papers: readonly Invoice[]): Month {
  const valid = papers.filter(({ payment }) => payment !== 'test')
  const bills = valid.filter(({ kind }) => kind !== 'credit_note')
  const credits = valid.filter(({ kind }) => kind === 'credit_note')
  return {
    bills,
    credits,
    tests: papers.filter(({ payment }) => payment === 'test'),
    byRate: ratesOf(bills),
    creditSum: sumOf(credits),
    together: sumOf(valid),
  }
}

const MONEY = ['taxable_value', 'cgst', 'sgst_or_utgst', 'igst', 'rounding', 'total']
const money = ({ taxable, cgst, sgst, igst, rounding, total }: MonthSum) =>
  [taxable, cgst, sgst, igst, rounding, total].map(plainRupees)

const KINDS: Record<InvoiceKind, string> = {
  receipt: 'receipt',
  bill_of_supply: 'bill of supply',
  tax_invoice: 'tax invoice',
  credit_note: 'credit note',
}

/** The day in India. */
const dayOf = (date: string) => indianDay(parseDate(date))
const placeOf = ({ buyer }: Invoice) => (buyer.state_number ? `${buyer.state_number}-${buyer.state}` : buyer.state)

type Table = string[][]

function paperTable(papers: readonly Invoice[]): Table {
  return [
    [
      ...['number', 'date', 'kind', 'order', 'buyer', 'place_of_supply', 'between_states', 'payment'],
      ...['against_number', 'against_date', 'reason', ...MONEY],
    ],
    ...papers.map((paper) => [
      ...[paper.number, dayOf(paper.issued_at), KINDS[paper.kind], paper.order_number, paper.buyer.name],
      ...[placeOf(paper), paper.inter_state ? 'yes' : 'no', paper.payment],
      ...[
        paper.against?.number ?? '',
        paper.against ? dayOf(paper.against.issued_at) : '',
        paper.against?.reason ?? '',
      ],
      ...money(paperSum(paper)),
    ]),
  ]
}

/** Rows of bills and credit notes in groups, and a last one with the rounding: together they are the papers' total. */
function groupTable(
  headings: string[],
  papers: readonly Invoice[],
  keyOf: (row: InvoiceRow, paper: Invoice) => string[],
  pieces = false,
): Table {
  const groups = groupRows(papers, keyOf)
  groups.sort((a, b) => (a.key.join('\t') < b.key.join('\t') ? -1 : 1))
  const rounding = papers.reduce((sum, paper) => sum + signed(paper.round_off, signOf(paper)), 0)
  const last = { ...NONE, rounding, total: rounding }
  return [
    [...headings, 'papers', ...(pieces ? ['pieces'] : []), ...MONEY],
    ...groups.map(({ key, sum, quantity }) => [
      ...key,
      String(sum.papers),
      ...(pieces ? [String(quantity)] : []),
      ...money(sum),
    ]),
    ...(rounding === 0
      ? []
      : [['rounding', ...headings.slice(1).map(() => ''), '', ...(pieces ? [''] : []), ...money(last)]]),
  ]
}

const percent = (row: InvoiceRow, paper: Invoice) => {
  const rate = rateOf(row, paper)
  return rate === null ? 'none' : String(Number(rate.toFixed(2)))
}

/**
 * What the accountant gets of a month, by file name: bills, credit notes, and their rows by rate, by state and by HSN.
 * Credit notes stand below 0; the sums of each of the last three are those of the papers to the paisa.
 */
export function monthFiles(month: Month): { [name: string]: Table } {
  const papers = [...month.bills, ...month.credits]
  return {
    'bills.csv': paperTable(month.bills),
    'credit-notes.csv': paperTable(month.credits),
    'by-rate.csv': groupTable(['rate_percent', 'kind'], papers, (row, paper) => [
      percent(row, paper),
      KINDS[paper.kind],
    ]),
    'by-state.csv': groupTable(['place_of_supply', 'between_states', 'rate_percent'], papers, (row, paper) => [
      placeOf(paper),
      paper.inter_state ? 'yes' : 'no',
      percent(row, paper),
    ]),
    'by-hsn.csv': groupTable(
      ['hsn', 'rate_percent'],
      papers,
      (row, paper) => [row.hsn || 'none', percent(row, paper)],
      true,
    ),
    ...(month.tests.length > 0 && { 'test-payments-not-counted.csv': paperTable(month.tests) }),
  }
}
