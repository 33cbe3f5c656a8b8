import { savedAddressSchema } from '../../../src/domain/account/address'
import { checkRequest } from '../../../src/domain/check-request'
import { billOf } from '../invoices/invoices'
import { addEvent } from '../lib/order-events'
import { type Problems, refuse as refuseFields } from '../lib/record-problems'

/**
 * Where an order goes and who receives it: what a merchandiser may correct until the bill is made, and the phone, which
 * no bill names, whenever the parcel is not packed: a courier may refuse it.
 */
export const DELIVERY_FIELDS = Object.keys(savedAddressSchema.entries)

/**
 * Cleans what a merchandiser corrected, as checkout does. Call it before the order is saved.
 * @param before the order as it stands in the transaction
 * @returns the corrected fields
 * @throws BadRequestError (400) beside the fields when they are not right, or cannot change any more
 */
export function correctDelivery(app: PbApp, before: PbRecord, record: PbRecord): string[] {
  const changed = () => DELIVERY_FIELDS.filter((field) => record.getString(field) !== before.getString(field))
  const touched = changed()
  if (touched.length === 0) return []
  const tooLate = deliveryLock(before)
  if (tooLate) refuse(Object.fromEntries(touched.map((field) => [field, tooLate])))
  const billed = touched.filter((field) => field !== 'phone')
  if (billed.length > 0 && billOf(app, before.id))
    refuse(Object.fromEntries(billed.map((field) => [field, 'Its bill is made: only the phone can be corrected.'])))
  const given = Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, record.getString(field)]))
  const checked = checkRequest(savedAddressSchema, given)
  if ('problems' in checked) {
    // An order of earlier rules may have other fields that would not pass today.
    const wrong = touched.flatMap((field) => {
      const problem = checked.problems[field]
      return problem ? [[field, problem.message] as const] : []
    })
    if (wrong.length > 0) refuse(Object.fromEntries(wrong))
  } else {
    for (const field of touched) record.set(field, checked.value[field as keyof typeof checked.value])
  }
  return changed()
}

/** Why nothing of where an order goes can be corrected any more; empty while something can. */
export function deliveryLock(order: PbRecord): string {
  if (!['pending', 'confirmed'].includes(order.getString('status')))
    return 'This order is closed: nothing is sent to this address.'
  if (order.getString('fulfilment_status') !== 'unfulfilled')
    return 'The parcel is packed and its bill made: the address stays as it is.'
  return ''
}

const refuse = (problems: Problems): never =>
  refuseFields(problems, 'validation_delivery', 'The order could not be saved.')

/** The line of the timeline about a correction. What it was before and by whom is for the owner's eyes. */
export function tellCorrection(app: PbApp, before: PbRecord, fields: readonly string[], by: string): void {
  addEvent(app, before.id, {
    type: 'address_corrected',
    label: 'Delivery details corrected by the shop',
    actor: 'store',
    data: { by, fields, before: Object.fromEntries(fields.map((field) => [field, before.getString(field)])) },
  })
}
