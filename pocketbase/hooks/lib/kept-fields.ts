import { refuse } from './record-problems'
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
  const kept = differingFields(record, record.original()).filter((field) => !changeable.includes(field))
  const problems = Object.fromEntries(kept.map((field) => [field, instead[field] ?? KEPT]))
  if (kept.length > 0) refuse(problems, 'validation_kept', `The ${nounOf(record)} could not be saved.`)
}
