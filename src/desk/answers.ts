import { errorData, errorSentence, errorStatus } from '@/api/errors'

/** Whether asking again would be answered the same: refused, not there, not allowed. */
export function isFailedForGood(error: unknown): boolean {
  const status = errorStatus(error)
  return status >= 400 && status < 500
}

/** What the store said of a refused body, whichever part of it that is about. */
export function firstProblem(error: unknown): string {
  const [first] = Object.values(errorData(error)) as { message?: unknown }[]
  return typeof first?.message === 'string' ? first.message : errorSentence(error)
}
