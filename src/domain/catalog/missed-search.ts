import { asciiDigits, characterCount } from '../text'
import { cleanSearch } from './search-text'

/** Longest term that is kept, characters. */
const LONGEST = 60
/** Digits of a term at most: more are a phone number, a PIN code or an order's. */
const MOST_DIGITS = 4

/**
 * What is kept of a search that found nothing: its words in small letters, or nothing where they may say who searched
 * (an email address, a phone or order number, a web address).
 */
export function missedTerm(search: string): string {
  const term = cleanSearch(search).toLowerCase()
  const digits = asciiDigits(term).replace(/\D/g, '').length
  const isCode = /(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{6,}/.test(term)
  const isTold = /[@]|:\/\/|www\./.test(term) || digits > MOST_DIGITS || isCode
  return isTold || characterCount(term) > LONGEST || characterCount(term) < 2 ? '' : term
}
