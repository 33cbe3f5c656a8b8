import { asciiDigits } from '../text'

/** A code as it is kept and compared: `diwali 15` and `Diwali १५` are `DIWALI15`. */
export function plainCode(typed: string): string {
  return asciiDigits(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** Whether something was typed of which nothing is a code, such as `दिवाली`: it must not pass for no code. */
export const isNoCode = (typed: string): boolean => typed.trim() !== '' && plainCode(typed) === ''
