import { errorSentence, errorStatus, fieldErrors } from '@/api/errors'

/** Whether asking again would be answered the same: refused, not there, not allowed. */
export function isFailedForGood(error: unknown): boolean {
  const status = errorStatus(error)
  return status >= 400 && status < 500
}

/** What the store said of a refused body, whichever part of it that is about. */
export const firstProblem = (error: unknown): string => Object.values(fieldErrors(error))[0] ?? errorSentence(error)
