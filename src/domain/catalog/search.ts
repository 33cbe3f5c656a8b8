import { asciiDigits, characterCount } from '../text'
import { cleanSearch } from './search-text'

/**
 * How shoppers' words meet the catalogue's: one way of cutting text into terms, for the index and for what is typed.
 * Pure; shared by both sides.
 */

/** Most terms of a search that are looked for: bounds the work of one request. */
const MAX_SEARCH_TERMS = 8
/** Longer runs of letters are cut: nobody types them, and each letter is a row of the index of variants. */
const MAX_TERM_LENGTH = 30
/** Shorter terms are not mended: nearly every other short word is one letter away. */
const MIN_MENDED_LENGTH = 4
/** From this length on two variants are mended, where the index of variants finds the word. */
const LONG_TERM_LENGTH = 8

/**
 * What stands between terms: everything but letters, marks and digits. Spelled out, because the record store's engine
 * knows no `\p{L}`.
 */
const SEPARATORS =
  /[\0-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0964\u0965\u0970\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u3004\u3008-\u3020\ud800-\udfff\uff01-\uff0f]+/

/** A nasal letter joined to one of its own row: चन्दन is चंदन, सुगन्ध is सुगंध, and both ways are right. */
const JOINED_NASALS =
  /\u0919\u094d([\u0915-\u0918])|\u091e\u094d([\u091a-\u091d])|\u0923\u094d([\u091f-\u0922])|\u0928\u094d([\u0924-\u0927])|\u092e\u094d([\u092a-\u092d])/g

/**
 * Text → terms, in order, repeats included: lower case, Latin letters without accents, Devanagari without nukta,
 * without the unseen signs that keyboards put between joined letters, and with one sign for all nasals that are
 * written for each other (ज़/ज, ँ/ं, न्द/ंद), digits as 0-9, the English plural's `s` taken off.
 */
export function searchTerms(text: string): string[] {
  return asciiDigits(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c\u200c]|\u200d|\ufe0f/g, '')
    .normalize('NFC')
    .replace(/\u0901/g, '\u0902')
    .replace(JOINED_NASALS, (_, ...[ka, cha, tta, ta, pa]: string[]) => `\u0902${ka ?? cha ?? tta ?? ta ?? pa}`)
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(SEPARATORS)
    .filter((term) => term !== '')
    .map((term) => singular(Array.from(term).slice(0, MAX_TERM_LENGTH).join('')))
}

const singular = (term: string) => (/[a-z]{3}s$/.test(term) && !/ss$/.test(term) ? term.slice(0, -1) : term)

/**
 * Words between the words, in English and Hindi: "soap for him" and "चंदन का साबुन" mean no product with "for" or
 * "का" in it.
 */
const SMALL_WORDS = new Set(
  'a an and for from in of on or the to with aur ka ke ki ko me mein se wala wale wali और का की के को में से वाला वाली वाले'.split(
    ' ',
  ),
)

/** What a search looks for: each of its terms once, without small words unless there are no others. */
export function soughtTerms(search: string): string[] {
  const terms = [...new Set(searchTerms(cleanSearch(search)))]
  const telling = terms.filter((term) => !SMALL_WORDS.has(term))
  return (telling.length > 0 ? telling : terms).slice(0, MAX_SEARCH_TERMS)
}

/**
 * The term and what is left of it when any one letter is dropped; of a short one, the term with short vowels. Two
 * words that are one letter apart (dropped, added, wrong or swapped) share one of these, so a mistyped word is found
 * by equality, without reading the vocabulary.
 */
export function typoVariants(term: string): string[] {
  const letters = Array.from(term)
  if (letters.length < MIN_MENDED_LENGTH) return [...new Set([term, shortVowels(term)])]
  const variants = new Set([term])
  for (let left = 0; left < letters.length; left++) {
    variants.add([...letters.slice(0, left), ...letters.slice(left + 1)].join(''))
  }
  return [...variants]
}

/** Optimal string alignment distance: letters dropped, added, wrong, or swapped with their neighbour. */
export function editDistance(first: string, second: string): number {
  const [from, to] = [Array.from(first), Array.from(second)]
  let beforeLast: number[] = []
  let last = to.map((_, column) => column + 1)
  last.unshift(0)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let least = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) least = Math.min(least, (beforeLast[column - 2] as number) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] as number
}

/**
 * Hindi's long i and u as short ones: the typo most often made, and all that can be mended in words as short as नीम.
 */
const shortVowels = (term: string) => term.replace(/\u0940/g, '\u093f').replace(/\u0942/g, '\u0941')

const MENDED = 4

/**
 * Which of the catalogue's words a mistyped one stands for: the nearest, at most `MENDED`; none when all are too far.
 * The first letter is seldom mistyped, so words that share it come first.
 */
export function mendedTerms(term: string, candidates: readonly string[]): string[] {
  const length = characterCount(term)
  if (length < MIN_MENDED_LENGTH)
    return candidates.filter((candidate) => shortVowels(candidate) === shortVowels(term)).slice(0, MENDED)
  const allowed = length >= LONG_TERM_LENGTH ? 2 : 1
  return candidates
    .map((candidate) => ({
      candidate,
      apart: editDistance(term, candidate) + (candidate.charAt(0) === term.charAt(0) ? 0 : 0.5),
    }))
    .filter(({ apart }) => Math.floor(apart) <= allowed)
    .sort((a, b) => a.apart - b.apart || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MENDED)
    .map(({ candidate }) => candidate)
}
