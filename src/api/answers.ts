import PocketBase, { ClientResponseError, type SendOptions } from 'pocketbase'
import { presetRecordStore } from './client'

/**
 * Lets requests be answered where they are asked, without a network: the record store renders pages with its own
 * records.
 * @param answer the JSON the REST API would send, or null where it would say 404
 */
export function answerRequests(answer: (path: string, query: Record<string, unknown>) => unknown): void {
  const store = new PocketBase('/')
  store.send = async <T>(path: string, options: SendOptions) => {
    const query: Record<string, unknown> = { ...options.query }
    // The SDK takes what it does not know itself for parameters of the query, and moves them there only on its way out.
    for (const name of ['filter', 'sort', 'expand', 'fields', 'skipTotal'])
      if (options[name] !== undefined) query[name] = options[name]
    const json = answer(path, query)
    if (json === null) throw new ClientResponseError({ url: path, status: 404, response: { status: 404 } })
    return json as T
  }
  presetRecordStore(store)
}
