import { isObject, parseJson, parseText, parseTexts } from './json'
import { type Paise, toPaise } from './money'

/**
 * A field of a record, written down once. `read` makes of whatever stands there what the shop shows: it never throws,
 * and what is broken falls back to empty (PROD-02). `form` says how a JSON field is written; the admin screens refuse
 * what does not fit it (`formProblem`). The type of a record is that of its fields: `RecordOf`.
 */
export interface Field<T> {
  read: (value: unknown) => T
  form?: Form
}

/**
 * A list of texts; an object whose keys are such lists; an object of texts and of true or false.
 */
export type Form =
  | { kind: 'texts' }
  | { kind: 'lists'; keys: readonly string[] }
  | { kind: 'facts'; names: readonly string[]; flags: readonly string[] }

export type RecordOf<F> = { [name in keyof F]: F[name] extends Field<infer T> ? T : never }

export const text: Field<string> = { read: parseText }

export const number: Field<number> = {
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : 0),
}

/** Rupees as a record has them, as paise. */
export const paise: Field<Paise> = { read: (value) => (typeof value === 'number' ? (toPaise(value) ?? 0) : 0) }

/** True or false; anything else is false. */
export const flag: Field<boolean> = { read: (value) => value === true }

export const texts: Field<string[]> = { read: parseTexts, form: { kind: 'texts' } }

const objectIn = (value: unknown): Record<string, unknown> => {
  const parsed = parseJson(value)
  return isObject(parsed) ? parsed : {}
}

export const lists = <K extends string>(...keys: K[]): Field<Record<K, string[]>> => ({
  read: (value) => {
    const found = objectIn(value)
    const read = {} as Record<K, string[]>
    for (const key of keys) read[key] = parseTexts(found[key])
    return read
  },
  form: { kind: 'lists', keys },
})

export const facts = <K extends string, F extends string>(
  names: K[],
  flags: F[],
): Field<Record<K, string> & Record<F, boolean>> => ({
  read: (value) => {
    const found = objectIn(value)
    const read: Record<string, string | boolean> = {}
    for (const name of names) read[name] = parseText(found[name])
    for (const name of flags) read[name] = found[name] === true
    return read as Record<K, string> & Record<F, boolean>
  },
  form: { kind: 'facts', names, flags },
})

/** The fields of a record as the shop shows them; never throws. */
export function readRecord<F extends Record<string, Field<unknown>>>(
  fields: F,
  record: Record<string, unknown>,
): RecordOf<F> {
  const read: Record<string, unknown> = {}
  for (const name in fields) read[name] = fields[name]?.read(record[name])
  return read as RecordOf<F>
}
