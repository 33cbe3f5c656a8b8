import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type PocketBase from 'pocketbase'

/** Realtime connections of a store, as browsers hold them, with every message in them. */
export interface Listener {
  /** Empty when the connection was not granted. */
  id: string
  heard: { topic: string; data: unknown; at: number }[]
  close(): void
}

const open: ClientRequest[] = []

export function closeListeners(): void {
  for (const request of open.splice(0)) request.destroy()
}

/** @param from the shopper's address, where the store trusts `X-Forwarded-For` */
export async function listen(url: string, from = ''): Promise<Listener> {
  const request = get(`${url}/api/realtime`, { agent: false, headers: from ? { 'X-Forwarded-For': from } : {} })
  open.push(request)
  request.on('error', () => undefined)
  const listener: Listener = { id: '', heard: [], close: () => request.destroy() }
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) return listener
  answer.on('error', () => undefined)
  return new Promise((resolve) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const topic = /^event:(.*)$/m.exec(message)?.[1] ?? ''
        const data = JSON.parse(/^data:(.*)$/m.exec(message)?.[1] ?? 'null')
        if (topic === 'PB_CONNECT') {
          listener.id = data.clientId
          resolve(listener)
        } else listener.heard.push({ topic, data, at: Date.now() })
      }
    })
    answer.once('close', () => resolve(listener))
  })
}

/** @returns the answer's status; 204 when it follows them */
export async function follow(
  url: string,
  clientId: string,
  subscriptions: string[],
  { from = '', as }: { from?: string; as?: PocketBase } = {},
): Promise<number> {
  const answer = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(from && { 'X-Forwarded-For': from }),
      ...(as && { authorization: as.authStore.token }),
    },
    body: JSON.stringify({ clientId, subscriptions }),
  })
  await answer.text()
  return answer.status
}
