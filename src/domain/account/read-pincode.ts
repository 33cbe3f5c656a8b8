import { asciiDigits, cleanLine } from '../text'

/** A PIN code as it was typed, in our digits, without its blank. */
export const barePincode = (typed: string): string => asciiDigits(cleanLine(typed)).replace(/\s/g, '')

/** A PIN code out of whatever it is: six digits, the first not 0; null for what is none. */
export function readPincode(value: unknown): string | null {
  const bare = typeof value === 'string' ? barePincode(value) : ''
  return /^[1-9][0-9]{5}$/.test(bare) ? bare : null
}
