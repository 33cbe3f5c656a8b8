import { RECORD_STORE_URL, recordStore } from './client'
import { inTime } from './in-time'
import { storedToken } from './stored-session'

/**
 * The invoice of an order as an HTML document, for its owner's session or the holder of its token; 404 until the
 * parcel is packed and for everybody else. Not through the store's client, which reads JSON alone; it fails like one
 * of that client's calls.
 */
export async function readInvoice(orderId: string, token: string, signal: AbortSignal): Promise<string> {
  await recordStore()
  const { ClientResponseError } = await import('./sdk')
  const path = `${RECORD_STORE_URL}/api/store/orders/${encodeURIComponent(orderId)}/bill`
  const headers = new Headers()
  if (storedToken()) headers.set('Authorization', storedToken())
  if (token) headers.set('X-Order-Token', token)
  const response = await inTime(fetch(path, { headers, signal })).catch((error: unknown) => {
    throw new ClientResponseError(error)
  })
  const text = await response.text()
  if (response.ok) return text
  throw new ClientResponseError({ url: path, status: response.status })
}
