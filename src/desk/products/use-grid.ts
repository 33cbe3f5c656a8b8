import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { SheetField, SheetRow } from '@/domain/desk/sheet'
import { COLUMNS, typedValue } from './columns'
import { type Edits, textEdit, valueIn, withCell } from './edits'
import { type At, blockOf, clamp, copied, emptied, filledDown, moved, pasted, toggled } from './grid-block'

/** What the keys of the grid work on. */
export interface GridWork {
  rows: readonly SheetRow[]
  edits: Edits
  onEdits: (edits: Edits) => void
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
  /** A step back. */
  onUndo: () => void
}

/** What the focus is on: the text being typed, if one is. */
interface Place {
  at: At
  /** The other corner of what is chosen. */
  from: At
  typing?: string
}

/** What cells ask of the grid; the same object all the time, so that rows need not be drawn again. */
export interface GridActions {
  /** A press on a cell; `edit` at once, as fingers do. */
  choose: (at: At, edit: boolean) => void
  /** A text was typed; then the focus moves on by so many rows and columns. */
  commit: (text: string, down: number, right: number) => void
  cancel: () => void
  tick: (id: string) => void
}

const START: At = { row: 0, column: 0 }

/** What a cell's field begins with. */
const textBefore = (edits: Edits, row: SheetRow, field: SheetField): string =>
  edits[row.id]?.cells[field]?.text ?? typedValue(valueIn(edits, row, field))

