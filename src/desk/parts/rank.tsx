import type { ReactNode } from 'react'

interface RankProps<Row> {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Left out: rows have no photograph. */
  photoOf?: (row: Row) => ReactNode
  nameOf: (row: Row) => ReactNode
  /** Heading of the names, and of the columns at the right. */
  heading: string
  columns: readonly (readonly [heading: string, cell: (row: Row) => ReactNode])[]
}

/** The first of something, in their order. */
export function Rank<Row>({ label, rows, idOf, photoOf, nameOf, heading, columns }: RankProps<Row>) {
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead>
        <tr className="border-b text-[13px] text-ink-3">
          <th colSpan={photoOf ? 2 : 1} className="h-9 pt-0.5 text-left font-normal">
            {heading}
          </th>
          {columns.map(([name]) => (
            <th key={name} className="h-9 whitespace-nowrap pt-0.5 pl-3 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)} className="border-b">
            {photoOf && <td className="w-13 py-1.5 pr-3 max-md:w-15">{photoOf(row)}</td>}
            <td className="py-2.5 wrap-anywhere">{nameOf(row)}</td>
            {columns.map(([name, cell]) => (
              <td key={name} className="whitespace-nowrap py-2.5 pl-3 text-right">
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
