import { parseDate } from '../../../src/domain/date'
import {
  creditedParts,
  creditNoteNumber,
  type Invoice,
  type InvoicedOrder,
  type InvoiceKind,
  invoiceNumber,
  makeCreditNote,
  makeInvoice,
} from '../../../src/domain/invoices/invoice'
import { invoiceDocument } from '../../../src/domain/invoices/invoice-document'
import { fiscalYear } from '../../../src/domain/invoices/tax'
import type { Paise } from '../../../src/domain/money'
import { CAME_BACK, type OrderItem } from '../../../src/domain/orders/order'
import { parseRefundLines, type RefundLines } from '../../../src/domain/payments/refund-pieces'
import type { RefundReason } from '../../../src/domain/payments/refund-status'
import { taxRateOf, taxRateOfCode } from '../catalog/tax-rates'
import { answerProblem, NOT_FOUND } from '../guard/answer'
import { ownOrder } from '../guard/order-access'
import { answering } from '../guard/slow-clients'
import { now, recordDate } from '../lib/clock'
import { linesOf } from '../lib/order-lines'
import { orderRecipient } from '../lib/order-recipient'
import { inTransaction } from '../lib/record-transaction'
import { firstRecord, newRecord, plain, recordById, rows } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'

type OrderState = Pick<PbRecord, 'getString'>

/**
 * What a move of an order means for its invoice; called in the transaction of the move, with the record as it stood
 * before. The invoice is made when the parcel is packed, or sent without having been called packed: goods are billed
 * when they leave (section 31 of the CGST Act), and an order that is cancelled before has used no number. Goods that
 * come back unpaid are credited.
 * @throws BadRequestError (400) beside fulfilment_status when the order's sums are not its total
 */
export function invoiceTransition(txApp: PbApp, before: OrderState, order: PbRecord): void {
  const movedTo = (field: string, states: readonly string[]) =>
    before.getString(field) !== order.getString(field) && states.includes(order.getString(field))
  if (movedTo('fulfilment_status', ['packed', 'shipped'])) issueInvoice(txApp, order)
  if (movedTo('payment_status', ['refunded'])) creditCash(txApp, order)
  const back = movedTo('fulfilment_status', CAME_BACK)
  if (!back && !movedTo('status', ['cancelled'])) return
  // Its money is credited when it has gone back, see creditRefund; a second payment's is not its own.
  const paid = !NO_MONEY.includes(order.getString('payment_status'))
  if (paid && order.getInt('paid_total') > order.getInt('refunded_total')) return
  creditInvoice(txApp, order.id, {
    amount: order.getInt('grand_total'),
    reason: back ? 'Parcel came back' : 'Order cancelled',
  })
}

/** Cash that the shop handed back by itself has no record in refunds that would make the note. */
function creditCash(txApp: PbApp, order: PbRecord): void {
  const written = txApp
    .findRecordsByFilter('refunds', 'order = {:order} && status = "processed"', '', 0, 0, { order: order.id })
    .reduce((sum, refund) => sum + refund.getInt('amount'), 0)
  creditInvoice(txApp, order.id, { amount: order.getInt('refunded_total') - written, reason: 'Refund' })
}

/**
 * Makes the order's invoice, once: when its parcel is packed, or printed for packing.
 * @throws BadRequestError (400) beside fulfilment_status when it cannot be made
 */
export function issueInvoice(txApp: PbApp, order: PbRecord): void {
  if (billOf(txApp, order.id)) return
  const time = now()
  const year = fiscalYear(time)
  const sequence = nextSequence(txApp, year, ['receipt', 'bill_of_supply', 'tax_invoice'])
  const invoice = invoiceFor(txApp, order, invoiceNumber(year, sequence), recordDate(time))
  saveInvoice(txApp, order.id, invoice, { year, sequence })
  creditEarlier(txApp, order.id)
}

/** Pieces given back before there was a bill: it names all that was ordered. */
function creditEarlier(txApp: PbApp, order: string): void {
  const filter = 'order = {:order} && status = "processed"'
  for (const refund of txApp.findRecordsByFilter('refunds', filter, 'processed_at,@rowid', 0, 0, { order }))
    if (parseRefundLines(plain(refund).lines)) creditOne(txApp, refund)
}

function creditOne(txApp: PbApp, refund: PbRecord): void {
  const order = txApp.findRecordById('orders', refund.getString('order'))
  const lines = parseRefundLines(plain(refund).lines)
  creditInvoice(txApp, order.id, {
    amount: ofItsBill(txApp, order, { amount: refund.getInt('amount'), lines }),
    reason: REASONS[refund.getString('reason') as RefundReason] ?? 'Refund',
    lines,
  })
}

