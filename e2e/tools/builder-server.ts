import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { BUILDER_CLIENT } from '../../scripts/check/end-to-end'
import { gate } from '../../tests/gate'
import { startLocalServer } from '../../tests/local-server'

/** A stand-in for the page builder's content API and its form mailer, as far as the SDK asks them. */

interface Condition {
  property: string
  operator: 'is' | 'isNot'
  value: string
}

interface Entry {
  model: 'home-hero' | 'home-features' | 'page'
  /** Targeting: every condition must hold for the visitor's attributes. */
  query?: Condition[]
  data: { title?: string; description?: string; blocks: unknown[] }
}

interface Submission {
  path: string
  query: URLSearchParams
  contentType: string
  body: string
}

export interface BuilderServer {
  entries: Entry[]
  /** Every question for content, in order. */
  asked: { model: string; query: URLSearchParams; attributes: Record<string, string> }[]
  submissions: Submission[]
  /** Content waits for this. */
  hold?: Promise<void>
  /** Status of every answer about content. */
  status: number
  /** What a form gets. */
  formAnswer: { status: number; type: string; body: string; wait?: Promise<void> }
  stop(): Promise<void>
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

function matches(entry: Entry, attributes: Record<string, string>): boolean {
  return (entry.query ?? []).every(
    ({ property, operator, value }) => (attributes[property] === value) === (operator === 'is'),
  )
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Starts the stand-in and leads the pages of this browser to it: the client knows it as `http://builder.test`. */
export async function startBuilderServer(context: BrowserContext): Promise<BuilderServer> {
  const state: Omit<BuilderServer, 'stop'> = {
    entries: [],
    asked: [],
    submissions: [],
    status: 200,
    formAnswer: { status: 200, type: 'application/json', body: '{}' },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://builder.test')
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { ...CORS, 'content-type': type }).end(body)
    }
    if (request.method === 'OPTIONS') return send(204, 'text/plain', '')
    const model = /^\/api\/v3\/content\/([\w-]+)$/.exec(url.pathname)?.[1]
    if (model !== undefined) {
      const attributes = JSON.parse(url.searchParams.get('userAttributes') ?? '{}') as Record<string, string>
      state.asked.push({ model, query: url.searchParams, attributes })
      await state.hold
      if (state.status !== 200) return send(state.status, 'text/plain', 'out of order')
      const found = state.entries.filter((entry) => entry.model === model && matches(entry, attributes))
      const results = found
        .slice(0, 1)
        .map(({ data }) => ({ id: `${model}-entry`, name: model, published: 'published', data }))
      return send(200, 'application/json', JSON.stringify({ results }))
    }
    if (request.method === 'POST') {
      state.submissions.push({
        path: url.pathname,
        query: url.searchParams,
        contentType: request.headers['content-type'] ?? '',
        body: await readBody(request),
      })
      const { status, type, body, wait } = state.formAnswer
      await wait
      return send(status, type, body)
    }
    return send(404, 'text/plain', 'not found')
  }

  const { url, stop } = await startLocalServer(answer)
  const known = BUILDER_CLIENT.settings.VITE_BUILDER_API_HOST
  await context.route(`${known}/**`, (route) => route.continue({ url: route.request().url().replace(known, url) }))
  return Object.assign(state, { stop })
}

/** A promise, and what keeps it. */
export function held(): { hold: Promise<void>; release: () => void } {
  const [hold, release] = gate()
  return { hold, release }
}

let blocks = 0

/** One block as the builder's editor saves it. */
export function block(name: string, options: Record<string, unknown> = {}, children: unknown[] = []): unknown {
  blocks += 1
  return { '@type': '@builder.io/sdk:Element', id: `builder-${blocks}`, component: { name, options }, children }
}

export const textBlock = (html: string): unknown => block('Text', { text: html })
