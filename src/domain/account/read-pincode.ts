import { asciiDigits, cleanLine } from '../text'

/** A PIN code as it was typed, in our digits, without its blank or dash. */
export const barePincode = (typed: string): string => asciiDigits(cleanLine(typed)).replace(/[\s–-]/g, '')

/** Whether a text is one as it stands: six digits of ours, the first not 0. */
export const isPincode = (text: string): boolean => /^[1-9][0-9]{5}$/.test(text)

/** A PIN code out of whatever it is: six digits, the first not 0; null for what is none. */
export function readPincode(value: unknown): string | null {
  const bare = typeof value === 'string' ? barePincode(value) : ''
  return isPincode(bare) ? bare : null
}
