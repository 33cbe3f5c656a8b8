import type { CsvList } from '@/domain/desk/csv-columns'
import type { CsvPageAnswer } from '@/domain/desk/csv-request'
import type { CsvShop } from '@/domain/desk/csv-rows'
import type { useAsk } from '../session'

type Ask = ReturnType<typeof useAsk>

/** A whole table, page by page: its headings first. `onRows` is told how many there are so far. */
export async function fetchPages(
  ask: Ask,
  route: string,
  onRows: (rows: number) => void = () => {},
): Promise<string[][]> {
  const table: string[][] = []
  for (let after = ''; ; ) {
    const page = await ask<CsvPageAnswer>(route, { query: { after } })
    if (table.length === 0) table.push(page.columns)
    table.push(...page.rows)
    onRows(table.length - 1)
    after = page.next
    if (after === '') return table
  }
}

export const fetchList = (ask: Ask, list: CsvList, onRows?: (rows: number) => void): Promise<string[][]> =>
  fetchPages(ask, `csv/${list}`, onRows)

/** The shop's products as cells, by id. */
export async function fetchShop(ask: Ask): Promise<CsvShop> {
  const [columns = [], ...rows] = await fetchList(ask, 'products')
  return new Map(
    rows.map((row) => [row[0] ?? '', Object.fromEntries(columns.map((name, place) => [name, row[place] ?? '']))]),
  )
}