/**
 * How much of a refund is the bill's, paise: of rupees for no piece what is here beyond what the bill still asks for
 * goes first, a second payment that could not go back by itself for instance.
 * @param planned it is still to be asked for: all rupees for no piece that are on their way go before it, and not
 *   second payments alone
 */
export function ofItsBill(
  app: PbApp,
  order: PbRecord,
  { amount, lines, planned = false }: Pick<Credit, 'amount' | 'lines'> & { planned?: boolean },
): Paise {
  if (lines) return amount
  const going = app
    .findRecordsByFilter('refunds', 'order = {:order} && (status = "queued" || status = "pending")', '', 0, 0, {
      order: order.id,
    })
    .filter((row) => (planned ? !parseRefundLines(plain(row).lines) : row.getString('reason') === 'duplicate_payment'))
    .reduce((sum, row) => sum + row.getInt('amount'), 0)
  const here = order.getInt('paid_total') - order.getInt('refunded_total') - going
  const credited = creditNotes(app, order.id).reduce((sum, note) => sum + note.grand_total, 0)
  const own = NO_MONEY.includes(order.getString('payment_status')) ? 0 : order.getInt('grand_total') - credited
  return Math.max(0, amount - Math.max(0, here - own))
}

function invoiceFor(txApp: PbApp, order: PbRecord, number: string, issuedAt: string): Invoice {
  const fields = plain(order) as unknown as InvoicedOrder
  const settings = storeSettings(txApp)
  const lines = linesOf(order)
  const items = settings.gst_mode === 'regular' ? lines.map((item) => taxedLine(txApp, order, item)) : lines
  try {
    return makeInvoice({
      order: {
        ...fields,
        items,
        ...orderRecipient(order),
      },
      settings,
      number,
      issuedAt,
    })
  } catch (error) {
    throw noInvoice((error as Error).message)
  }
}

const noInvoice = (why: string) =>
  new BadRequestError('The order could not be saved.', {
    fulfilment_status: new ValidationError('validation_no_bill', `Its bill cannot be made: ${why}`),
  })

/**
 * A line as a tax invoice has it. One that had no rate when it was ordered takes what is known by now: of its code on
 * that day, else of the product as it is, else of its code today.
 * @throws BadRequestError (400) when nobody knows a rate: no tax must be said, too
 */
function taxedLine(txApp: PbApp, order: PbRecord, item: OrderItem): OrderItem {
  if (item.gst_rate > 0 || item.line_total === 0) return item
  const placed = parseDate(order.getString('placed_at'))
  const onThatDay = item.hsn ? taxRateOfCode(txApp, item.hsn, placed) : null
  if (onThatDay !== null) return { ...item, gst_rate: onThatDay }
  const product = recordById(txApp, 'products', item.product)
  const time = now()
  const rate = (product && taxRateOf(txApp, product, time)) ?? taxRateOfCode(txApp, item.hsn, time)
  if (rate === null)
    throw noInvoice(
      `“${item.name}” has no GST rate. Write hsn or gst_rate in its record in products, then save this again. For goods without tax add a row with rate 0 to tax_rates${product || item.hsn ? '' : ', with the code 00'}.`,
    )
  return { ...item, gst_rate: rate, hsn: item.hsn || (product?.getString('hsn') ?? '') }
}

/**
 * Credits what went back or came back of a tax invoice; receipts and bills of supply carry no tax that would have to
 * be taken back.
 */
function creditInvoice(txApp: PbApp, orderId: string, credit: Omit<Credit, 'number' | 'time'>): void {
  const time = now()
  const year = fiscalYear(time)
  const sequence = nextSequence(txApp, year, ['credit_note'])
  const note = creditNote(txApp, orderId, { ...credit, number: creditNoteNumber(year, sequence), time })
  if (note) saveInvoice(txApp, orderId, note, { year, sequence })
}

interface Credit {
  /** Paise. */
  amount: number
  /** What it is for, when it is for pieces. */
  lines?: RefundLines | null
  number?: string
  /** When it is made, ms; now if it is not told. */
  time?: number
  reason?: string
}

