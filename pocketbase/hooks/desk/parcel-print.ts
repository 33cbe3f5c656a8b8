import { stateName } from '../../../src/domain/account/states'
import { counted } from '../../../src/domain/desk/list-words'
import { type LeftOut, type PrintAnswer, parcelsSchema, type Slip } from '../../../src/domain/desk/parcels'
import {
  FULFILMENT_LABELS,
  type FulfilmentStatus,
  type OrderItem,
  STANDING,
  UNDER_WAY,
} from '../../../src/domain/orders/order'
import { cashOf } from '../delivery/bookings'
import { linesToPack } from '../delivery/lines-to-pack'
import { type Refuse, transaction } from '../guard/answer'
import { billOf, dataOf, issueInvoice } from '../invoices/invoices'
import { reasonOf } from '../lib/record-problems'
import { storeSettings } from '../lib/store-settings'
import { GIVEN_BACK, isGivenBack } from '../orders/transition-guards'
import { deskPost, logDeed } from './desk-caller'
import { inOrder } from './parcel-list'

/**
 * POST /api/store/desk/parcels/print: what slips and bills of these orders say. Bills that are missing are made, once:
 * they lie in the parcel that leaves with them.
 */
export function printPapers(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], parcelsSchema, ({ orders: ids }, caller) => {
    const left: LeftOut[] = []
    const papers = inOrder(e.app, ids).flatMap((order) => {
      const printed = transaction(e.app, (txApp, refuse) => paperOf(txApp, order.id, refuse))
      if ('value' in printed) return [printed.value]
      left.push({ order: order.id, number: order.getString('number'), why: printed.problem.message })
      return []
    })
    const made = papers.filter((paper) => paper.made)
    if (made.length > 0) logDeed(e.app, caller, `Made ${counted(made.length, 'bill')} for printing`, '#/packing')
    const settings = storeSettings(e.app)
    const answer: PrintAnswer = {
      shop: {
        name: settings.store_name,
        phone: settings.seller_phone,
        place: settings.seller_address.split('\n').at(-1)?.trim() ?? '',
      },
      slips: papers.map(({ slip }) => slip),
      bills: papers.map(({ bill }) => bill),
      left,
    }
    return answer
  })
}

/** Of the order as it is by now: while others were printed it may have been called off, or its address corrected. */
function paperOf(txApp: PbApp, id: string, refuse: Refuse) {
  const order = txApp.findRecordById('orders', id)
  const why = reasonAgainst(txApp, order)
  if (why) refuse({ status: 400, message: why, data: {} })
  const made = !billOf(txApp, id)
  try {
    issueInvoice(txApp, order)
  } catch (error) {
    refuse({ status: 400, message: reasonOf(error), data: {} })
  }
  const slip = slipOf(order, linesToPack(txApp, [order]).get(id) ?? [])
  return { slip, bill: dataOf(billOf(txApp, id) as PbRecord), made }
}

function reasonAgainst(app: PbApp, order: PbRecord): string {
  const fulfilment = order.getString('fulfilment_status') as FulfilmentStatus
  if (!STANDING.includes(order.getString('status'))) return 'Only a confirmed order is packed and billed.'
  if (!UNDER_WAY.includes(fulfilment)) return `Its parcel needs no papers any more: “${FULFILMENT_LABELS[fulfilment]}”.`
  return isGivenBack(app, order) ? `${GIVEN_BACK}.` : ''
}

function slipOf(order: PbRecord, items: OrderItem[]): Slip {
  const text = (field: string) => order.getString(field)
  const lines = [text('line1'), text('line2'), text('landmark')].filter((line) => line !== '')
  return {
    id: order.id,
    number: text('number'),
    placed_at: text('placed_at'),
    name: text('name'),
    phone: text('phone'),
    address: [...lines, `${text('pincode')} ${text('city')}, ${stateName(text('state'))}`],
    items: items.map((item) => ({
      ...{ product: item.product, name: item.name, color: item.color, color_name: item.color_name, net: item.net },
      ...{ image: item.image, quantity: item.quantity, is_gift: item.is_gift },
    })),
    note: text('note'),
    to_collect: cashOf(order),
    courier: text('courier'),
    tracking_number: text('tracking_number'),
  }
}