/** Where the focus is. It moves only after a key or a press. */
function usePlace(ref: RefObject<HTMLTableElement | null>, rows: number) {
  const [kept, setPlace] = useState<Place>({ at: START, from: START })
  const moves = useRef(false)
  // Another page has other rows.
  const top = { ...kept.at, row: 0 }
  const place: Place = kept.at.row < Math.max(1, rows) ? kept : { at: top, from: top }
  const { at, typing } = place
  useEffect(() => {
    if (!moves.current || typing !== undefined) return
    moves.current = false
    const cell = ref.current?.querySelector<HTMLElement>(`[data-at="${at.row}:${at.column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, typing, ref])
  const go = (to: At, from = to) => {
    moves.current = true
    setPlace({ at: to, from })
  }
  return { place, setPlace, go }
}

type Placed = ReturnType<typeof usePlace>

/** Begins to type in a cell, or turns its switch. */
function begin({ rows, edits, onEdits }: GridWork, setPlace: Placed['setPlace'], at: At, text?: string): void {
  const row = rows[at.row]
  const column = COLUMNS[at.column]
  if (!row || !column || column.field === 'free') return
  if (column.kind === 'flag') onEdits(toggled(edits, row, column.field))
  else setPlace({ at, from: at, typing: text ?? textBefore(edits, row, column.field) })
}

const turned = (picked: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id])

function actionsOf(work: GridWork, { place: { at }, setPlace, go }: Placed): GridActions {
  const { rows, edits, onEdits, picked, onPick } = work
  return {
    choose: (to, edit) => {
      go(to)
      if (edit || COLUMNS[to.column]?.kind === 'flag') begin(work, setPlace, to)
    },
    commit: (text, down, right) => {
      const row = rows[at.row]
      const field = COLUMNS[at.column]?.field
      if (row && field && field !== 'free') onEdits(withCell(edits, row, field, textEdit(row, field, text)))
      // Without a step the focus went elsewhere by itself.
      if (down === 0 && right === 0) setPlace({ at, from: at })
      else go({ row: clamp(at.row + down, rows.length - 1), column: clamp(at.column + right, COLUMNS.length - 1) })
    },
    cancel: () => go(at),
    tick: (id) => onPick(turned(picked, id)),
  }
}

/**
 * Calls back for what is copied or pasted while the focus is in there, and leaves to the browser what it does not take.
 * Heard at the document: WebKit tells the element the page's selection is in, which is none of the desk's own tree.
 */
function useClipboard(
  ref: RefObject<HTMLElement | null>,
  take: (clipboard: DataTransfer, isPaste: boolean) => boolean,
): void {
  useEffect(() => {
    const heard = (event: ClipboardEvent) => {
      const root = ref.current?.getRootNode() as Document | ShadowRoot | undefined
      if (!event.clipboardData || !root || !ref.current?.contains(root.activeElement)) return
      if (take(event.clipboardData, event.type === 'paste')) event.preventDefault()
    }
    document.addEventListener('copy', heard)
    document.addEventListener('paste', heard)
    return () => {
      document.removeEventListener('copy', heard)
      document.removeEventListener('paste', heard)
    }
  })
}

/** Keys, clipboard and focus of the grid. */
export function useGrid(work: GridWork) {
  const { rows, edits, onEdits } = work
  const ref = useRef<HTMLTableElement>(null)
  const placed = usePlace(ref, rows.length)
  const { at, from, typing } = placed.place
  const latest = useRef<GridActions>(undefined)
  latest.current = actionsOf(work, placed)
  const [actions] = useState<GridActions>(() => ({
    choose: (to, edit) => latest.current?.choose(to, edit),
    commit: (text, down, right) => latest.current?.commit(text, down, right),
    cancel: () => latest.current?.cancel(),
    tick: (id) => latest.current?.tick(id),
  }))
  const block = blockOf(from, at)
  useClipboard(ref, (clipboard, isPaste) => {
    if (typing !== undefined) return false
    if (isPaste) onEdits(pasted(edits, rows, block, clipboard.getData('text/plain')))
    else clipboard.setData('text/plain', copied(edits, rows, block))
    return true
  })
  return {
    ref,
    place: placed.place,
    block,
    actions,
    onKeyDown: (event: KeyboardEvent) => {
      if (typing === undefined && !event.nativeEvent.isComposing) pressed(event, work, placed)
    },
    // A screen reader moves the focus by itself.
    onFocus: ({ target }: FocusEvent) => {
      const [row, column] = (target.getAttribute('data-at') ?? '').split(':').map(Number)
      if (row === undefined || column === undefined || (row === at.row && column === at.column)) return
      placed.setPlace({ at: { row, column }, from: { row, column } })
    },
  }
}

function pressed(event: KeyboardEvent, work: GridWork, placed: Placed): void {
  const { place, go } = placed
  const command = event.ctrlKey || event.metaKey
  const to = moved(event.key, place.at, work.rows.length, command)
  if (to) go(to, event.shiftKey ? place.from : to)
  else if (event.key === 'Tab') {
    const column = place.at.column + (event.shiftKey ? -1 : 1)
    // At either end Tab leaves the grid.
    if (column < 0 || column >= COLUMNS.length) return
    go({ row: place.at.row, column })
  } else if (command ? !commanded(event, work, place) : !simple(event, work, placed)) return
  event.preventDefault()
  // Single letters lead to screens elsewhere on the desk, and Ctrl Z takes back a save.
  event.nativeEvent.stopImmediatePropagation()
}

/** With Ctrl or the command key. */
function commanded(event: KeyboardEvent, { rows, edits, onEdits, onPick, onUndo }: GridWork, place: Place): boolean {
  const key = event.key.toLowerCase()
  if (key === 'd') onEdits(filledDown(edits, rows, blockOf(place.from, place.at)))
  else if (key === 'a') onPick(new Set(rows.map(({ id }) => id)))
  else if (key === 'z') onUndo()
  else return false
  return true
}

/** Keys alone: they edit, switch, tick or empty. */
function simple(event: KeyboardEvent, work: GridWork, { place: { at, from }, setPlace }: Placed): boolean {
  if ((event.target as HTMLElement).closest('thead') || event.altKey) return false
  const { rows, edits, onEdits, picked, onPick } = work
  const isFlag = COLUMNS[at.column]?.kind === 'flag'
  const id = rows[at.row]?.id
  if (event.key === 'Enter' || event.key === 'F2' || (event.key === ' ' && isFlag)) begin(work, setPlace, at)
  else if (event.key === 'Delete' || event.key === 'Backspace') onEdits(emptied(edits, rows, blockOf(from, at)))
  else if (event.key === ' ' && id) onPick(turned(picked, id))
  else if (event.key.length === 1 && !isFlag) begin(work, setPlace, at, event.key)
  else return false
  return true
}
