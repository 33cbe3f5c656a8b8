/** How a form of the page builder sends what was filled in (BUILD-03). */
export type FormEncoding = 'application/json' | 'multipart/form-data' | 'application/x-www-form-urlencoded'

type Value = string | number | boolean | string[]

interface Submission {
  body: BodyInit
  /** Undefined where the browser has to write it: it alone knows multipart's boundary. */
  contentType?: FormEncoding
}

/** What the form holds, encoded. A file input forces multipart: nothing else can carry a file. */
export function formBody(form: HTMLFormElement, wanted: FormEncoding): Submission {
  if (wanted === 'multipart/form-data' || form.querySelector('input[type=file][name]:not([name=""])')) {
    return { body: new FormData(form) }
  }
  const values = formValues(form)
  return wanted === 'application/json'
    ? { body: JSON.stringify(nested(values)), contentType: wanted }
    : { body: encoded(values).toString(), contentType: wanted }
}

/** What the form holds as a query, for forms that ask and do not send. */
export function formQuery(form: HTMLFormElement): string {
  return encoded(formValues(form)).toString()
}

function encoded(values: [string, Value][]): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of values) for (const one of [value].flat()) query.append(name, String(one))
  return query
}

/**
 * As the builder's own form names types: a checkbox is true or false, a number a number, a choice of several a list.
 */
function formValues(form: HTMLFormElement): [string, Value][] {
  const values: [string, Value][] = []
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input, select, textarea',
  )) {
    if (!field.name || field.matches(':disabled, [type=submit], [type=button], [type=reset]')) continue
    const value = fieldValue(field)
    if (value !== undefined) values.push([field.name, value])
  }
  return values
}

function fieldValue(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): Value | undefined {
  if (field instanceof HTMLSelectElement && field.multiple) {
    return Array.from(field.selectedOptions, (option) => option.value)
  }
  if (!(field instanceof HTMLInputElement)) return field.value
  if (field.type === 'radio') return field.checked ? field.value : undefined
  if (field.type === 'checkbox') return field.checked
  if (field.type === 'number' || field.type === 'range') {
    return Number.isNaN(field.valueAsNumber) ? undefined : field.valueAsNumber
  }
  return field.value
}

type Tree = { [name: string]: Value | Tree }

/**
 * `address.city` goes into `{ address: { city } }`. Objects without a prototype: no name can reach further than its
 * own tree.
 */
function nested(values: [string, Value][]): Tree {
  const root: Tree = Object.create(null)
  for (const [name, value] of values) {
    const steps = name.split('.')
    const last = steps.pop() ?? ''
    let branch = root
    for (const step of steps) {
      const there = branch[step]
      const next: Tree = typeof there === 'object' && !Array.isArray(there) ? there : Object.create(null)
      branch[step] = next
      branch = next
    }
    branch[last] = value
  }
  return root
}

/**
 * What stands at a path such as `error.message` or `errors.0.text` of an answer, as text; empty when there is nothing.
 */
export function messageAt(answer: unknown, path: string): string {
  let found: unknown = answer
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return ''
    found = (found as Record<string, unknown>)[step]
  }
  if (typeof found === 'string') return found
  return found === null || found === undefined ? '' : JSON.stringify(found)
}

/** An answer's body to be read by people: JSON indented, other text as it is. */
export function formatted(answer: unknown): string {
  return typeof answer === 'string' ? answer.trim() : (JSON.stringify(answer, null, 2) ?? '')
}
