import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Look, type LookAnswer, sameLook } from '@/domain/desk/look'
import { firstProblem } from '../answers'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'

const KEY = ['look']

/** The look as it stands and as it is to be: each change is kept as a draft at once, and can be taken back. */
export function useLook() {
  const ask = useAsk()
  const toast = useToast()
  const queries = useQueryClient()
  const found = useQuery({ queryKey: KEY, queryFn: () => ask<LookAnswer>('look') })
  /** What was done and is on its way to the store. */
  const [wanted, setWanted] = useState<Look>()
  const [past, setPast] = useState<readonly Look[]>([])
  const newest = useRef<Look>(undefined)
  const save = useMutation({
    // One after the other: the last is what counts.
    scope: { id: 'look' },
    mutationFn: (look: Look) => {
      const before = queries.getQueryData<LookAnswer>(KEY)?.draft
      return ask<LookAnswer>('look', { body: { ...look, before } })
    },
    onSuccess: async (answer, look) => {
      // A list that was asked for meanwhile is older.
      await queries.cancelQueries({ queryKey: KEY })
      queries.setQueryData(KEY, answer)
      if (newest.current === look) setWanted(undefined)
      void queries.invalidateQueries({ queryKey: ['preview'] })
    },
    onError: (error, look) => {
      if (newest.current === look) setWanted(undefined)
      toast({ text: `Not kept. ${firstProblem(error)}`, bad: true })
      setPast([])
      return queries.invalidateQueries({ queryKey: KEY })
    },
  })
  const look = wanted ?? found.data?.draft
  const keep = (next: Look) => {
    newest.current = next
    setWanted(next)
    save.mutate(next)
  }
  const change = (part: Partial<Look>) => {
    if (!look) return
    const next = { ...look, ...part }
    if (sameLook(next, look)) return
    setPast([...past, look])
    keep(next)
  }
  const back = past.at(-1)
  return {
    ...found,
    look,
    change,
    /** The arrangement before the last change; undefined when nothing was changed here. */
    undo:
      back &&
      (() => {
        setPast(past.slice(0, -1))
        keep(back)
      }),
    forget: () => setPast([]),
    busy: wanted !== undefined,
  }
}
