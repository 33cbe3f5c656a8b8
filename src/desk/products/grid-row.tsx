// biome-ignore-all lint/a11y/noRedundantRoles: a table that is scrolled as a block is none to a screen reader
// biome-ignore-all lint/a11y/useSemanticElements: a grid's rows and cells are not a table's
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one can type in
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are the grid's
// biome-ignore-all lint/a11y/useFocusableInteractive: the control within is pressed, the grid has the keys
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the role is chosen as the cell is drawn
import { memo, useId, useRef } from 'react'
import { type SheetRow, waitingWords } from '@/domain/desk/sheet'
import { isLow } from '@/domain/desk/stock-take'
import { classNames } from '@/lib/class-names'
import { ProductPhoto } from '../parts/product-photo'
import { Switch, Tick } from '../parts/switch'
import { askedWords, COLUMNS, freeWords, isNumeric, type SheetColumn, shownValue } from './columns'
import type { CellEdit, RowEdit } from './edits'
import type { GridActions } from './use-grid'

interface GridRowProps {
  row: SheetRow
  index: number
  /** Among all that were found, with the heading as the first. */
  rowIndex: number
  edit: RowEdit | undefined
  picked: boolean
  /** The column that has the focus, in the row that has it. */
  active: number | undefined
  /** The text being typed there. */
  typing: string | undefined
  /** First and last column of the chosen block. */
  chosen: string
  /** Id of the list of categories. */
  list: string
  actions: GridActions
}

const CELL = 'border-r border-b px-2.5 pt-0.5 align-middle h-(--cell) whitespace-nowrap'

/** One product of the sheet. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, rowIndex, edit, picked, active, typing, chosen, list, actions } = props
  const [left = -1, right = -1] = chosen.split('-').map(Number)
  const ground = picked ? 'bg-pick' : 'bg-page'
  return (
    <tr role="row" aria-rowindex={rowIndex} data-row={row.id}>
      <td role="gridcell" className={classNames(CELL, ground, 'w-11 pl-3')}>
        <Tick tabIndex={-1} aria-label={`Tick ${row.name}`} checked={picked} onChange={() => actions.tick(row.id)} />
      </td>
      <td role="gridcell" className={classNames(CELL, ground, 'w-11 px-1.5 py-[3px]')}>
        <ProductPhoto product={row.id} image={row.image} className="size-[34px] max-w-none" />
      </td>
      {COLUMNS.map((column, at) => (
        <Cell
          key={column.field}
          at={`${index}:${at}`}
          column={column}
          row={row}
          edit={column.field === 'free' ? undefined : edit?.cells[column.field]}
          isActive={active === at}
          isChosen={chosen !== '' && at >= left && at <= right && left !== right}
          tabbable={active === at}
          typing={active === at ? typing : undefined}
          ground={ground}
          list={list}
          onChoose={(now) => actions.choose({ row: index, column: at }, now)}
          actions={actions}
        />
      ))}
    </tr>
  )
})

interface CellProps {
  at: string
  column: SheetColumn
  row: SheetRow
  edit: CellEdit | undefined
  isActive: boolean
  isChosen: boolean
  tabbable: boolean
  typing: string | undefined
  ground: string
  list: string
  onChoose: (edit: boolean) => void
  actions: GridActions
}

function cellLook({ column, edit, isActive, isChosen, typing, ground }: CellProps): string {
  return classNames(
    CELL,
    'relative scroll-mt-9 outline-none focus:shadow-[inset_0_0_0_2px_var(--ink)]',
    isNumeric(column) && 'text-right',
    column.field === 'name' ? 'sticky left-0 z-1 min-w-40 max-w-56 border-r-line-strong md:max-w-80' : 'scroll-ml-60',
    isChosen || (isActive && typing === undefined) ? 'bg-surface' : ground,
    edit?.problem ? 'shadow-[inset_0_0_0_2px_var(--danger)]' : edit && 'font-medium',
  )
}

function Cell(props: CellProps) {
  const { at, column, edit, isChosen, tabbable, typing, onChoose } = props
  const id = useId()
  const problem = edit?.problem
  return (
    <td
      role={column.field === 'name' ? 'rowheader' : 'gridcell'}
      data-at={at}
      tabIndex={tabbable ? 0 : -1}
      aria-selected={isChosen || undefined}
      aria-readonly={column.kind === 'read' || undefined}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? id : undefined}
      onClick={(event) => typing === undefined && onChoose((event.nativeEvent as PointerEvent).pointerType === 'touch')}
      onDoubleClick={() => typing === undefined && column.kind !== 'flag' && onChoose(true)}
      className={cellLook(props)}
    >
      {edit && !problem && <Changed />}
      {typing === undefined ? <Shown {...props} /> : <Typing {...props} typing={typing} />}
      {problem && (
        <span id={id} className="block max-w-52 whitespace-normal pb-1 text-left text-[13px] text-danger leading-snug">
          {problem}
        </span>
      )}
    </td>
  )
}

/** The corner of a cell that is not saved yet. */
const Changed = () => (
  <i
    aria-hidden="true"
    className="absolute top-0 right-0 border-4 border-transparent border-t-primary border-r-primary"
  />
)

