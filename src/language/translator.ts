import Tannin from 'tannin'
import type { Catalogue } from './catalogue'
import { fill, type Translator } from './text'

const DOMAIN = 'store'
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Everything around the names, which a filled sentence must have; the names take what stands between. */
function patternOf(sentence: string): RegExp {
  return new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map(escaped)
      .join('(.+?)')}$`,
    's',
  )
}

const namesOf = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** How much a sentence says itself: two letters between names (`{number} of {total}`) are found in everything. */
const ownLength = (sentence: string) => sentence.replace(/\{\w+\}|\s/g, '').length

/** A date as the shop writes it: its month has another name in another language. */
const DATE = /^\d+ [A-Z][a-z]+ \d{4}\b/

/** Looks sentences up in a catalogue, by gettext's rules for plurals. */
export function createTranslator(catalogue: Catalogue): Translator {
  const entries = Object.entries(catalogue).map(([key, said]) => [key, typeof said === 'string' ? [said] : said])
  const gettext = new Tannin({ [DOMAIN]: Object.fromEntries(entries) })
  const find = (key: string) => {
    const said = key !== '' && Object.hasOwn(catalogue, key) && (catalogue as Record<string, unknown>)[key]
    return typeof said === 'string' ? said : undefined
  }
  let patterns: { pattern: RegExp; sentence: string; names: string[] }[] | undefined
  /** A whole sentence within a sentence is said as well; a name that happens to be a word of the interface is not. */
  const whole = (value: string): string => {
    if (DATE.test(value)) return value.replace(/[a-z]+/gi, (word) => find(word) ?? word)
    return value.endsWith('.') ? (find(value) ?? findFilled(value) ?? value) : value
  }
  const findFilled = (text: string): string | undefined => {
    patterns ??= Object.keys(catalogue)
      .filter((sentence) => find(sentence) !== undefined && sentence.includes('{') && ownLength(sentence) > 3)
      // The one that says most of it in its own words.
      .sort((first, second) => ownLength(second) - ownLength(first))
      .map((sentence) => ({ pattern: patternOf(sentence), sentence, names: namesOf(sentence) }))
    for (const { pattern, sentence, names } of patterns) {
      const found = pattern.exec(text)
      if (!found) continue
      const values = names.map((name, at) => [name, whole(found[at + 1] ?? '')])
      return fill(find(sentence) as string, Object.fromEntries(values))
    }
    return undefined
  }
  return {
    one: find,
    counted: (count, singular, plural) => gettext.dcnpgettext(DOMAIN, undefined, singular, plural, count),
    filled: (text) => find(text) ?? findFilled(text),
  }
}
