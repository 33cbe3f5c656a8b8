import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorData } from '@/api/errors'
import { counted } from '@/domain/desk/list-words'
import { MAX_LINES, type StockDeed, type StockSaved } from '@/domain/desk/stock-take'
import { firstProblem } from '../answers'
import { useKept } from '../kept'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'
import { afterRefusal, afterUndo, afterWrite, linesOf, type Typed, type TypedLine, typedOn } from './typed'

/** As many together as one request takes. */
const partsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_LINES) }, (_, at) => all.slice(at * MAX_LINES, (at + 1) * MAX_LINES))

/** What was typed for a deed; it outlives a reload. */
function useTyped(deed: StockDeed) {
  const [kept, setKept] = useKept<{ [deed in StockDeed]?: Typed }>('desk-stock-take', {})
  const put = (change: (before: Typed) => Typed) =>
    setKept(({ [deed]: before = {}, ...others }) => {
      const next = change(before)
      return Object.keys(next).length > 0 ? { ...others, [deed]: next } : others
    })
  return [kept[deed] ?? {}, put] as const
}

/** Takes rows of the ledger back; what could not be is tried again from the notice. */
function useUndo(onUndone: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const undo = (movements: readonly string[]) => async () => {
    const left = [...movements]
    try {
      for (const part of partsOf(movements)) {
        await ask<StockSaved>('stock/undo', { body: { movements: part } })
        left.splice(0, part.length)
      }
      onUndone()
      toast({ text: 'Taken back: the ledger has the opposite rows.' })
    } catch (error) {
      const back = movements.length - left.length
      const some = back > 0 ? `${counted(back, 'row')} taken back, the others not. ` : ''
      toast({ text: `${some}${firstProblem(error)}`, bad: true, undo: undo(left) })
    }
    await client.invalidateQueries({ queryKey: ['products'] })
  }
  return undo
}

/** What was typed for each deed, and its way to the ledger and back. */
export function useStock() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [deed, setDeed] = useState<StockDeed>('count')
  const [saving, setSaving] = useState(false)
  const [typed, put] = useTyped(deed)
  const undo = useUndo(() => put((now) => afterUndo(now, typed)))
  const save = async () => {
    setSaving(true)
    const movements: string[] = []
    const written = () => `${counted(movements.length, 'row')} written to the ledger`
    try {
      for (const lines of partsOf(linesOf(typed, deed))) {
        const saved = await ask<StockSaved>('stock', { body: { deed, lines } })
        movements.push(...saved.movements)
        const sent = Object.fromEntries(lines.map(({ product }) => [product, typed[product] as TypedLine]))
        put((now) => afterWrite(now, sent, deed))
      }
      if (movements.length > 0) toast({ text: `${written()}.`, undo: undo(movements) })
      else toast({ text: 'All as the book says: nothing to write.' })
      await client.invalidateQueries({ queryKey: ['products'] })
    } catch (error) {
      const problems = problemsOf(typed, error)
      const marked = Object.keys(problems).length > 0
      put((now) => afterRefusal(now, typed, problems))
      const why = marked ? 'Look at what is marked red.' : firstProblem(error)
      if (movements.length > 0)
        toast({ text: `${written()}, the others not. ${why}`, bad: true, undo: undo(movements) })
      else toast({ text: marked ? `Nothing was written. ${why}` : why, bad: true })
      void client.invalidateQueries({ queryKey: ['products'] })
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
    clear: () => {
      put(() => ({}))
      toast({ text: 'Thrown away.', undo: () => put((now) => ({ ...typed, ...now })) })
    },
    type: (id: string, line: TypedLine) => put((now) => typedOn(now, id, line)),
    drop: (id: string) => put(({ [id]: _, ...others }) => others),
    sure: (id: string) => {
      const line = typed[id]
      if (line) put((now) => ({ ...now, [id]: { ...line, sure: true } }))
    },
  }
}

/** What the store said of these lines, by product. */
function problemsOf(typed: Typed, error: unknown): { [product: string]: string } {
  const problems: { [product: string]: string } = {}
  for (const [product, problem] of Object.entries(errorData(error))) {
    const { message } = (problem ?? {}) as { message?: string }
    if (typed[product] && message) problems[product] = message
  }
  return problems
}
