import { now } from '../lib/clock'
import { refundable, waitingRefunds } from '../payments/refunds'
import { correctDelivery } from './order-delivery'

/**
 * One save of an order: where it stood, where it goes, who moves it. Made once; every row of the tables of
 * `order-transition.ts` reads it.
 */
export interface Move {
  app: PbApp
  /** As it stands in the transaction. */
  before: PbRecord
  /** As it is saved. */
  order: PbRecord
  actor: string
  /** A merchandiser moves it: no route named itself as the actor. */
  byHand: boolean
  /** Of the whole save, ms. */
  time: number
  /** Delivery fields that were corrected by hand. */
  corrected: string[]
  /** It is cancelled by hand and its money can be kept from going back for a while yet. */
  refundWaits: boolean
  /**
   * What a merchandiser's `refunded` asks for: that the provider gives the money back, or to write down that it was
   * handed back.
   */
  refund: 'by_provider' | 'handed_back' | null
  moved(field: string): boolean
  /** Whether this save moves the field to this state. */
  movedTo(field: string, state: string): boolean
}

/** The fields of the three axes an order moves along. */
export const AXES = ['status', 'payment_status', 'fulfilment_status'] as const

/**
 * Call it before the order is written: what it finds out about refunds is another answer once they are queued. Fields
 * this save leaves alone get the values of `before`: somebody else may have moved the order since the save read it.
 * @throws BadRequestError (400) beside delivery fields that cannot be corrected so
 */
export function moveOf({ app, record: order }: PbRecordEvent): Move {
  const before = app.findRecordById('orders', order.id)
  const read = order.original()
  for (const field of order.collection().fields.fieldNames()) {
    if (order.getString(field) === read.getString(field)) order.set(field, before.get(field))
  }
  const actor = order.getString('actor') || 'store'
  const byHand = actor === 'store'
  const moved = (field: string) => before.getString(field) !== order.getString(field)
  const movedTo = (field: string, state: string) => moved(field) && order.getString(field) === state
  const corrected = byHand ? correctDelivery(app, before, order) : []
  const providerHasMoney = () => refundable(app, order.id).length > 0
  const cancelled = byHand && movedTo('status', 'cancelled')
  const refunded = byHand && movedTo('payment_status', 'refunded')
  return {
    ...{ app, before, order, actor, byHand, corrected, moved, movedTo, time: now() },
    refundWaits: cancelled && (providerHasMoney() || waitingRefunds(app, order.id).length > 0),
    refund: refunded ? (providerHasMoney() ? 'by_provider' : 'handed_back') : null,
  }
}
