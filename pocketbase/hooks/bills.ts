import {
  type BillData,
  type BilledOrder,
  type BillKind,
  billNumber,
  creditNoteNumber,
  makeBill,
  makeCreditNote,
} from '../../src/domain/bill'
import { billDocument } from '../../src/domain/bill-document'
import { parseDate } from '../../src/domain/date'
import type { OrderItem } from '../../src/domain/order'
import { parseSettings, type StoreSettings } from '../../src/domain/settings'
import { fiscalYear } from '../../src/domain/tax'
import { answerRefusal, NOT_FOUND } from './answer'
import { now } from './clock'
import { plain } from './facts'
import { ownOrder } from './order-access'
import { answering } from './slow-clients'
import { recordDate } from './stock'
import { taxRateOf, taxRateOfCode } from './tax-rates'

/** The parts of PocketBase's file storage this file uses. */
interface FileApp extends PbApp {
  newFilesystem(): { getReader(key: string): PbOpenFile; close(): void }
}
interface FileRecord extends PbRecord {
  baseFilesPath(): string
}
interface PageEvent extends PbRequestEvent {
  html(status: number, text: string): void
}
declare const $filesystem: { fileFromBytes(content: string, name: string): unknown }

type OrderState = Pick<PbRecord, 'getString'>

/**
 * What a move of an order means for its bill; called in the transaction of the move, with the record as it stood before. The bill is made when the
 * parcel is packed, or sent without having been called packed: goods are billed when they leave (section 31 of the CGST Act), and an order that
 * is cancelled before has used no number. Goods that come back unpaid are credited.
 * @throws BadRequestError (400) beside fulfilment_status when the order's sums are not its total
 */
export function billForMove(txApp: PbApp, before: OrderState, order: PbRecord): void {
  const movedTo = (field: string, states: readonly string[]) =>
    before.getString(field) !== order.getString(field) && states.includes(order.getString(field))
  if (movedTo('fulfilment_status', ['packed', 'shipped'])) issueBill(txApp, order)
  if (movedTo('payment_status', ['refunded'])) creditCash(txApp, order)
  const back = movedTo('fulfilment_status', ['returned_to_origin', 'returned'])
  if (!back && !movedTo('status', ['cancelled'])) return
  // Money that was taken is credited when it has gone back, see creditRefund.
  if (order.getInt('paid_total') > order.getInt('refunded_total')) return
  creditBill(txApp, order.id, order.getInt('grand_total'), back ? 'Parcel came back' : 'Order cancelled')
}

/** Cash that the shop handed back by itself has no record in refunds that would make the note. */
function creditCash(txApp: PbApp, order: PbRecord): void {
  const written = txApp
    .findRecordsByFilter('refunds', 'order = {:order} && status = "processed"', '', 0, 0, { order: order.id })
    .reduce((sum, refund) => sum + refund.getInt('amount'), 0)
  creditBill(txApp, order.id, order.getInt('refunded_total') - written, 'Refund')
}

/** Makes the order's bill, once. */
function issueBill(txApp: PbApp, order: PbRecord): void {
  if (billOf(txApp, order.id)) return
  const time = now()
  const year = fiscalYear(time)
  const sequence = nextSequence(txApp, year, ['receipt', 'bill_of_supply', 'tax_invoice'])
  const bill = billFor(txApp, order, billNumber(year, sequence), recordDate(time))
  keepBill(txApp, order.id, bill, { year, sequence })
}

function billFor(txApp: PbApp, order: PbRecord, number: string, issuedAt: string): BillData {
  const text = (field: string) => order.getString(field)
  const fields = plain(order) as unknown as BilledOrder
  const settings = readSettings(txApp)
  const items =
    settings.gst_mode === 'regular' ? fields.items.map((item) => taxedLine(txApp, order, item)) : fields.items
  try {
    return makeBill({
      order: {
        ...fields,
        items,
        contact: { name: text('name'), email: text('email'), phone: text('phone') },
        address: {
          line1: text('line1'),
          line2: text('line2'),
          landmark: text('landmark'),
          city: text('city'),
          state: text('state'),
          pincode: text('pincode'),
        },
      },
      settings,
      number,
      issuedAt,
    })
  } catch (error) {
    throw noBill((error as Error).message)
  }
}

const noBill = (why: string) =>
  new BadRequestError('The order could not be saved.', {
    fulfilment_status: new ValidationError('validation_no_bill', `Its bill cannot be made: ${why}`),
  })

/**
 * A line as a tax invoice has it. One that had no rate when it was ordered takes what is known by now: of its code on that day, else of the product
 * as it is, else of its code today.
 * @throws BadRequestError (400) when nobody knows a rate: no tax must be said, too
 */
function taxedLine(txApp: PbApp, order: PbRecord, item: OrderItem): OrderItem {
  if (item.gst_rate > 0 || item.line_total === 0) return item
  const placed = parseDate(order.getString('placed_at'))
  const onThatDay = item.hsn ? taxRateOfCode(txApp, item.hsn, placed) : null
  if (onThatDay !== null) return { ...item, gst_rate: onThatDay }
  const [product] = txApp.findRecordsByIds('products', [item.product])
  const rate = (product && taxRateOf(txApp, product, now())) ?? taxRateOfCode(txApp, item.hsn, now())
  if (rate === null)
    throw noBill(
      `“${item.name}” has no GST rate. Write hsn or gst_rate in its record in products, then save this again. For goods without tax add a row with rate 0 to tax_rates${product || item.hsn ? '' : ', with the code 00'}.`,
    )
  return { ...item, gst_rate: rate, hsn: item.hsn || (product?.getString('hsn') ?? '') }
}