function Shown({ column, row, edit }: CellProps) {
  if (column.field === 'free') return <OnHand row={row} />
  const value = edit?.value ?? row[column.field]
  if (column.kind === 'flag')
    return <Switch tabIndex={-1} readOnly aria-label={`${column.name}, ${row.name}`} checked={value === true} />
  const text = edit?.text ?? shownValue(column, value)
  const isQuiet = edit?.text === undefined && (value === 0 || column.kind === 'number')
  return (
    <span className={classNames('block truncate', isQuiet && 'text-ink-3')}>
      {text}
      {column.field === 'name' && row.draft && <span className="ml-1 text-[13px] text-warn"> draft</span>}
      {column.field === 'price' && row.until !== '' && (
        <span className="block text-[12px] text-ink-3 leading-tight"> {askedWords(row)}</span>
      )}
    </span>
  )
}

function OnHand({ row }: { row: SheetRow }) {
  const low = isLow(row.free, row.low_mark)
  return (
    <span className={low ? 'font-medium text-warn' : row.free === null ? 'text-ink-3' : ''}>
      {freeWords(row)}
      {low && <span className="sr-only"> low</span>}
      {row.waiting > 0 && <span className="block text-[12px] text-ink-3 leading-tight"> {waitingWords(row)}</span>}
    </span>
  )
}

function Typing({ column, row, list, typing, actions }: CellProps & { typing: string }) {
  // What a key has ended, the blur that follows does not end again.
  const ended = useRef(false)
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it stands where the focus was
      autoFocus
      aria-label={`${column.name}, ${row.name}`}
      defaultValue={typing}
      list={column.field === 'category' ? list : undefined}
      inputMode={column.kind === 'money' ? 'decimal' : column.kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      onFocus={({ currentTarget: { value, setSelectionRange }, currentTarget }) =>
        setSelectionRange.call(currentTarget, value.length, value.length)
      }
      onBlur={(event) => !ended.current && actions.commit(event.target.value, 0, 0)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !['Escape', 'Enter', 'Tab'].includes(event.key)) return
        ended.current = true
        if (event.key === 'Escape') actions.cancel()
        else if (event.key === 'Enter') actions.commit(event.currentTarget.value, event.shiftKey ? -1 : 1, 0)
        else actions.commit(event.currentTarget.value, 0, event.shiftKey ? -1 : 1)
        event.preventDefault()
        event.stopPropagation()
      }}
      className={classNames(
        'absolute inset-0 h-(--cell) w-full min-w-20 bg-surface px-2.5 pt-0.5 shadow-[inset_0_0_0_2px_var(--ink)] outline-none max-md:text-[16px]',
        column.kind !== 'text' && 'text-right',
      )}
    />
  )
}
