import { isObject, parseJson } from '../../../src/domain/json'
import type { Problems } from '../lib/record-problems'

/**
 * Reads the request's fields as they were sent: `requestInfo().body` holds them already turned into the fields' types.
 */
export function sentFields(e: PbRecordRequestEvent): (name: string) => unknown {
  const { request } = e.requestEvent
  const type = request.header.get('Content-Type')
  if (type.startsWith('application/x-www-form-urlencoded')) return (name) => request.postForm?.get(name)
  if (type.startsWith('multipart/')) {
    const form = request.multipartForm?.value ?? {}
    const whole = parseJson(form['@jsonPayload']?.[0])
    return (name) => form[name]?.[0] ?? (isObject(whole) ? whole[name] : undefined)
  }
  // Whoever read it before may have left it anywhere.
  request.body.reread()
  const body = parseJson(toString(request.body))
  return (name) => (isObject(body) ? body[name] : undefined)
}

function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(value)
}

/**
 * PocketBase turns what is no number ("12abc", " 180", [5], true) into 0 or 1 and saves it: a price of 0 by a mistake
 * of the keyboard. Numbers must therefore arrive as numbers, or as the text of one; empty means 0.
 */
export function numberProblems(e: PbRecordRequestEvent): Problems {
  const fields = e.record.collection().fields
  const names = fields.fieldNames().filter((name) => fields.getByName(name)?.type() === 'number')
  if (names.length === 0) return {}
  const problems: Problems = {}
  const sent = sentFields(e)
  for (const name of names) {
    // PocketBase also takes amounts to add and to take off, under these names.
    if (name === 'rate' && e.record.isNew() && e.record.collection().name === 'tax_rates' && !isNumber(sent(name)))
      problems[name] = 'Write the rate in percent; 0 for goods without tax.'
    for (const key of [name, `${name}+`, `+${name}`, `${name}-`]) {
      const value = sent(key)
      if (value === undefined || value === null || value === '' || isNumber(value)) continue
      problems[name] = fields.getByName(name)?.onlyInt ? 'Write a whole number.' : 'Write a number.'
    }
  }
  return problems
}