/** Credits what went back or came back of a tax invoice; receipts and bills of supply carry no tax that would have to be taken back. */
function creditBill(txApp: PbApp, orderId: string, amount: number, reason: string): void {
  const bill = billOf(txApp, orderId)
  if (bill?.getString('kind') !== 'tax_invoice') return
  const earlier = txApp.findRecordsByFilter('bills', 'order = {:order} && kind = "credit_note"', 'sequence', 0, 0, {
    order: orderId,
  })
  const time = now()
  const year = fiscalYear(time)
  const sequence = nextSequence(txApp, year, ['credit_note'])
  const note = makeCreditNote({
    bill: dataOf(bill),
    earlier: earlier.map(dataOf),
    amount,
    number: creditNoteNumber(year, sequence),
    issuedAt: recordDate(time),
    reason,
  })
  if (note) keepBill(txApp, orderId, note, { year, sequence })
}

const dataOf = (bill: PbRecord) => plain(bill).data as BillData

function billOf(app: PbApp, order: string): PbRecord | undefined {
  return app.findRecordsByFilter('bills', 'order = {:order} && kind != "credit_note"', '', 1, 0, { order })[0]
}

/**
 * The next number of the year's series. Write transactions run one after another, and what is undone leaves no row: the series has neither a gap
 * nor a number twice.
 */
function nextSequence(txApp: PbApp, year: string, kinds: readonly BillKind[]): number {
  // One question for each kind: that way the index answers without reading a bill.
  const last = kinds.map((kind) => {
    const rows = arrayOf(new DynamicModel({ last: 0 }))
    txApp
      .db()
      .newQuery('SELECT COALESCE(MAX(sequence), 0) AS last FROM bills WHERE kind = {:kind} AND fiscal_year = {:year}')
      .bind({ kind, year })
      .all(rows)
    return Number(rows[0]?.last)
  })
  return Math.max(...last) + 1
}

function keepBill(txApp: PbApp, order: string, bill: BillData, { year, sequence }: { year: string; sequence: number }) {
  const record = new Record(txApp.findCollectionByNameOrId('bills'), {
    order,
    number: bill.number,
    kind: bill.kind satisfies BillKind,
    fiscal_year: year,
    sequence,
    issued_at: bill.issued_at,
    data: bill,
  })
  const name = `${bill.number.replace(/\W+/g, '-')}.html`
  record.set('document', $filesystem.fileFromBytes(billDocument(bill), name))
  txApp.save(record)
}

function readSettings(app: PbApp): StoreSettings {
  const settings = app.findRecordsByFilter('store_settings', '', 'created', 1)[0]
  return parseSettings(settings ? plain(settings) : null)
}

/**
 * GET /api/store/orders/{id}/bill: the order's bill as a page of its own, for its owner or the bearer of its token; 404 until it is made. It runs
 * nothing, and is told to run nothing.
 */
export function showBill(e: PbRequestEvent) {
  const order = ownOrder(e)
  const bill = order ? billOf(e.app, order.id) : undefined
  if (!bill) return answerRefusal(e, NOT_FOUND)
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  answering(e, () => (e as PageEvent).html(200, documentOf(e.app as FileApp, bill as FileRecord)))
}

function documentOf(app: FileApp, bill: FileRecord): string {
  const files = app.newFilesystem()
  try {
    const reader = files.getReader(`${bill.baseFilesPath()}/${bill.getString('document')}`)
    try {
      return toString(reader)
    } finally {
      reader.close()
    }
  } finally {
    files.close()
  }
}

const NO_SUPPLY = ['duplicate_payment']
const REASONS: Record<string, string> = { cancelled: 'Order cancelled', no_stock: 'Could not be supplied' }

/**
 * onRecordCreateExecute and onRecordUpdateExecute of refunds: once money of a billed order has gone back, a credit note says so, in the same
 * transaction. Money that was paid twice never belonged to the bill.
 */
export function creditRefund(e: PbRecordEvent): void {
  const refund = e.record
  const processed = refund.getString('status') === 'processed'
  const before = refund.isNew() ? '' : refund.original().getString('status')
  if (!processed || before === 'processed' || NO_SUPPLY.includes(refund.getString('reason'))) {
    e.next()
    return
  }
  const outer = e.app
  try {
    outer.runInTransaction((txApp) => {
      e.app = txApp
      e.next()
      const reason = REASONS[refund.getString('reason')] ?? 'Refund'
      creditBill(txApp, refund.getString('order'), refund.getInt('amount'), reason)
    })
  } finally {
    e.app = outer
  }
}

/** onRecordCreateRequest, onRecordUpdate and onRecordDelete of bills: the store makes them, and then they stand (rule 46(b)). */
export function refuseBillChange(): never {
  throw new ForbiddenError('Bills are made by the store when a parcel is packed, and kept as they are.')
}
