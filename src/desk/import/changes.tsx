import Download from '@lucide/icons/icons/download'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { productColumn } from '@/domain/desk/csv-columns'
import type { CsvBadLine, CsvChange } from '@/domain/desk/csv-rows'
import { counted, grouped } from '@/domain/desk/list-words'
import { formatRupees } from '@/domain/money'
import { Icon } from '@/ui/icon'
import { Button } from '../parts/button'
import { type Column, DataTable } from '../parts/data-table'
import { SectionHead } from '../parts/head'
import { ProductPhoto } from '../parts/product-photo'
import { useHost } from '../session'
import { fileNameOf, saveCsv } from './csv-file'

/** Rows that are drawn at first, and with each "Show more". */
const SHOWN = 20
const MORE = 200
const LONGEST = 120

const BAD_COLUMNS: readonly Column<CsvBadLine>[] = [
  {
    name: 'Line',
    cell: ({ line }) => (
      <span className="whitespace-nowrap">
        <span className="md:hidden">Line </span>
        {line}
      </span>
    ),
  },
  {
    name: 'Product',
    atEnd: true,
    cell: ({ name }) => <span className="block max-w-[50vw] break-words md:max-w-72">{name || '(no name)'}</span>,
  },
  {
    name: 'Column',
    cell: ({ problems }) => problems.map(({ column }) => <p key={column}>{column}</p>),
    wideOnly: true,
  },
  {
    name: 'It says',
    full: true,
    cell: ({ problems }) =>
      problems.map(({ says, column }) => (
        <p key={column} className="break-words text-danger md:max-w-72">
          {says.slice(0, LONGEST)}
          {column && <span className="meta md:hidden"> in {column}</span>}
        </p>
      )),
  },
  {
    name: 'What is wrong, and the way on',
    full: true,
    cell: ({ problems }) =>
      problems.map(({ why, column }) => (
        <p key={column} className="text-ink-2">
          {why}
        </p>
      )),
  },
]

/** Lines that cannot be read or were refused; where the file is at hand they can be taken away, with their reasons. */
export function BadLines({
  file,
  bad,
  refused,
}: {
  file?: { name: string; headings: string[] }
  bad: readonly CsvBadLine[]
  refused?: boolean
}) {
  const [most, setMost] = useState(SHOWN)
  if (bad.length === 0) return null
  const lines = counted(bad.length, 'line')
  const take = () =>
    saveCsv(
      [
        [...(file?.headings ?? ['line', 'product']), 'what_is_wrong'],
        ...bad.map(({ line, name, cells, problems }) => [
          ...(file ? file.headings.map((_, place) => cells[place] ?? '') : [String(line), name]),
          problems.map(({ column, why }) => (column ? `${column}: ${why}` : why)).join(' '),
        ]),
      ],
      fileNameOf('lines left out'),
    )
  return (
    <section className="mt-7">
      <SectionHead
        title={refused ? `${lines} ${bad.length === 1 ? 'was' : 'were'} refused` : `${lines} cannot be read`}
      >
        <Button onClick={take}>
          <Icon of={Download} />
          {bad.length === 1 ? 'This line as CSV' : `These ${lines} as CSV`}
        </Button>
      </SectionHead>
      <DataTable
        label="Lines left out"
        columns={BAD_COLUMNS}
        rows={bad.slice(0, most)}
        idOf={({ line }) => String(line)}
        nameOf={({ line }) => `line ${line}`}
      />
      <More left={bad.length - most} onMore={() => setMost(most + MORE)} />
    </section>
  )
}

function More({ left, onMore }: { left: number; onMore: () => void }) {
  if (left <= 0) return null
  return (
    <Button look="text" className="mt-2" onClick={onMore}>
      Show {grouped(Math.min(left, MORE))} more
    </Button>
  )
}

/** Their first pictures, of those that are shown. */
function usePictures(ids: readonly string[]): ReadonlyMap<string, string> {
  const { store } = useHost()
  const { data } = useQuery({
    queryKey: ['import-pictures', ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const filter = ids.map((id) => `id="${id}"`).join('||')
      const found = await store
        .collection('products')
        .getList(1, ids.length, { filter, fields: 'id,images', requestKey: null })
      return new Map(found.items.map(({ id, images }) => [id, images?.[0] ?? '']))
    },
  })
  return data ?? new Map()
}

/** What rows do, as old → new. */
export function Changes({
  title,
  changes,
  children,
}: {
  title: string
  changes: readonly CsvChange[]
  children?: ReactNode
}) {
  const [most, setMost] = useState(SHOWN)
  const shown = changes.slice(0, most)
  const pictures = usePictures(
    shown
      .slice(0, SHOWN)
      .map(({ id }) => id)
      .filter(Boolean),
  )
  if (changes.length === 0) return null
  return (
    <section className="mt-7">
      <SectionHead title={title}>
        <span className="meta">Line, product, what changes</span>
      </SectionHead>
      <table className="w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th>Line</th>
            <th>Picture</th>
            <th>Product</th>
            <th>What changes</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <ChangeRow key={change.line} change={change} picture={pictures.get(change.id) ?? ''} />
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap items-center gap-x-3">
        <More left={changes.length - most} onMore={() => setMost(most + MORE)} />
        {children && <span className="meta pt-2">{children}</span>}
      </p>
    </section>
  )
}

function ChangeRow({ change, picture }: { change: CsvChange; picture: string }) {
  const cells = Object.entries(change.cells).filter(([column]) => change.id || column !== 'name')
  return (
    <tr className="border-b hover:bg-wash">
      <td className="meta w-14 max-md:hidden">{change.line}</td>
      <td className="w-13 py-2">{change.id && <ProductPhoto product={change.id} image={picture} />}</td>
      <td className="py-2 pr-3 align-middle wrap-anywhere">
        <b>{change.name}</b>
        {change.id && <span className="meta block">{cells.map(([column]) => titleOf(column)).join(', ')}</span>}
      </td>
      <td className="py-2 text-right align-middle">
        {cells.map(([column, [was, now]]) => (
          <span
            key={column}
            className="ml-auto flex max-w-[50vw] flex-wrap justify-end gap-x-2 break-words *:min-w-0 md:max-w-sm"
          >
            {change.id ? (
              <del className="text-ink-3">
                <span className="sr-only">was </span>
                {said(column, was)}
              </del>
            ) : (
              <span className="meta">{titleOf(column)}</span>
            )}
            <ins className="font-medium no-underline">{said(column, now)}</ins>
          </span>
        ))}
      </td>
    </tr>
  )
}

const titleOf = (column: string) => productColumn(column)?.title ?? column

const MONEY = ['price', 'original_price']

function said(column: string, cell: string): string {
  if (cell === '') return column === 'on_hand' ? 'not counted' : 'nothing'
  if (MONEY.includes(column)) return formatRupees(Number(cell))
  return cell.length > LONGEST ? `${cell.slice(0, LONGEST)}…` : cell
}
