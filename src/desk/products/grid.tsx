// biome-ignore-all lint/a11y/noRedundantRoles: a table that is scrolled as a block is none to a screen reader
// biome-ignore-all lint/a11y/useSemanticElements: a grid's rows and cells are not a table's
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one can type in
import { useId } from 'react'
import { classNames } from '@/lib/class-names'
import { Tick } from '../parts/switch'
import { COLUMNS, isNumeric } from './columns'
import { GridRow } from './grid-row'
import { type GridWork, useGrid } from './use-grid'

interface SheetGridProps extends GridWork {
  /** The first row's place among all that were found, from 0, and how many those are. */
  from: number
  total: number
  categories: readonly string[]
}

/**
 * Products as a spreadsheet. Arrows move, with Shift they choose a block; Enter or typing edits, Tab goes right, Esc
 * brings back; blocks are copied and pasted, Ctrl D fills down, Space switches or ticks.
 */
export function SheetGrid(props: SheetGridProps) {
  const { rows, from, total, categories, edits, picked } = props
  const { ref, place, block, actions, ...events } = useGrid(props)
  const list = useId()
  return (
    <div className="-mx-(--pad) overflow-auto border-y md:max-h-[calc(100dvh-270px)] md:min-h-75">
      <table
        {...events}
        ref={ref}
        role="grid"
        aria-label="Products"
        aria-rowcount={total + 1}
        aria-multiselectable="true"
        className="w-full min-w-[1120px] border-separate border-spacing-0"
      >
        <GridHead {...props} />
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <GridRow
              key={row.id}
              row={row}
              index={index}
              rowIndex={from + index + 2}
              edit={edits[row.id]}
              picked={picked.has(row.id)}
              active={place.at.row === index ? place.at.column : undefined}
              typing={place.at.row === index ? place.typing : undefined}
              chosen={index >= block.top && index <= block.bottom ? `${block.left}-${block.right}` : ''}
              list={list}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      <datalist id={list}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

const HEAD =
  'sticky top-0 z-2 h-[34px] whitespace-nowrap border-r border-b bg-sunken px-2.5 pt-0.5 text-left font-normal text-[13px] text-ink-2'

function GridHead({ rows, picked, onPick }: SheetGridProps) {
  const all = rows.every(({ id }) => picked.has(id))
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <th role="columnheader" className={classNames(HEAD, 'w-11 pl-3')}>
          <Tick
            aria-label={all ? 'Tick none' : 'Tick all shown'}
            checked={all}
            mixed={!all && rows.some(({ id }) => picked.has(id))}
            onChange={() => onPick(new Set(all ? [] : rows.map(({ id }) => id)))}
          />
        </th>
        <th role="columnheader" className={classNames(HEAD, 'w-11')}>
          <span className="sr-only">Photograph</span>
        </th>
        {COLUMNS.map((column) => (
          <th
            key={column.field}
            role="columnheader"
            className={classNames(
              HEAD,
              isNumeric(column) && 'text-right',
              column.field === 'name' && 'left-0 z-3 border-r-line-strong',
            )}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
