import { groupIndian } from '../money'

/** `soaps, bags and gifts`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A count as India writes it: `1,65,627`. */
export const grouped = (count: number): string => `${count < 0 ? '-' : ''}${groupIndian(String(Math.abs(count)))}`

/** `1 post office`, `1,65,627 post offices`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`
