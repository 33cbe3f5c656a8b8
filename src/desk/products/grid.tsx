// biome-ignore-all lint/a11y/noRedundantRoles: a table that is scrolled as a block is none to a screen reader
// biome-ignore-all lint/a11y/useSemanticElements: a grid's rows and cells are not a table's
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one can type in
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { SheetField, SheetRow } from '@/domain/desk/sheet'
import { classNames } from '@/lib/class-names'
import { Tick } from '../parts/switch'
import { COLUMNS, typedValue } from './columns'
import { type Edits, textEdit, valueIn, withCell } from './edits'
import { type At, blockOf, copied, emptied, filledDown, moved, pasted, toggled } from './grid-block'
import { GridRow } from './grid-row'

interface SheetGridProps {
  rows: readonly SheetRow[]
  /** The first row's place among all that were found, from 0, and how many those are. */
  from: number
  total: number
  categories: readonly string[]
  edits: Edits
  onEdits: (edits: Edits) => void
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
  onUndo: () => void
}

/** What the focus is on: the text being typed, if one is. */
interface Place {
  at: At
  /** The other corner of what is chosen. */
  from: At
  typing?: string
}

const HEAD =
  'sticky top-0 z-2 h-[34px] whitespace-nowrap border-r border-b bg-sunken px-2.5 pt-0.5 text-left font-normal text-[13px] text-ink-2'

/**
 * Products as a spreadsheet. Arrows move, with Shift they choose a block; Enter or typing edits, Tab goes right, Esc
 * brings back; blocks are copied and pasted, Ctrl D fills down, Space switches or ticks.
 */