/** The credit note an amount would get, not written down; null when the order has no tax invoice to take it from. */
export function creditNote(
  app: PbApp,
  order: string,
  { amount, lines, number = '', reason = '', time = now() }: Credit,
): Invoice | null {
  const record = billOf(app, order)
  if (record?.getString('kind') !== 'tax_invoice') return null
  const invoice = dataOf(record)
  const parts = lines ? creditedParts(invoice, linesOf(app.findRecordById('orders', order)), lines) : []
  const issuedAt = recordDate(time)
  return makeCreditNote({ invoice, earlier: creditNotes(app, order), amount, parts, number, issuedAt, reason })
}

const creditNotes = (app: PbApp, order: string): Invoice[] =>
  app.findRecordsByFilter('bills', 'order = {:order} && kind = "credit_note"', 'sequence', 0, 0, { order }).map(dataOf)

/** What a bill says, from its record. */
export const dataOf = (invoice: PbRecord) => plain(invoice).data as Invoice

/** The order's bill, as it is kept in `bills`; none until it is made. */
export function billOf(app: PbApp, order: string): PbRecord | undefined {
  return firstRecord(app, 'bills', 'order = {:order} && kind != "credit_note"', { order })
}

/**
 * The next number of the year's series. Write transactions run one after another, and what is undone leaves no row:
 * the series has neither a gap nor a number twice.
 */
function nextSequence(txApp: PbApp, year: string, kinds: readonly InvoiceKind[]): number {
  // One question for each kind: that way the index answers without reading an invoice.
  const last = kinds.map((kind) => {
    const sql = 'SELECT COALESCE(MAX(sequence), 0) AS last FROM bills WHERE kind = {:kind} AND fiscal_year = {:year}'
    return rows(txApp, sql, { kind, year }, { last: 0 })[0]?.last ?? 0
  })
  return Math.max(...last) + 1
}

function saveInvoice(
  txApp: PbApp,
  order: string,
  invoice: Invoice,
  { year, sequence }: { year: string; sequence: number },
) {
  const record = newRecord(txApp, 'bills', {
    order,
    number: invoice.number,
    kind: invoice.kind satisfies InvoiceKind,
    fiscal_year: year,
    sequence,
    issued_at: invoice.issued_at,
    data: invoice,
  })
  const name = `${invoice.number.replace(/\W+/g, '-')}.html`
  record.set('document', $filesystem.fileFromBytes(invoiceDocument(invoice), name))
  txApp.save(record)
}

/**
 * GET /api/store/orders/{id}/bill: the order's invoice as a page of its own, for its owner or the bearer of its
 * token; 404 until it is made. It runs nothing, and is told to run nothing.
 */
export function showInvoice(e: PbRequestEvent) {
  const order = ownOrder(e)
  const invoice = order ? billOf(e.app, order.id) : undefined
  if (!invoice) return answerProblem(e, NOT_FOUND)
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  answering(e, () => e.html(200, documentOf(e.app, invoice)))
}

/** The printed document of a bill or credit note, HTML. */
export function documentOf(app: PbApp, invoice: PbRecord): string {
  const files = app.newFilesystem()
  try {
    const reader = files.getReader(`${invoice.baseFilesPath()}/${invoice.getString('document')}`)
    try {
      return toString(reader)
    } finally {
      reader.close()
    }
  } finally {
    files.close()
  }
}

const NO_MONEY = ['unpaid', 'voided']
/** What a credit note says of why money went back. */
const REASONS: { readonly [reason in RefundReason]: string } = {
  by_shop: 'Refund',
  cancelled: 'Order cancelled',
  paid_after_cancel: 'Refund',
  duplicate_payment: 'Refund',
  no_stock: 'Could not be supplied',
  at_provider: 'Refund',
}

/**
 * onRecordCreateExecute and onRecordUpdateExecute of refunds: once money of a billed order has gone back, a credit
 * note says so, in the same transaction. Money that was paid twice never belonged to the invoice, see `ofItsBill`.
 */
export function creditRefund(e: PbRecordEvent): void {
  const refund = e.record
  const processed = refund.getString('status') === 'processed'
  const before = refund.isNew() ? '' : refund.original().getString('status')
  if (!processed || before === 'processed') {
    e.next()
    return
  }
  inTransaction(e, ({ app }) => {
    e.next()
    creditOne(app, refund)
  })
}

/**
 * onRecordCreateRequest, onRecordUpdate and onRecordDelete of bills: the store makes them, and then they stand (rule
 * 46(b)).
 */
export function refuseInvoiceChange(): never {
  throw new ForbiddenError('Bills are made by the store when a parcel is packed, and kept as they are.')
}
