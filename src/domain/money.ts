/** Whole paise: ₹1 = 100. All arithmetic on money is done in paise so that no fraction is ever lost. */
export type Paise = number

/**
 * Rupees as a record or a form carries them → whole paise. Works on the decimal text, because `1.005 * 100` is
 * 100.49999. Returns null for anything that is not a finite amount of at least 0 with at most two decimals.
 */
export function toPaise(rupees: number | string): Paise | null {
  const text = typeof rupees === 'number' ? String(rupees) : rupees.trim()
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Whole paise → rupees as a number, for records and analytics that speak rupees. */
export function toRupees(paise: Paise): number {
  return paise / 100
}

/** `-1234.05`: rupees as programs and spreadsheets read them. */
export const plainRupees = (paise: Paise): string => toRupees(paise).toFixed(2)

/** 1234567 → "12,34,567": the last three digits, then pairs (en-IN). */
export const groupIndian = (digits: string): string =>
  digits.length < 4 ? digits : digits.replace(/\B(?=(\d\d)*\d{3}$)/g, ',')

/**
 * Money as shoppers read it (CARD-07): INR, en-IN grouping, two decimals, `₹1,23,456.00`. Written out rather than
 * left to `Intl`, which the record store's engine lacks and which differs between browsers, so that server and
 * browser agree to the letter.
 */
export function formatPaise(paise: Paise): string {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}₹${groupIndian(digits.slice(0, -2))}.${digits.slice(-2)}`
}

export const formatRupees = (rupees: number): string => formatPaise(Math.round(rupees * 100))
/** Without decimals where there are none: `₹160`. */
export const formatShortRupees = (rupees: number): string => formatRupees(rupees).replace(/\.00$/, '')
export const formatShortPaise = (paise: Paise): string => formatShortRupees(toRupees(paise))

/**
 * Spreads an amount over weights by largest remainder: the parts are whole paise, in proportion, and add up to the
 * amount. Equal remainders go to the earlier part; with no weight at all everything falls to the first part.
 */
export function spread(amount: Paise, weights: readonly Paise[]): Paise[] {
  // The record store's engine is slow at large numbers.
  if (weights.length === 1) return [amount]
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, position) => (position === 0 ? amount : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((value) => Number(value / BigInt(sum)))
  const remainders = exact.map((value, position) => ({ position, rest: value % BigInt(sum) }))
  remainders.sort((a, b) => (a.rest === b.rest ? a.position - b.position : a.rest > b.rest ? -1 : 1))
  const left = amount - parts.reduce((total, part) => total + part, 0)
  for (const { position } of remainders.slice(0, left)) parts[position] = (parts[position] ?? 0) + 1
  return parts
}
