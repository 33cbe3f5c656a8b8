import { ANSWER_TIMEOUT_MS } from '@/domain/limits'
import { recordStore } from './client'

interface Call {
  method?: 'GET' | 'POST'
  body?: object
  query?: Record<string, string | number>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Calls one of the store's own routes. Throws what the record store's client throws; `errors.ts` reads it. */
export async function call<Answer>(
  path: string,
  { method = 'POST', body, query, headers, signal }: Call = {},
): Promise<Answer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT_MS)
  const end = () => timeout.abort()
  signal?.addEventListener('abort', end)
  try {
    const store = await recordStore()
    return await store.send<Answer>(`/api/store/${path}`, { method, body, query, headers, signal: timeout.signal })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
