import { asciiDigits } from '../text'

/** A number or rupees as typed, `₹१,९९९.५०`, in plain digits: `1999.50`. Other letters stay. */
export const plainNumber = (typed: string): string => asciiDigits(typed).replace(/[₹,\s]/g, '')

/** The number somebody typed, NaN for words; null for nothing, which is refused beside its field. */
export function typedNumber(typed: string): number | null {
  const plain = asciiDigits(typed).trim()
  return plain === '' ? null : Number(plain)
}
