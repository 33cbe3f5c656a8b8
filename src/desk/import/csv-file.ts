import { indianDay } from '@/domain/date'
import { columnKey, writeCell } from '@/domain/desk/csv-cell'
import type { CsvLine } from '@/domain/desk/csv-rows'
import { saveBlob } from '@/lib/save-file'

/** A file as it was read: what stands in it, and how, in words. */
export interface CsvFile {
  name: string
  headings: string[]
  lines: CsvLine[]
  /** `Read as UTF-8 with semicolons`. */
  how: string
  /** Of the file as it was last saved: the same one chosen again has it too. */
  mark: string
}

const MARKS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
/** Largest file that is read, bytes: 5,000 products with their texts have a third of it. */
const MAX_BYTES = 20 * 1024 * 1024

/** Bytes as text: UTF-8 with or without its mark, what Excel calls Unicode text, else as old programs write. */
function decode(bytes: ArrayBuffer): { text: string; as: string } {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), as: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), as: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), as: 'UTF-8' }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      as: 'Windows text: save it as UTF-8 if letters look wrong',
    }
  }
}

/** What stands in a file and when it was saved, as 8 hexadecimal digits. */
async function markOf(bytes: ArrayBuffer, savedAt: number): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await new Blob([bytes, String(savedAt)]).arrayBuffer())
  return [...new Uint8Array(hash, 0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Reads a file somebody chose. Lines are counted as a text editor counts them: a cell may have several.
 * @throws Error with a sentence for whoever chose it
 */
export async function readCsv(file: File): Promise<CsvFile> {
  if (file.size > MAX_BYTES) throw new Error('This file has more than 20 MB. Split it.')
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
    throw new Error('This is a spreadsheet. Save it as CSV first: File, Save as, CSV UTF-8.')
  const [{ default: Papa }, bytes] = await Promise.all([import('papaparse'), file.arrayBuffer()])
  const { text, as } = decode(bytes)
  // Excel's own word for the mark between cells.
  const told = /^\ufeff?sep=(.)\r?\n/i.exec(text)
  const parsed = Papa.parse<string[]>(told ? text.slice(told[0].length) : text, {
    delimiter: told?.[1] ?? '',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  let line = told ? 2 : 1
  const rows = parsed.data.map((cells): CsvLine => {
    const at = { line, cells }
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return at
  })
  const [headings, ...lines] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (parsed.errors.some(({ code }) => code === 'MissingQuotes'))
    throw new Error('A text in this file begins with a quotation mark and does not end with one.')
  if (!headings) throw new Error('This file is empty.')
  const separator = MARKS[parsed.meta.delimiter] ?? 'commas'
  return {
    ...{ name: file.name, headings: headings.cells.map(String), lines, how: `Read as ${as}, with ${separator}` },
    mark: await markOf(bytes, file.lastModified),
  }
}

/** A table as the text of a CSV file: no cell is a formula, and the mark at its begin lets Excel read every script. */
export async function csvText(table: readonly (readonly string[])[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return `\ufeff${Papa.unparse(
    table.map((row) => row.map(writeCell)),
    { newline: '\r\n' },
  )}`
}

export async function saveCsv(table: readonly (readonly string[])[], name: string): Promise<void> {
  saveBlob(new Blob([await csvText(table)], { type: 'text/csv;charset=utf-8' }), name)
}

/** `products-2026-11-23.csv`, by the day in India. */
export const fileNameOf = (name: string): string =>
  `${columnKey(name).replaceAll('_', '-')}-${indianDay(Date.now())}.csv`
