import { isObject, parseJson } from '../../../src/domain/json'
import { characterCount } from '../../../src/domain/text'
import { refuse } from './record-problems'
import { inTransaction } from './record-transaction'

/** Fields the store keeps by SQL, which leaves `updated` alone: they change without anybody's save. */
const KEPT_BY_SQL: { readonly [collection: string]: readonly string[] } = {
  products: [
    ...['reviews', 'rating', 'rating_counts', 'sold_out', 'placeholders', 'place', 'gift'],
    ...['regular_price', 'price_plan', 'price_until', 'was_price', 'asked_price', 'asked_until'],
  ],
  slider_images: ['placeholders'],
  posts: ['placeholders'],
  reviews: ['verified_purchase', 'helpful_votes', 'weighed_votes'],
}
const NOUNS: { readonly [collection: string]: string } = { orders: 'order', products: 'product', payments: 'payment' }
/** What a record is called in a sentence. */
export const nounOf = (record: PbRecord): string => NOUNS[record.collection().name] ?? 'record'
const LONGEST_VALUE = 60

/** JSON with the keys in order: equal values give equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value).sort()
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

/** A field's value as text: the same text, the same value. Empty for none. */
function textOf(record: PbRecord, name: string): string {
  const field = record.collection().fields.getByName(name)
  const type = field?.type()
  if (type === 'json') {
    const value = parseJson(record.getString(name).trim() || 'null')
    return value === null || (Array.isArray(value) && value.length === 0) ? '' : canonical(value)
  }
  if (type === 'file' && (record.getUnsavedFiles(name)?.length ?? 0) > 0) return 'a new file'
  if (type === 'bool') return record.getBool(name) ? 'on' : 'off'
  if ((field?.maxSelect ?? 1) > 1) return Array.from(record.get(name) as string[]).join(', ')
  return record.getString(name)
}

/**
 * Names of the fields in which two states of a record differ. What PocketBase dates by itself and passwords are not
 * compared.
 */
export function differingFields(record: PbRecord, other: PbRecord): string[] {
  const { fields } = record.collection()
  return fields
    .fieldNames()
    .filter((name) => !['autodate', 'password'].includes(fields.getByName(name)?.type() ?? '') && name !== 'tokenKey')
    .filter((name) => textOf(record, name) !== textOf(other, name))
}

function inWords(text: string): string {
  if (text === '') return 'nothing'
  return `“${characterCount(text) > LONGEST_VALUE ? `${Array.from(text).slice(0, LONGEST_VALUE).join('')}…` : text}”`
}

/**
 * Runs the rest of an update. The admin UI sends the whole record as it stood when its panel was opened, with its
 * `updated`: when the record has been saved since then, the save would set back whatever it does not mean to change,
 * so it is refused with every field that differs. Compared and written in one transaction. A request without
 * `updated` changes what it names, as ever.
 * @param updated as it was sent
 * @param foremost fields that are told alone when any of them differs
 * @throws BadRequestError (400) with a sentence for each field
 */
export function saveUnlessStale(
  e: PbRecordRequestEvent,
  updated: unknown,
  save: () => void,
  foremost: readonly string[],
): void {
  if (typeof updated !== 'string' || updated === '') {
    save()
    return
  }
  inTransaction(e, () => {
    const stored = e.app.findRecordById(e.record.collection().name, e.record.id)
    if (stored.getString('updated') !== updated) refuseDifference(e.record, stored, foremost)
    save()
  })
}

function refuseDifference(record: PbRecord, stored: PbRecord, foremost: readonly string[]): void {
  const { name } = record.collection()
  const differing = differingFields(record, stored).filter((field) => !KEPT_BY_SQL[name]?.includes(field))
  if (differing.length === 0) return
  const told = differing.filter((field) => foremost.includes(field))
  const problems = (told.length > 0 ? told : differing).map((field) => [
    field,
    `The shop has ${inWords(textOf(stored, field))} now, this panel ${inWords(textOf(record, field))}`,
  ])
  refuse(
    Object.fromEntries(problems),
    'validation_stale',
    `This ${nounOf(record)} has changed since you opened it. Close the panel and open it again.`,
  )
}
