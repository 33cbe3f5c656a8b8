import { errorStatus } from '@/api/errors'

/** Whether asking again would be answered the same: refused, not there, not allowed. */
export function isFailedForGood(error: unknown): boolean {
  const status = errorStatus(error)
  return status >= 400 && status < 500
}
