import { type AskedPlan, RUPEES_WANTED } from '../../../src/domain/desk/order-request'
import type { RefundPlan } from '../../../src/domain/desk/orders'
import type { TaxSplit } from '../../../src/domain/invoices/tax'
import { formatPaise, type Paise } from '../../../src/domain/money'
import { AT_HOME, type FulfilmentStatus, ON_THE_WAY } from '../../../src/domain/orders/order'
import type { RefundLines } from '../../../src/domain/payments/refund-pieces'
import { liveBooking } from '../delivery/bookings'
import { fieldProblem, type HttpProblem } from '../guard/answer'
import { creditNote, ofItsBill } from '../invoices/invoices'
import { piecesRefund } from '../payments/refunded-pieces'
import { onTheWay } from '../payments/refunds'
import { amountProblem, atMost, refundableByHand } from '../payments/refunds-by-hand'

type Asked = Pick<AskedPlan, 'rupees' | 'pieces' | 'delivery'>

/**
 * What is asked to go back, as the store works it out: rupees as they were typed, pieces by what was paid for them and
 * has not gone back. 400 beside `rupees` or `pieces` when it cannot be, or when pieces come to something else than was
 * shown.
 */
export function askedRefund(
  app: PbApp,
  order: PbRecord,
  { rupees, pieces, delivery }: Asked,
): { amount: Paise; lines: RefundLines | null } | { problem: HttpProblem } {
  const beside = (field: 'rupees' | 'pieces', message: string) => ({
    problem: fieldProblem({ [field]: { code: 'validation_refund', message } }),
  })
  const { left, payment } = refundableByHand(app, order)
  if (pieces.length === 0 && !delivery) {
    if (rupees === 0) return beside('rupees', RUPEES_WANTED)
    const problem = amountProblem(rupees, { left, payment, lines: null })
    return problem ? beside('rupees', problem) : { amount: rupees, lines: null }
  }
  const worked = piecesRefund(app, order, { chosen: { pieces, delivery }, left })
  if ('problem' in worked) return beside('pieces', worked.problem)
  if (left <= 0) return beside('rupees', atMost(left))
  if (worked.amount === 0) return beside('pieces', 'Nothing was paid for these pieces.')
  if (rupees !== 0 && rupees !== worked.amount)
    return beside('rupees', `These come to ${formatPaise(worked.amount)}. Look at them again.`)
  const problem = amountProblem(worked.amount, { left, payment, lines: worked.lines })
  return problem ? beside('pieces', problem) : worked
}

/** A refund calls off a courier who has not fetched the parcel, and none who has. */
function parcelWords(app: PbApp, order: PbRecord): string {
  const parcel = order.getString('fulfilment_status') as FulfilmentStatus
  if (ON_THE_WAY.includes(parcel))
    return 'Its parcel is on its way, and no refund stops it: ask the courier to bring it back.'
  return AT_HOME.includes(parcel) && liveBooking(app, order.id)
    ? 'Its courier is called off once the money has gone.'
    : ''
}

/** What giving so much back would do, without doing it. */
export function refundPlan(
  app: PbApp,
  order: PbRecord,
  { amount, lines }: { amount: Paise; lines: RefundLines | null },
): RefundPlan {
  const note = creditNote(app, order.id, { amount: ofItsBill(app, order, { amount, lines, planned: true }), lines })
  const sum = (field: keyof TaxSplit) => (note?.rows ?? []).reduce((total, row) => total + row[field], 0)
  const kept = order.getInt('paid_total') - order.getInt('refunded_total') - onTheWay(app, 'order', order.id) - amount
  return {
    ...{ amount, lines, kept },
    parcel: kept > 0 ? '' : parcelWords(app, order),
    by: refundableByHand(app, order).payment ? 'provider' : 'hand',
    credit_note: note && {
      taxable: sum('taxable'),
      tax: sum('cgst') + sum('sgst') + sum('igst'),
      tax_name: note.inter_state ? 'IGST' : `CGST and ${note.state_tax}`,
    },
  }
}
