import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorData } from '@/api/errors'
import { type SheetChange, type SheetField, type SheetSaved, STALE } from '@/domain/desk/sheet'
import { firstProblem } from '../answers'
import { useKept } from '../kept'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { nameOfEdits } from './difference'
import { changesOf, type Edits, opposite } from './edits'

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

/** What was typed and not saved, the steps back, the save, and what takes the last one back. */
export function useSheet() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [edits, setEdits] = useKept<Edits>(KEPT, {})
  const [last, setLast] = useKept<{ changes?: SheetChange[] }>(LAST, {})
  const [saving, setSaving] = useState(false)
  const { change, back, forget } = usePast(edits, setEdits)
  const send = async (changes: SheetChange[], failed = ''): Promise<boolean> => {
    setSaving(true)
    try {
      await ask<SheetSaved>('products', { body: { changes } })
      await client.invalidateQueries({ queryKey: ['products'] })
      return true
    } catch (error) {
      const marked = marks(edits, error)
      if (marked) setEdits(marked)
      toast({
        text: marked ? 'Nothing was saved: look at what is marked red.' : `${failed}${firstProblem(error)}`,
        bad: true,
      })
      return false
    } finally {
      setSaving(false)
    }
  }
  const undo = (changes: SheetChange[]) => async () => {
    if (!(await send(opposite(changes), 'Not taken back. '))) return
    setLast({})
    toast({ text: 'Taken back. The shop shows what it did before.' })
  }
  const save = async () => {
    const changes = changesOf(edits)
    const name = nameOfEdits(edits)
    if (!(await send(changes))) return
    setEdits({})
    forget()
    setLast({ changes })
    toast({ text: `${name} saved. In the shop now.`, undo: undo(changes) })
  }
  const takeBack = last.changes && undo(last.changes)
  return {
    edits,
    change,
    save,
    saving,
    undo: takeBack,
    discard: () => change({}),
    /** A step back, or the last save when nothing is left to step back from. */
    back: () => back() || takeBack?.(),
  }
}

/** The edits with what the store refused marked at its cell; undefined when it refused none of them. */
function marks(edits: Edits, error: unknown): Edits | undefined {
  let marked: Edits | undefined
  for (const [key, problem] of Object.entries(errorData(error))) {
    const [id = '', field = ''] = key.split('.')
    const before = (marked ?? edits)[id]
    if (!before || typeof problem !== 'object' || problem === null) continue
    const { code, message, now } = problem as { code?: string; message?: string; now?: unknown }
    const cell = before.cells[field as SheetField]
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
