import { ANSWER_TIMEOUT_MS } from '@/domain/limits'

/** The answer; fails as a lost line does when none has come in time (`ms`). */
export function inTime<T>(answer: Promise<T>, ms = ANSWER_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TypeError('No answer came in time.')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
