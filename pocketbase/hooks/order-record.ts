import {
  FULFILMENT_LABELS,
  FULFILMENT_TRANSITIONS,
  type FulfilmentStatus,
  mayMove,
  ORDER_TRANSITIONS,
  PAYMENT_TRANSITIONS,
} from '../../src/domain/order'
import { billForMove } from './bills'
import { now } from './clock'
import { addMovement, recordDate } from './stock'

/** What a merchandiser changes on an order (contract.md); everything else on the record is the server's. */
const MERCHANDISER_FIELDS = [
  'status',
  'payment_status',
  'fulfilment_status',
  'review_flag',
  'courier',
  'tracking_number',
  'tracking_url',
]

const AXES = [
  { field: 'status', table: ORDER_TRANSITIONS },
  { field: 'payment_status', table: PAYMENT_TRANSITIONS },
  { field: 'fulfilment_status', table: FULFILMENT_TRANSITIONS },
] as const

/** Reopened only by money that arrives late, which takes the pieces again. */
const CLOSED = ['cancelled', 'expired']

type Table = { readonly [state: string]: readonly string[] }

/**
 * onRecordUpdateRequest: the admin UI sends the whole record as it stood when its panel was opened. Whatever the server owns (money,
 * lines, contact, hashes) is taken from the database instead.
 */
export function keepServerFields(e: PbRecordRequestEvent): void {
  const stored = e.record.original()
  for (const field of Object.keys(JSON.parse(JSON.stringify(stored.fieldsData())))) {
    if (!MERCHANDISER_FIELDS.includes(field)) e.record.set(field, stored.get(field))
  }
  // Not a field: the routes' own word for who moves the order.
  e.record.set('actor', '')
  e.next()
}

/**
 * onRecordUpdate: the one place where an order's states move, for routes and admin edits alike (ORDER-09). Refuses a forbidden move beside its
 * field; writes the timeline and gives stock back in the same transaction. A route names its caller with `order.set('actor', …)`.
 */
export function moveOrder(e: PbRecordEvent): void {
  const outer = e.app
  let thrown: unknown
  try {
    outer.runInTransaction((txApp) => {
      e.app = txApp
      try {
        moveInTransaction(e)
      } catch (error) {
        thrown = error
        throw error
      }
    })
  } catch (error) {
    // Crossing the transaction, an exception loses the fields it names.
    throw thrown ?? error
  } finally {
    e.app = outer
  }
}

function moveInTransaction(e: PbRecordEvent): void {
  const { record } = e
  // Somebody else may have moved the order since this save read it: what this save leaves alone stands as it is now.
  const before = e.app.findRecordById('orders', record.id)
  const read = record.original()
  record.ignoreUnchangedFields(true)
  for (const { field } of AXES) {
    if (record.getString(field) === read.getString(field)) record.set(field, before.getString(field))
  }
  const actor = record.getString('actor') || 'store'
  const status = record.getString('status')
  const moved = (field: string) => before.getString(field) !== record.getString(field)
  if (moved('status') && CLOSED.includes(before.getString('status')) && actor !== 'gateway') {
    refuse('status', 'A closed order stays closed: its pieces are on sale again. Ask the shopper for a new order')
  }
  for (const { field, table } of AXES)
    refuseForbiddenMove(field, table, before.getString(field), record.getString(field))
  const fulfilment = record.getString('fulfilment_status') as FulfilmentStatus
  if (moved('fulfilment_status') && status !== 'confirmed' && status !== 'completed') {
    refuse('fulfilment_status', 'Only a confirmed order can be packed and sent')
  }
  const cancelled = moved('status') && status === 'cancelled'
  if (cancelled) {
    if (fulfilment !== 'unfulfilled' && fulfilment !== 'packed')
      refuse('status', 'This parcel is on its way; mark it as returned instead')
    record.set('cancelled_at', recordDate(now()))
    if (record.getString('payment_status') === 'unpaid') record.set('payment_status', 'voided')
  }
  const paid = moved('payment_status') && record.getString('payment_status') === 'paid'
  if (paid) record.set('paid_total', record.getInt('grand_total'))
  e.next()
  billForMove(e.app, before, record)

  const add = (type: string, label: string) => addEvent(e.app, record.id, { type, label, actor })
  if (cancelled) {
    returnStock(e.app, record.id)
    add('cancelled', actor === 'shopper' ? 'Cancelled by you' : 'Cancelled by the shop')
  }
  if (moved('status') && status === 'completed') add('completed', 'Completed')
  if (paid) add('paid', 'Paid')
  if (moved('fulfilment_status')) add(fulfilment, FULFILMENT_LABELS[fulfilment])
}

function refuseForbiddenMove(field: string, table: Table, from: string, to: string): void {
  if (mayMove(table, from, to)) return
  if (reaches(table, to, from))
    refuse(field, 'This order has changed since you opened it. Close the panel and open it again')
  const next = table[from]?.join(' or ')
  refuse(field, next ? `From ${from} an order can only become ${next}` : `${from} is final`)
}

/** Whether one state leads to another by any number of moves: then the asked-for move would go backward. */
function reaches(table: Table, from: string, to: string, seen: string[] = []): boolean {
  return (table[from] ?? []).some(
    (next) => next === to || (!seen.includes(next) && reaches(table, next, to, [...seen, next])),
  )
}

function refuse(field: string, message: string): never {
  throw new BadRequestError('The order could not be saved.', {
    [field]: new ValidationError('validation_forbidden_move', message),
  })
}

/** onRecordCreateRequest and onRecordDeleteRequest: orders come from the shop's own route and are kept, as tax law asks. */
export function refuseOrderByHand(): never {
  throw new ForbiddenError('Orders are placed in the shop and kept. Cancel an order instead of deleting it.')
}

/** A line of the order's timeline. */
export function addEvent(app: PbApp, order: string, event: { type: string; label: string; actor: string }): void {
  app.save(new Record(app.findCollectionByNameOrId('order_events'), { order, public: true, ...event }))
}

/** Undoes what the order took from the ledger, once: what is returned is what its movements still sum up to. */
function returnStock(app: PbApp, order: string): void {
  const taken = arrayOf(new DynamicModel({ product: '', pieces: 0 }))
  app
    .db()
    .newQuery(
      'SELECT product, SUM(delta) AS pieces FROM stock_movements WHERE "order" = {:order} GROUP BY product HAVING SUM(delta) < 0',
    )
    .bind({ order })
    .all(taken)
  for (const row of taken) {
    addMovement(app, {
      product: String(row.product),
      delta: -Number(row.pieces),
      reason: 'return',
      order,
      note: 'Order cancelled',
    })
  }
}
