import { colorsProblem } from '../catalog/color-problem'
import { isObject, parseJson, parseText } from '../json'
import { cleanLine, isHex } from '../text'
import type { Read } from './csv-values'

/** What stands between the entries of a cell. */
const MARK = '; '

const listOf = (stored: unknown): Record<string, unknown>[] => {
  const list = parseJson(stored)
  return Array.isArray(list) ? list.filter(isObject) : []
}
const nameKey = (colour: Record<string, unknown>) => parseText(colour.name).toLowerCase()
/** How a colour is called in addresses and carts while nobody gave it another code. */
const codeOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9\u0080-\uffff]+/g, '-')

/** `Rust patchwork #a1543a; Indigo #26357a`: name and colour; codes and pictures stay with the record. */
export const writeColours = (stored: unknown): string =>
  listOf(stored)
    .map((colour) => [parseText(colour.name), parseText(colour.hex)].filter(Boolean).join(' '))
    .filter(Boolean)
    .join(MARK)

export function readColours(cell: string): Read<unknown> {
  const colours: { name: string; hex: string; value: string }[] = []
  for (const part of cell.split(/[;\n]/).map(cleanLine).filter(Boolean)) {
    const [, name = '', hex = ''] = /^(.*\S)\s+(#\S+)$/.exec(part) ?? []
    if (!isHex(hex))
      return { problem: `Write each colour as a name and its hex, such as Indigo #26357a, not “${part}”.` }
    colours.push({ name, hex, value: codeOf(name) })
  }
  const problem = colorsProblem(colours)
  return problem ? { problem } : { value: colours }
}

/**
 * Colours of a cell in the place of the stored ones. One of the same name, or else of the same hex, keeps its code and
 * pictures. A colour that has either is not taken away by a file: Undo could not bring them back.
 */
export function mergeColours(stored: unknown, value: unknown): Read<unknown> {
  const before = listOf(stored)
  const wanted = listOf(value)
  const kept = new Map<Record<string, unknown>, Record<string, unknown>>()
  const match = (is: (old: Record<string, unknown>, colour: Record<string, unknown>) => boolean) => {
    for (const colour of wanted) {
      const old = before.find((one) => ![...kept.values()].includes(one) && is(one, colour))
      if (old && !kept.has(colour)) kept.set(colour, old)
    }
  }
  match((old, colour) => nameKey(old) === nameKey(colour))
  match((old, colour) => parseText(old.hex).toLowerCase() === parseText(colour.hex).toLowerCase())
  const lost = before.find(
    (old) =>
      ![...kept.values()].includes(old) &&
      (old.image ||
        old.more_images ||
        (parseText(old.value) || codeOf(parseText(old.name))) !== codeOf(parseText(old.name))),
  )
  if (lost)
    return { problem: `${parseText(lost.name)} has pictures or a code of its own: take it away in the product’s form.` }
  return {
    value: wanted.map((colour) => {
      const old = kept.get(colour)
      if (!old) return colour
      // Without a code the name is the code: carts know it by that.
      return { ...old, name: colour.name, hex: colour.hex, value: parseText(old.value) || parseText(old.name) }
    }),
  }
}

/** Facts by what they are called in a file. */
const FACTS: readonly (readonly [label: string, key: string])[] = [
  ['Material', 'material'],
  ['Size', 'dimensions'],
  ['Weight', 'weight'],
  ['Capacity', 'capacity'],
  ['Style', 'style'],
  ['Pattern', 'pattern'],
  ['Closure', 'closure'],
]
const WATER = ['Water resistant', 'waterResistant'] as const
const labelKey = (label: string) => label.toLowerCase().replace(/[^a-z]/g, '')

const factsOf = (stored: unknown): Record<string, unknown> => {
  const facts = parseJson(stored)
  return isObject(facts) ? facts : {}
}

/** `Weight: 100 g; Water resistant: yes`. */
export function writeFacts(stored: unknown): string {
  const facts = factsOf(stored)
  const texts = FACTS.map(([label, key]) => [label, parseText(facts[key])]).filter(([, text]) => text !== '')
  if (facts[WATER[1]] === true) texts.push([WATER[0], 'yes'])
  return texts.map(([label, text]) => `${label}: ${text}`).join(MARK)
}

const noFact = (part: string): Read<unknown> => ({
  problem: `Write facts as Weight: 100 g; Closure: Zip, not “${part}”. There are ${[...FACTS, WATER].map(([label]) => label).join(', ')}.`,
})

export function readFacts(cell: string): Read<unknown> {
  const facts: { [key: string]: string | boolean } = {}
  let last = ''
  for (const part of cell.split(/[;\n]/).map(cleanLine).filter(Boolean)) {
    const [, label = '', text = ''] = /^([^:]+):\s*(.*)$/.exec(part) ?? []
    const key = FACTS.find(([name, field]) => [name, field].map(labelKey).includes(labelKey(label)))?.[1]
    if (labelKey(label) === labelKey(WATER[0])) {
      if (!/^(yes|no)$/i.test(text)) return { problem: `${WATER[0]} is yes or no.` }
      facts[WATER[1]] = /^yes$/i.test(text)
      last = ''
    } else if (key && !(key in facts)) {
      if (text !== '') facts[key] = text
      last = key
    } else if (label === '' && last !== '') facts[last] = [facts[last], part].filter(Boolean).join(MARK)
    else return noFact(part)
  }
  return { value: facts }
}

/** Facts of a cell in the place of the stored ones; what the shop has no name for stays. */
export function mergeFacts(stored: unknown, value: unknown): Read<unknown> {
  const known: string[] = [...FACTS.map(([, key]) => key), WATER[1]]
  const others = Object.entries(factsOf(stored)).filter(([key]) => !known.includes(key))
  return { value: { ...Object.fromEntries(others), ...factsOf(value) } }
}
