import { parseJson } from '../../../src/domain/json'
import { webAddress } from '../../../src/domain/link'
import { toPaise } from '../../../src/domain/money'
import { firstRecord } from './rows'

/** Sentences by field name; the admin UI and the store show each beside its field. */
export type Problems = Record<string, string>

export type Check = (record: PbRecord, app: PbApp) => Problems

/**
 * @param code of each sentence, @param message of them all
 * @throws BadRequestError (400) with a sentence beside each field
 */
export function refuse(
  problems: Problems,
  code = 'validation_refused',
  message = 'Please check the marked fields.',
): never {
  const data = Object.entries(problems).map(([field, sentence]) => [field, new ValidationError(code, sentence)])
  throw new BadRequestError(message, Object.fromEntries(data))
}

/**
 * The value of a json field. PocketBase hands it over as bytes; undefined stands for text that is no JSON. An emptied
 * field is none.
 */
export function jsonValue(record: PbRecord, field: string): unknown {
  const text = record.getString(field).trim()
  if (text === '' || text === 'null' || /^"\s*"$/.test(text)) return null
  return parseJson(parseJson(text))
}

/** What is wrong with an amount in rupees. */
export function moneyProblem(record: PbRecord, field: string): string | undefined {
  if (toPaise(record.getFloat(field)) !== null) return undefined
  return record.getFloat(field) < 0 ? 'An amount cannot be below 0.' : 'Rupees have at most two decimals.'
}

/** Collects what was found; fields without a problem drop out. */
export function collect(found: Record<string, string | undefined>): Problems {
  const problems: Problems = {}
  for (const [field, sentence] of Object.entries(found)) if (sentence) problems[field] = sentence
  return problems
}

/** Another record of the collection that is active. */
export function otherActive(record: PbRecord, app: PbApp): PbRecord | undefined {
  const filter = 'is_active = true && id != {:id}'
  return firstRecord(app, record.collection().name, filter, { id: record.id })
}

/** Only one record of the collection may be active: two would make it a matter of chance which one shoppers see. */
export function checkOnlyActive(record: PbRecord, app: PbApp): Problems {
  if (!record.getBool('is_active')) return {}
  const other = otherActive(record, app)
  if (!other) return {}
  const name = other.getString('name')
  return { is_active: `${name ? `“${name}”` : `The record ${other.id}`} is active. Switch that one off first.` }
}

/** What is wrong with the address of another site; nothing with an empty one. */
export function webAddressProblem(record: PbRecord, field: string): string | undefined {
  const address = record.getString(field)
  return address && webAddress(address) === '' ? 'Write an address that begins with https://.' : undefined
}

/** What a refused save said, by field; PocketBase hands a refusal over inside the exception. */
export function refusedFields(error: unknown): Problems {
  const { value } = error as { value?: { data?: unknown } }
  const found: Problems = {}
  const data = JSON.parse(JSON.stringify(value?.data ?? value ?? {})) as { [field: string]: unknown }
  for (const [field, problem] of Object.entries(data)) {
    const said = typeof problem === 'string' ? problem : (problem as { message?: unknown })?.message
    if (typeof said === 'string') found[field] = said
  }
  return found
}

/** Why a save was refused, in one sentence: the first of its fields, or what was thrown instead. */
export function reasonOf(error: unknown): string {
  const thrown = (error as { value?: unknown }).value ?? error
  const { data, message } = JSON.parse(JSON.stringify(thrown)) as {
    data?: { [field: string]: { message?: string } }
    message?: string
  }
  const [problem] = Object.values(data ?? {})
  const sentence = problem?.message || message || (error as Error).message
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}
