import { savedAddressSchema } from '../../../src/domain/account/address'
import { checkRequest } from '../../../src/domain/check-request'
import { cleanLine } from '../../../src/domain/text'
import type { Problems } from '../lib/record-problems'

/**
 * Checks an address as checkout does (ORDER-11) and keeps it in the one form couriers get: `+91…`, two-letter state.
 */
export function checkAddress(record: PbRecord): Problems {
  const given: Record<string, string> = {}
  for (const field of Object.keys(savedAddressSchema.entries)) given[field] = record.getString(field)
  const checked = checkRequest(savedAddressSchema, given)
  const problems: Problems = {}
  if ('value' in checked) {
    record.load(checked.value)
  } else {
    for (const [field, problem] of Object.entries(checked.problems)) problems[field] = problem.message
  }
  record.set('label', cleanLine(record.getString('label')))
  return problems
}

/** onRecordValidate of users; also cleans the name, and keeps the address from others. */
export function checkUser(record: PbRecord): Problems {
  const typed = record.getString('name')
  const name = cleanLine(typed)
  const isNew = record.isNew() || record.original().getString('name') !== typed
  record.set('name', name)
  // No page shows anybody's email address to others, and Google sign-in sends `emailVisibility: true` for everybody
  // without asking (AUTH-04), so the wish is not kept.
  record.set('emailVisibility', false)
  return typed !== '' && name === '' && isNew ? { name: 'Enter your name.' } : {}
}
