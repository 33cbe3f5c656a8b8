import { useState } from 'react'
import { counted } from '@/domain/desk/list-words'
import type { LeftOut, MovedAnswer } from '@/domain/desk/parcels'
import { firstProblem } from '../answers'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

interface Moving {
  /** `13 parcels packed.` */
  said: (count: number) => string
  /** The route that takes it back. */
  undo?: string
}

/** Moves parcels, says what was done, and keeps why others were left out. */
export function useMoves() {
  const ask = useAsk()
  const toast = useToast()
  const refresh = useAgain('parcels', 'today')
  const [busy, setBusy] = useState('')
  const [left, setLeft] = useState<readonly LeftOut[]>([])
  const [problem, setProblem] = useState('')

  /**
   * Runs one request at a time, named so that its button can show it. A failure changes nothing and is said, also as
   * `problem` for a dialog, which lies above the notice.
   */
  const run = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(name)
    setProblem('')
    try {
      return await work()
    } catch (error) {
      setProblem(firstProblem(error))
      toast({ text: firstProblem(error), bad: true })
      return undefined
    } finally {
      setBusy('')
    }
  }

  /** Opens a dialog without what went wrong before it. */
  const begin = (open: () => void) => {
    setProblem('')
    open()
  }

  const move = (route: string, body: object, { said, undo }: Moving): Promise<MovedAnswer | undefined> =>
    run(route, async () => {
      const answer = await ask<MovedAnswer>(`parcels/${route}`, { body })
      setLeft(answer.left)
      const { done } = answer
      if (done.length > 0)
        toast({
          text: said(done.length),
          ...(undo && {
            undo: () => move(undo, { orders: done }, { said: (count) => `Taken back: ${counted(count, 'parcel')}.` }),
          }),
        })
      await refresh()
      return answer
    })

  return { busy, left, setLeft, problem, begin, run, move, refresh }
}

export type Moves = ReturnType<typeof useMoves>
