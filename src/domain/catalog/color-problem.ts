import { MAX_LIST_ENTRIES } from '../form-problem'
import { isObject } from '../json'
import { characterCount, isHex, visibleCount } from '../text'

const MAX_TEXT = 60

function colorProblem(color: unknown): string | undefined {
  if (!isObject(color) || typeof color.name !== 'string' || visibleCount(color.name) === 0)
    return 'Every colour needs a name.'
  const name = color.name.trim()
  const { hex, value = '' } = color
  if (characterCount(name) > MAX_TEXT) return `A colour’s name may have at most ${MAX_TEXT} characters.`
  if (typeof hex !== 'string' || !isHex(hex.trim())) return `${name}: hex is a colour such as #2B3F73.`
  if (value !== null && (typeof value !== 'string' || characterCount(value) > MAX_TEXT))
    return `${name}: value is a short text such as indigo.`
  return undefined
}

/** The sentence for whoever wrote colours that `ProductColor` has no room for; null, an empty field, is fine. */
export function colorsProblem(colors: unknown): string | undefined {
  if (colors === null) return undefined
  if (!Array.isArray(colors)) return 'Write a list such as [{"name": "Indigo", "value": "indigo", "hex": "#2B3F73"}].'
  if (colors.length > MAX_LIST_ENTRIES) return `At most ${MAX_LIST_ENTRIES} colours.`
  const seen = new Set<string>()
  for (const color of colors) {
    const problem = colorProblem(color)
    if (problem) return problem
    const value = String(color.value ?? '').trim() || color.name.trim()
    if (seen.has(value)) return `Two colours have the value ${value}.`
    seen.add(value)
  }
  return undefined
}
