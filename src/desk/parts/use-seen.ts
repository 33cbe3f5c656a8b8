import { useEffect, useState } from 'react'
import { errorStatus } from '@/api/errors'

/**
 * `updated` of a record as who changes it has seen it: when the form was opened, or as it is now once a refusal (409)
 * has said that it changed. Lists and orders are read anew while a form stands over them.
 */
export function useSeen({ updated }: { updated: string }, refused: unknown): string {
  const [seen, see] = useState(updated)
  const told = errorStatus(refused) === 409
  useEffect(() => {
    if (told) see(updated)
  }, [told, updated])
  return seen
}
