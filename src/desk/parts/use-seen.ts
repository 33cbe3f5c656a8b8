import { useState } from 'react'
import { errorStatus } from '@/api/errors'

/**
 * `updated` of a record as who changes it has seen it: when the form was opened, or once as it is after a refusal (409)
 * has said that it changed. Lists and orders are read anew while a form stands over them.
 */
export function useSeen({ updated }: { updated: string }, refused: unknown): string {
  const [{ seen, told }, see] = useState<{ seen: string; told?: unknown }>({ seen: updated })
  if (errorStatus(refused) === 409 && refused !== told && updated !== seen) see({ seen: updated, told: refused })
  return seen
}
