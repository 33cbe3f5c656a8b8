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

/** onRecordCreateRequest: orders come from the shop's own route and are kept, as tax law asks. */
export function refuseOrderByHand(): never {
  throw new ForbiddenError('Orders are placed in the shop and kept. Cancel an order instead of deleting it.')
}
