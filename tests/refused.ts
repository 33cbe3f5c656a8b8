import { ClientResponseError } from 'pocketbase'

interface Refusal {
  status: number
  message: string
  data: Record<string, unknown>
  /** `data` in words: the sentence beside each field. */
  said: Record<string, string>
}

/**
 * How the record store refuses a request.
 * @throws when it does not
 */
export async function refused(asked: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await asked.then(
    () => new Error('It was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ClientResponseError)) throw error
  const data = (error.response.data ?? {}) as Record<string, { message?: string }>
  const said = Object.fromEntries(Object.entries(data).map(([field, what]) => [field, what.message ?? String(what)]))
  return { status: error.status, message: error.response.message, data, said }
}

/** 200 for a success, else the status of the refusal. */
export async function statusOf(asked: Promise<unknown>): Promise<number> {
  try {
    await asked
    return 200
  } catch (error) {
    if (error instanceof ClientResponseError && error.status > 0) return error.status
    throw error
  }
}
