/** What a spreadsheet reads as the beginning of a formula (OWASP, CSV injection), with the wide forms of the same. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * A cell as it is written into a file: what a spreadsheet would run as a formula gets an apostrophe before it, as one
 * would type it there. Numbers such as -3 stay numbers. `readCell` takes it off again.
 */
export function writeCell(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** A cell as it was meant: without the apostrophe of `writeCell`, lines ended by \n alone. */
export function readCell(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return text.startsWith("'") && FORMULA.test(cell) ? text.slice(1) : text
}

/** What windows-1252 has beyond the first 256 letters. */
const WINDOWS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** A text as Excel's plain CSV, not “CSV UTF-8”, has it: question marks for the letters Windows' old set lacks. */
export const asPlainCsv = (text: string): string =>
  text.replace(/[^\u0000-\u00ff]/g, (letter) => (WINDOWS.includes(letter) ? letter : '?'))

/** `Original price (₹)` → `original_price`: what columns are found by. */
export function columnKey(heading: string): string {
  return heading
    .replace(/\(.*?\)|[\ufeff"]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
