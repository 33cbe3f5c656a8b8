import { asciiDigits } from '@/domain/text'

/** The whole number a text begins with, in the digits of any of India's keyboards; NaN for none. */
export const typedNumber = (text: string): number => Number.parseInt(asciiDigits(text), 10)