export function SheetGrid(props: SheetGridProps) {
  const { rows, from, total, categories, edits, picked, onPick } = props
  const grid = useGrid(props)
  const list = useId()
  const all = rows.length > 0 && rows.every(({ id }) => picked.has(id))
  const block = blockOf(grid.place.from, grid.place.at)
  const tickAll = () => onPick(new Set(all ? [] : rows.map(({ id }) => id)))
  const tick = (id: string) =>
    onPick(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]))
  return (
    <div className="-mx-(--pad) overflow-auto border-y md:max-h-[calc(100dvh-270px)] md:min-h-75">
      <table
        ref={grid.ref}
        role="grid"
        aria-label="Products"
        aria-rowcount={total + 1}
        aria-multiselectable="true"
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
        onPaste={grid.onPaste}
        onCopy={grid.onCopy}
        className="w-full min-w-[1120px] border-separate border-spacing-0"
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" className={classNames(HEAD, 'w-11 pl-3')}>
              <Tick
                aria-label={all ? 'Tick none' : 'Tick all shown'}
                checked={all}
                mixed={!all && rows.some(({ id }) => picked.has(id))}
                onChange={tickAll}
              />
            </th>
            <th role="columnheader" className={classNames(HEAD, 'w-11')}>
              <span className="sr-only">Photograph</span>
            </th>
            {COLUMNS.map(({ field, name, kind }) => (
              <th
                key={field}
                role="columnheader"
                className={classNames(
                  HEAD,
                  ['money', 'number', 'read'].includes(kind) && 'text-right',
                  field === 'name' && 'left-0 z-3 border-r-line-strong',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <GridRow
              key={row.id}
              row={row}
              index={index}
              rowIndex={from + index + 2}
              edit={edits[row.id]}
              picked={picked.has(row.id)}
              active={grid.place.at.row === index ? grid.place.at.column : undefined}
              typing={grid.place.at.row === index ? grid.place.typing : undefined}
              chosen={index >= block.top && index <= block.bottom ? `${block.left}-${block.right}` : ''}
              list={list}
              onTick={tick}
              actions={grid.actions}
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

/** What cells ask of the grid; the same object all the time, so that rows need not be drawn again. */
export interface GridActions {
  /** A press on a cell; `edit` at once, as fingers do. */
  choose: (at: At, edit: boolean) => void
  /** A text was typed; then the focus moves on by so many rows and columns. */
  commit: (text: string, down: number, right: number) => void
  cancel: () => void
}

const START: At = { row: 0, column: 0 }

function useGrid(props: SheetGridProps) {
  const { rows, edits, onEdits } = props
  const ref = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<Place>({ at: START, from: START })
  const moves = useRef(false)
  // Another page has other rows.
  const inside: Place =
    place.at.row < Math.max(1, rows.length) ? place : { at: { ...place.at, row: 0 }, from: { ...place.at, row: 0 } }
  const { at, typing } = inside
  useEffect(() => {
    if (!moves.current || typing !== undefined) return
    moves.current = false
    const cell = ref.current?.querySelector<HTMLElement>(`[data-at="${at.row}:${at.column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, typing])

  const go = (to: At, from = to) => {
    moves.current = true
    setPlace({ at: to, from })
  }
  const begin = (text?: string) => {
    const row = rows[at.row]
    const column = COLUMNS[at.column]
    if (!row || !column || column.field === 'free') return
    if (column.kind === 'flag') onEdits(toggled(edits, row, column.field))
    else setPlace({ at, from: at, typing: text ?? textBefore(edits, row, column.field) })
  }
  const commit = (text: string, down: number, right: number) => {
    const row = rows[at.row]
    const field = COLUMNS[at.column]?.field
    if (row && field && field !== 'free') onEdits(withCell(edits, row, field, textEdit(row, field, text)))
    // Without a step the focus went elsewhere by itself.
    if (down === 0 && right === 0) setPlace({ at, from: at })
    else {
      const lastRow = rows.length - 1
      const lastColumn = COLUMNS.length - 1
      go({
        row: Math.max(0, Math.min(lastRow, at.row + down)),
        column: Math.max(0, Math.min(lastColumn, at.column + right)),
      })
    }
  }
  const choose = (to: At, edit: boolean) => {
    const column = COLUMNS[to.column]
    const row = rows[to.row]
    go(to)
    if (!row || !column || column.field === 'free') return
    if (column.kind === 'flag') onEdits(toggled(edits, row, column.field))
    else if (edit) setPlace({ at: to, from: to, typing: textBefore(edits, row, column.field) })
  }
  const latest = useRef({ choose, commit, cancel: () => go(at) })
  latest.current = { choose, commit, cancel: () => go(at) }
  const [actions] = useState<GridActions>(() => ({
    choose: (to, edit) => latest.current.choose(to, edit),
    commit: (text, down, right) => latest.current.commit(text, down, right),
    cancel: () => latest.current.cancel(),
  }))
  const block = blockOf(inside.from, at)
  return {
    ref,
    place: inside,
    actions,
    onKeyDown: (event: KeyboardEvent) => {
      if (typing === undefined && !event.nativeEvent.isComposing)
        pressed(event, { ...props, place: inside, go, begin, onTick: () => tickRow(props, at) })
    },
    // A screen reader moves the focus by itself.
    onFocus: ({ target }: FocusEvent) => {
      const [row, column] = (target.getAttribute('data-at') ?? '').split(':').map(Number)
      if (row === undefined || column === undefined || (row === at.row && column === at.column)) return
      setPlace({ at: { row, column }, from: { row, column } })
    },
    onPaste: (event: ClipboardEvent) => {
      if (typing !== undefined) return
      event.preventDefault()
      onEdits(pasted(edits, rows, block, event.clipboardData.getData('text/plain')))
    },
    onCopy: (event: ClipboardEvent) => {
      if (typing !== undefined) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copied(edits, rows, block))
    },
  }
}

/** What a cell's field begins with. */
const textBefore = (edits: Edits, row: SheetRow, field: SheetField): string =>
  edits[row.id]?.cells[field]?.text ?? typedValue(valueIn(edits, row, field))

function tickRow({ rows, picked, onPick }: SheetGridProps, { row }: At): void {
  const id = rows[row]?.id
  if (id) onPick(new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]))
}

interface Pressed extends SheetGridProps {
  place: Place
  go: (to: At, from?: At) => void
  begin: (text?: string) => void
  onTick: () => void
}

/** With Ctrl or the command key. */
function commanded(event: KeyboardEvent, { rows, edits, onEdits, onPick, onUndo, place }: Pressed): boolean {
  const key = event.key.toLowerCase()
  if (key === 'd') onEdits(filledDown(edits, rows, blockOf(place.from, place.at)))
  else if (key === 'a') onPick(new Set(rows.map(({ id }) => id)))
  else if (key === 'z') onUndo()
  else return false
  event.stopPropagation()
  return true
}

function pressed(event: KeyboardEvent, given: Pressed): void {
  const { place, go, begin, rows } = given
  const command = event.ctrlKey || event.metaKey
  const to = moved(event.key, place.at, rows.length, command)
  if (to) go(to, event.shiftKey ? place.from : to)
  else if (event.key === 'Tab') {
    const column = place.at.column + (event.shiftKey ? -1 : 1)
    // At either end Tab leaves the grid.
    if (column < 0 || column >= COLUMNS.length) return
    go({ row: place.at.row, column })
  } else if (command) {
    if (!commanded(event, given)) return
  } else if (!simple(event, given, begin)) return
  event.preventDefault()
}

/** Keys alone: they edit, switch, tick or empty. */
function simple(
  event: KeyboardEvent,
  { place, rows, edits, onEdits, onTick }: Pressed,
  begin: (text?: string) => void,
) {
  if ((event.target as HTMLElement).closest('thead') || event.altKey) return false
  const isFlag = COLUMNS[place.at.column]?.kind === 'flag'
  if (event.key === 'Enter' || event.key === 'F2') begin()
  else if (event.key === 'Delete' || event.key === 'Backspace')
    onEdits(emptied(edits, rows, blockOf(place.from, place.at)))
  else if (event.key === ' ') isFlag ? begin() : onTick()
  else if (event.key.length === 1 && !isFlag) begin(event.key)
  else return false
  // Single letters lead to screens elsewhere on the desk.
  event.nativeEvent.stopImmediatePropagation()
  return true
}
