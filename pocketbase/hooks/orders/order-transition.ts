import { inTransaction } from '../lib/record-transaction'
import { moveOf } from './order-move'
import { EFFECTS, STAMPS } from './transition-effects'
import { GUARDS } from './transition-guards'

/**
 * onRecordUpdate: the one place where an order's states move, for routes and admin edits alike (ORDER-09). Refuses a
 * forbidden move beside its field; writes the timeline, moves stock, queues refunds and mails in the same
 * transaction. A route names its caller with `order.set('actor', …)`: shopper, gateway or system; nobody named is a
 * merchandiser. The gateway books `paid_total` itself.
 * @throws BadRequestError (400) with a sentence beside the field
 */
export function transitionOrder(e: PbRecordEvent): void {
  inTransaction(e, transition)
}

/** What refuses comes first, as a whole; then what the save sets; what reads the written order last. */
function transition(e: PbRecordEvent): void {
  const move = moveOf(e)
  for (const guard of GUARDS) guard(move)
  for (const [when, stamp] of STAMPS) if (when(move)) stamp(move)
  e.next()
  for (const [when, follow] of EFFECTS) if (when(move)) follow(move)
}

/**
 * Why a save of this order by hand would be refused, in the sentence it would be refused with; empty when it would
 * not. Asks the same guards and writes nothing. That a bill cannot be made is found out by the save alone.
 */
export function moveProblem(app: PbApp, id: string, changes: { [field: string]: string }): string {
  const record = app.findRecordById('orders', id)
  record.load(changes)
  try {
    const move = moveOf({ app, record } as PbRecordEvent)
    for (const guard of GUARDS) guard(move)
    return ''
  } catch (error) {
    const { data = {}, message } = JSON.parse(JSON.stringify(error)) as Refusal
    return Object.values(data)[0]?.message ?? message ?? String(error)
  }
}

interface Refusal {
  message?: string
  data?: { [field: string]: { message: string } }
}

/** onRecordCreateRequest: orders come from the shop's own route and are kept, as tax law asks. */
export function refuseOrderByHand(): never {
  throw new ForbiddenError('Orders are placed in the shop and kept. Cancel an order instead of deleting it.')
}
