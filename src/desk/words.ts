import { formatPaise } from '@/domain/money'

/** `1 parcel`, `15 parcels`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

/** Without decimals where there are none: `₹1,290`. */
export const wholeRupees = (paise: number): string => formatPaise(paise).replace(/\.00$/, '')
