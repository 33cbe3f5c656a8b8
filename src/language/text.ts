import { groupIndian } from '../domain/money'
import type { CountedSentence, Sentence, Values } from './catalogue'
import type { Language } from './choice'

/** Finds the sentence of one language; undefined for what is not in its catalogue. */
export interface Translator {
  one: (sentence: string) => string | undefined
  counted: (count: number, singular: string, plural: string) => string
  /** As `one`, also for a sentence whose names are filled in already. */
  filled: (sentence: string) => string | undefined
}

let current: Language = 'en'
let translator: Translator | undefined

/** From here on sentences are in this language. Before anything is drawn: what is drawn does not change by it. */
export function setLanguage(language: Language, by?: Translator): void {
  current = language
  translator = by
}

/** The language of the page. */
export const currentLanguage = (): Language => current

/** A whole number as it is read: `12,345`. */
export const grouped = (value: string | number): string =>
  Number.isInteger(value) ? groupIndian(`${value}`) : `${value}`

/** Fills in the names in braces. A name without a value stays as it is. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? grouped(values[name] as string | number) : whole,
  )
}

/**
 * A sentence of the interface in the language of the page. Called while drawing or doing, never while a module loads:
 * the language is not known yet.
 *
 * @param sentence the English, which is the key of every catalogue; one that no catalogue has does not compile
 * @param values what the names in braces stand for
 */
export function t<S extends Sentence>(sentence: S, ...[values]: Values<S, string | number>): string {
  const said = translator?.one(sentence) ?? sentence
  return values ? fill(said, values) : said
}

/**
 * A sentence that goes by a number: `tn(3, '{count} item', '{count} items')`. `{count}` is filled in; other names as
 * in `t`.
 */
export function tn<S extends CountedSentence>(
  count: number,
  singular: S,
  plural: string,
  ...[values]: Values<S, string | number, 'count'>
): string {
  const said = translator ? translator.counted(count, singular, plural) : count === 1 ? singular : plural
  return fill(said, { ...values, count })
}

/**
 * Words of a record that may still be the demo's, whose Hindi is known; the shop's own stay as they were typed.
 */
export const ownWords = (text: string): string => translator?.one(text) ?? text

/**
 * A text that is not known to be a sentence of the interface: an answer of the record store, a problem found by the
 * rules of `domain`, a title of a record that may still be the one it came with. What no catalogue has stays as it
 * is.
 */
export function translate(text: string): string {
  return translator?.filled(text) ?? text
}
