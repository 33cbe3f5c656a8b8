import type { Field, Form } from './fields'
import { isObject } from './json'
import { characterCount } from './text'

/** What the admin screens refuse of a JSON field: entries of a list, and characters of an entry. */
export const MAX_LIST_ENTRIES = 60
const MAX_LIST_TEXT = 400

const TEXTS = '["one", "two"]'

function textsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return `Write a list of texts in brackets, such as ${TEXTS}.`
  if (value.length > MAX_LIST_ENTRIES) return `At most ${MAX_LIST_ENTRIES} entries.`
  for (const entry of value) {
    if (typeof entry !== 'string') return `Every entry must be a text in quotes, such as ${TEXTS}.`
    if (characterCount(entry) > MAX_LIST_TEXT) return `Entries may have at most ${MAX_LIST_TEXT} characters.`
  }
  return undefined
}

function listsProblem(value: unknown, keys: readonly string[]): string | undefined {
  const example = `{${keys.map((key) => `"${key}": ["…"]`).join(', ')}}`
  if (!isObject(value)) return `Write the lists as ${example}.`
  for (const key of keys) {
    const problem = (value[key] ?? null) === null ? undefined : textsProblem(value[key])
    if (problem) return `In ${key}: ${problem}`
  }
  return undefined
}

function factsProblem(value: unknown, { names, flags }: Form & { kind: 'facts' }): string | undefined {
  const example = `{${[...names.map((name) => `"${name}": "…"`), ...flags.map((flag) => `"${flag}": false`)].join(', ')}}`
  if (!isObject(value)) return `Write the facts as ${example}.`
  for (const [key, fact] of Object.entries(value)) {
    if (flags.includes(key)) {
      if (typeof fact !== 'boolean') return `The fact ${key} is true or false, without quotes.`
    } else {
      if (typeof fact !== 'string') return `The fact ${key} must be a text in quotes.`
      if (characterCount(fact) > MAX_LIST_TEXT) return `The fact ${key} may have at most ${MAX_LIST_TEXT} characters.`
    }
  }
  return undefined
}

/**
 * The sentence for whoever wrote a JSON field in another form than it has; undefined when it fits, is empty (null),
 * or the field has no form. `undefined` stands for text that is no JSON.
 */
export function formProblem({ form }: Field<unknown>, value: unknown): string | undefined {
  if (!form || value === null) return undefined
  if (form.kind === 'texts') return textsProblem(value)
  if (form.kind === 'lists') return listsProblem(value, form.keys)
  return factsProblem(value, form)
}
