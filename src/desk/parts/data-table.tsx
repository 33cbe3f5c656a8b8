// biome-ignore-all lint/a11y/noRedundantRoles: a table drawn as a grid is none to a screen reader
// biome-ignore-all lint/a11y/useSemanticElements: the same
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Tick } from './switch'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers and money. */
  right?: boolean
  /** Not shown on phones. */
  wideOnly?: boolean
  /** On phones at the right of the first line. */
  atEnd?: boolean
  /** On phones from the tick to the edge, also below what is at the end. */
  full?: boolean
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** What a row is called, for its tick. */
  nameOf: (row: Row) => string
  /** Rows that are ticked; left out: rows cannot be ticked. */
  picked?: ReadonlySet<string>
  onPick?: (picked: ReadonlySet<string>) => void
}

/** Where a stretch of ticks begins: one list is ticked at a time. */
const last = { id: '' }

/**
 * A list of records. Arrows lead from row to row, `Space` ticks, with `Shift` a stretch of rows, `Ctrl A` all shown. On
 * phones each row stacks to a few lines.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, nameOf, picked, onPick } = props
  const shown = rows.map(idOf)
  const tick = (id: string, on: boolean, stretch: boolean) => {
    const [from, to] = [shown.indexOf(stretch ? last.id : id), shown.indexOf(id)]
    const ids = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Set(picked)
    for (const one of ids) on ? next.add(one) : next.delete(one)
    last.id = id
    onPick?.(next)
  }
  const onKey = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step) {
      const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')].map((row) =>
        row.querySelector<HTMLElement>('input, a, button'),
      )
      const at = stops.findIndex((stop) => stop?.closest('tr')?.contains(event.target as Node))
      stops[Math.max(0, at + step)]?.focus()
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && picked) onPick?.(new Set(shown))
    else return
    event.preventDefault()
  }
  return (
    <table role="table" aria-label={label} className="w-full border-collapse max-md:block" onKeyDown={onKey}>
      <thead role="rowgroup" className={picked ? 'max-md:block' : 'max-md:hidden'}>
        <tr role="row" className="max-md:block">
          {picked && <TickAll shown={shown} picked={picked} onPick={onPick} />}
          {columns.map(({ name, right }) => (
            <th
              key={name}
              role="columnheader"
              className={classNames(
                'h-9 whitespace-nowrap border-b pt-0.5 pr-3 font-normal text-[13px] text-ink-3 last:pr-0 max-md:hidden',
                right ? 'text-right' : 'text-left',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={idOf(row)}
            row={row}
            id={idOf(row)}
            name={nameOf(row)}
            columns={columns}
            picked={picked?.has(idOf(row))}
            onTick={tick}
          />
        ))}
      </tbody>
    </table>
  )
}

interface TickAllProps {
  shown: readonly string[]
  picked: ReadonlySet<string>
  onPick?: (picked: ReadonlySet<string>) => void
}

/** On phones a line of its own, with its words beside it. */
function TickAll({ shown, picked, onPick }: TickAllProps) {
  const all = shown.length > 0 && shown.every((id) => picked.has(id))
  const words = all ? 'Tick none' : 'Tick all shown'
  return (
    <th
      role="columnheader"
      className="w-10 border-b pl-2.5 text-left font-normal max-md:block max-md:w-full max-md:pl-0"
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the tick within is one */}
      <label className="flex min-h-11 items-center max-md:gap-3 md:min-h-0">
        <span className="grid place-items-center max-md:size-11">
          <Tick
            aria-label={words}
            checked={all}
            mixed={!all && shown.some((id) => picked.has(id))}
            onChange={() => onPick?.(new Set(all ? [] : shown))}
          />
        </span>
        <span aria-hidden="true" className="pt-0.5 text-ink-2 md:hidden">
          {words}
        </span>
      </label>
    </th>
  )
}

interface TableRowProps<Row> {
  row: Row
  id: string
  name: string
  columns: readonly Column<Row>[]
  /** Undefined where rows cannot be ticked. */
  picked: boolean | undefined
  onTick: (id: string, on: boolean, stretch: boolean) => void
}

function TableRow<Row>({ row, id, name, columns, picked, onTick }: TableRowProps<Row>) {
  const tickable = picked !== undefined
  const place = ({ atEnd, full }: Column<Row>) =>
    full
      ? classNames('max-md:col-end-[-1] max-md:text-left', tickable ? 'max-md:col-start-2' : 'max-md:col-start-1')
      : atEnd
        ? classNames('max-md:row-start-1 max-md:text-right', tickable ? 'max-md:col-start-3' : 'max-md:col-start-2')
        : classNames('max-md:text-left', tickable ? 'max-md:col-start-2' : 'max-md:col-start-1')
  return (
    <tr
      role="row"
      data-row={id}
      className={classNames(
        'hover:bg-wash max-md:relative max-md:grid max-md:gap-x-3 max-md:gap-y-0.5 max-md:border-b max-md:py-3',
        tickable ? 'max-md:grid-cols-[44px_1fr_auto]' : 'max-md:grid-cols-[1fr_auto]',
        picked && 'bg-pick',
      )}
    >
      {tickable && (
        <td
          role="cell"
          className="border-b pl-2.5 align-middle max-md:row-span-4 max-md:grid max-md:size-11 max-md:place-items-center max-md:border-0 max-md:p-0"
        >
          <Tick
            aria-label={`Tick ${name}`}
            checked={picked}
            onChange={(event) => onTick(id, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          role="cell"
          className={classNames(
            'h-(--row) border-b pt-1.5 pr-3 pb-1 align-middle last:pr-0 max-md:h-auto max-md:min-w-0 max-md:border-0 max-md:p-0',
            column.right && 'text-right',
            column.wideOnly && 'max-md:hidden',
            place(column),
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
