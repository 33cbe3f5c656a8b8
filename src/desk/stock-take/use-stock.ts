import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorData } from '@/api/errors'
import type { StockDeed, StockSaved } from '@/domain/desk/stock-take'
import { firstProblem } from '../answers'
import { useKept } from '../kept'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { linesOf, type Typed } from './typed'

/** What was typed for each deed, and its way to the ledger and back. */
export function useStock() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [deed, setDeed] = useState<StockDeed>('count')
  const [kept, setKept] = useKept<{ [deed in StockDeed]?: Typed }>('desk-stock-take', {})
  const [saving, setSaving] = useState(false)
  const typed = kept[deed] ?? {}
  const put = (change: (before: Typed) => Typed) =>
    setKept(({ [deed]: before = {}, ...others }) => {
      const next = change(before)
      return Object.keys(next).length > 0 ? { ...others, [deed]: next } : others
    })
  const undo = (movements: readonly string[]) => async () => {
    try {
      await ask<StockSaved>('stock/undo', { body: { movements } })
      toast({ text: 'Taken back: the ledger has the opposite rows.' })
    } catch (error) {
      toast({ text: firstProblem(error), bad: true })
    }
    await client.invalidateQueries({ queryKey: ['products'] })
  }
  const save = async () => {
    setSaving(true)
    try {
      const { movements } = await ask<StockSaved>('stock', { body: { deed, lines: linesOf(typed, deed) } })
      put((now) => instead(now, typed, {}))
      const rows = `${movements.length} ${movements.length === 1 ? 'row' : 'rows'}`
      if (movements.length > 0) toast({ text: `${rows} written to the ledger.`, undo: undo(movements) })
      else toast({ text: 'All as the book says: nothing to write.' })
      await client.invalidateQueries({ queryKey: ['products'] })
    } catch (error) {
      const marked = withProblems(typed, error)
      if (marked) put((now) => instead(now, typed, marked))
      toast({ text: marked ? 'Nothing was written: look at what is marked red.' : firstProblem(error), bad: true })
    } finally {
      setSaving(false)
    }
  }
  return {
    deed,
    setDeed,
    typed,
    saving,
    save,
    clear: () => put(() => ({})),
    type: (id: string, line: Typed[string] | undefined) =>
      put(({ [id]: _, ...others }) => (line ? { ...others, [id]: line } : others)),
    sure: (id: string) => {
      const line = typed[id]
      if (line) put((now) => ({ ...now, [id]: { ...line, sure: true } }))
    },
  }
}

/** What is typed now, with what became of the very lines that were sent: what was typed since stays as it is. */
function instead(now: Typed, sent: Typed, became: Typed): Typed {
  const lines = Object.entries(now).map(([id, line]) => [id, line === sent[id] ? became[id] : line] as const)
  return Object.fromEntries(lines.flatMap(([id, line]) => (line ? [[id, line]] : [])))
}

/** The lines with what the store said of them; undefined when it said nothing of any. */
function withProblems(typed: Typed, error: unknown): Typed | undefined {
  let marked: Typed | undefined
  for (const [product, problem] of Object.entries(errorData(error))) {
    const line = typed[product]
    const { message } = (problem ?? {}) as { message?: string }
    if (line && message) marked = { ...(marked ?? typed), [product]: { ...line, problem: message } }
  }
  return marked
}
