import type { Paise } from '../money'

const SMALL = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
/** Indian numbering, largest first; above a crore one counts crores. */
const STEPS = [
  { size: 10_000_000, name: 'Crore' },
  { size: 100_000, name: 'Lakh' },
  { size: 1000, name: 'Thousand' },
  { size: 100, name: 'Hundred' },
]

/** 1 to 2^53 in words; nothing for 0. */
function inWords(count: number): string {
  for (const { size, name } of STEPS) {
    if (count < size) continue
    const rest = count % size
    return `${inWords((count - rest) / size)} ${name}${rest > 0 ? ` ${inWords(rest)}` : ''}`
  }
  const tens = TENS[Math.floor(count / 10)]
  if (!tens) return SMALL[count] ?? ''
  return count % 10 === 0 ? tens : `${tens}-${SMALL[count % 10]}`
}

/**
 * An amount as an invoice spells it: 12345678 paise → `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six
 * and Seventy-Eight Paise Only`.
 */
export function rupeesInWords(amount: Paise): string {
  const paise = amount % 100
  const rupees = (amount - paise) / 100
  const small = paise > 0 ? `${inWords(paise)} Paise` : ''
  if (rupees === 0) return small ? `${small} Only` : 'Rupees Zero Only'
  return `Rupees ${inWords(rupees)}${small ? ` and ${small}` : ''} Only`
}
