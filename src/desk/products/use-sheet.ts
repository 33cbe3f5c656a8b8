import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorData } from '@/api/errors'
import { counted, grouped } from '@/domain/desk/list-words'
import { type SheetChange, type SheetField, type SheetSaved, STALE } from '@/domain/desk/sheet'
import { firstProblem } from '../answers'
import { useKept } from '../kept'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { nameOfEdits } from './difference'
import { afterSave, batchesOf, changesOf, type Edits, opposite } from './edits'

const KEPT = 'desk-sheet'
const LAST = 'desk-sheet-saved'
const STEPS_BACK = 100

/** Edits as they were before each of the last steps. */
function usePast(edits: Edits, setEdits: (edits: Edits) => void) {
  const [past, setPast] = useState<readonly Edits[]>([])
  return {
    change: (next: Edits) => {
      setPast([...past, edits].slice(-STEPS_BACK))
      setEdits(next)
    },
    /** @returns whether there was a step to go back */
    back: (): boolean => {
      const before = past.at(-1)
      if (!before) return false
      setPast(past.slice(0, -1))
      setEdits(before)
      return true
    },
    forget: () => setPast([]),
  }
}

/** What sends changes, and how far it has come meanwhile, products. */
function useSending() {
  const ask = useAsk()
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  /** One request after the other; orders come in between. @returns what was saved, and why the rest was not */
  const send = async (changes: readonly SheetChange[]): Promise<{ saved: SheetChange[]; error?: unknown }> => {
    const saved: SheetChange[] = []
    try {
      for (const batch of batchesOf(changes)) {
        setProgress({ done: saved.length, total: changes.length })
        await ask<SheetSaved>('products', { body: { changes: batch } })
        saved.push(...batch)
      }
      return { saved }
    } catch (error) {
      return { saved, error }
    } finally {
      setProgress(undefined)
      if (saved.length > 0) await client.invalidateQueries({ queryKey: ['products'] })
    }
  }
  return { send, progress }
}

/** What was typed and not saved, the steps back, the save, and what takes the last one back. */
export function useSheet() {
  const toast = useToast()
  const [edits, setEdits] = useKept<Edits>(KEPT, {})
  const [last, setLast] = useKept<{ changes?: SheetChange[] }>(LAST, {})
  const { change, back, forget } = usePast(edits, setEdits)
  const { send, progress } = useSending()
  const undo = (changes: readonly SheetChange[]) => async () => {
    const { saved, error } = await send(opposite(changes))
    const ids = new Set(saved.map(({ id }) => id))
    const left = changes.filter(({ id }) => !ids.has(id))
    setLast(left.length > 0 ? { changes: left } : {})
    if (error === undefined) toast({ text: 'Taken back. The shop shows what it did before.' })
    else {
      const part = saved.length > 0 ? `${partOf(saved, changes)} taken back, the others not. ` : 'Not taken back. '
      toast({ text: part + firstProblem(error), bad: true })
    }
  }
  const save = async () => {
    const changes = changesOf(edits)
    const name = nameOfEdits(edits)
    const { saved, error } = await send(changes)
    if (saved.length > 0) {
      forget()
      setLast({ changes: saved })
    }
    setEdits((now) => {
      const left = afterSave(now, edits, saved)
      return marks(left, edits, error) ?? left
    })
    if (error === undefined) {
      toast({ text: `${name} saved. In the shop now.`, undo: undo(changes) })
      return
    }
    const marked = marks(edits, edits, error)
    const part = saved.length > 0 ? `${partOf(saved, changes)} saved, the others not` : 'Nothing was saved'
    const why = marked ? `${part}: look at what is marked red.` : firstProblem(error)
    toast({ text: marked || saved.length === 0 ? why : `${part}. ${why}`, bad: true })
  }
  const takeBack = last.changes && undo(last.changes)
  return {
    edits,
    change,
    save,
    progress,
    undo: takeBack,
    discard: () => {
      change({})
      toast({ text: 'Thrown away.', undo: () => setEdits((now) => ({ ...edits, ...now })) })
    },
    /** A step back, or the last save when nothing is left to step back from. */
    back: () => back() || takeBack?.(),
  }
}

/** `200 of 450 products`. */
const partOf = (some: readonly unknown[], all: readonly unknown[]): string =>
  `${grouped(some.length)} of ${counted(all.length, 'product')}`

/** The edits with what the store refused marked at its cell, if it is as sent; undefined when it refused none. */
function marks(edits: Edits, sent: Edits, error: unknown): Edits | undefined {
  let marked: Edits | undefined
  for (const [key, problem] of Object.entries(errorData(error))) {
    const [id = '', field = ''] = key.split('.')
    const before = (marked ?? edits)[id]
    if (!before || typeof problem !== 'object' || problem === null) continue
    const { code, message, now } = problem as { code?: string; message?: string; now?: unknown }
    const cell = before.cells[field as SheetField]
    if (cell !== sent[id]?.cells[field as SheetField]) continue
    // What is now there is what the next save starts from.
    const row = code === STALE && now !== undefined ? { ...before.row, [field]: now } : before.row
    const shown = {
      text: cell?.value === undefined ? (cell?.text ?? before.row.name) : String(cell.value),
      problem: message,
    }
    // A draft has no cell of its own; its price says the same.
    const cells = field === 'draft' ? before.cells : { ...before.cells, [field]: shown }
    marked = { ...(marked ?? edits), [id]: { row, cells } }
  }
  return marked
}
