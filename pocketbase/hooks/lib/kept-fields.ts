import { differingFields, nounOf } from './stale-saves'

const KEPT = 'The store keeps this by itself; it cannot be changed by hand'

/**
 * For an update by request, before it is saved.
 * @param instead what to do instead of changing a field, where there is something
 * @throws BadRequestError (400) with a sentence beside each field that differs and is not one of `changeable`
 */
export function refuseKept(
  record: PbRecord,
  changeable: readonly string[],
  instead: { readonly [field: string]: string } = {},
): void {
  const data: { [field: string]: unknown } = {}
  for (const field of differingFields(record, record.original())) {
    if (!changeable.includes(field)) data[field] = new ValidationError('validation_kept', instead[field] ?? KEPT)
  }
  if (Object.keys(data).length > 0) throw new BadRequestError(`The ${nounOf(record)} could not be saved.`, data)
}
