import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import type { StaffAnswer } from '@/domain/desk/staff'
import { useToast } from '../parts/toast'
import { useAsk } from '../session'

/** A change of the staff: sent, said and shown, or why it was refused, beside its fields. */
export function useStaffDeed() {
  const ask = useAsk()
  const toast = useToast()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  /** @returns whether it was done */
  const run = async (route: string, body: object, said: string): Promise<boolean> => {
    setBusy(true)
    setProblem('')
    setProblems({})
    try {
      client.setQueryData(['staff'], await ask<StaffAnswer>(route, { body }))
      toast({ text: said })
      await client.invalidateQueries({ queryKey: ['log'] })
      return true
    } catch (error) {
      const fields = fieldErrors(error)
      setProblems(fields)
      if (Object.keys(fields).length === 0) setProblem(errorSentence(error))
      // It may be done, and its answer was lost.
      void client.invalidateQueries({ queryKey: ['staff'] })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, problem, problems }
}
