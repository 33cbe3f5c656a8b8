import { Agent, type IncomingMessage, request } from 'node:http'
import { argv } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { NEWS_HEADER, NEWS_PATH, PAGES_TOPIC, readChanges } from '../../src/domain/site/changes'

/**
 * Pages of the shop that stay open while a maker saves, as `src/app/live-pages.ts` has them: each follows the topic of
 * public pages, and asks for the records of `/shop` when it is told. `open-pages.ts URL TOKEN COUNT`, TOKEN a
 * superuser's; goes on until it is ended, then prints how long it took until all had what was saved. A process of its
 * own, so that it takes no time of the one that measures.
 */
const [url = '', token = '', count = '3000'] = argv.slice(2)
if (new URL(url).hostname !== '127.0.0.1') throw new Error('Only a shop on this machine is asked.')

/** Between two saves, ms. */
const SAVE_MS = 5000
/** So many connections are opened at a time. */
const AT_ONCE = 50
/** A page asks again so long after the store was still drawing, ms, twice as long each time. */
const AGAIN_MS = 300
/** What nobody has waited for so long has not come, ms. */
const LOST_MS = 30_000

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const addressOf = (page: number) => `10.77.${page >> 8}.${page & 255}`

/** Resolves with the answer and what it said; of one that goes on, `onText` is told instead. */
function ask(
  page: number,
  path: string,
  { body, version = '', onText }: { body?: object; version?: string; onText?: (text: string) => void } = {},
): Promise<IncomingMessage & { said: string }> {
  const text = body && JSON.stringify(body)
  const headers = {
    'X-Forwarded-For': addressOf(page),
    'Accept-Encoding': 'gzip',
    ...(version && { 'If-None-Match': version }),
    ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method: text ? 'POST' : 'GET', headers, agent: onText ? false : agent },
      (answer) => {
        let said = ''
        answer.setEncoding('latin1').on('data', (text: string) => {
          if (onText) onText(text)
          else said += text
        })
        if (onText)
          resolve(
            Object.assign(
              answer.on('error', () => undefined),
              { said },
            ),
          )
        else answer.on('end', () => resolve(Object.assign(answer, { said }))).on('error', reject)
      },
    )
    sent.on('error', reject).end(text)
  })
}

class OpenPage {
  version = ''
  private news = ''
  private heard = ''
  private asking: Promise<void> = Promise.resolve()

  constructor(private readonly nth: number) {}

  async open(): Promise<void> {
    const named = new Promise<string>((resolve) => {
      const onText = (text: string) => {
        this.heard += text
        const messages = this.heard.split('\n\n')
        this.heard = messages.pop() ?? ''
        for (const message of messages) {
          const data = JSON.parse(/^data:(.*)$/m.exec(message)?.[1] ?? '{}')
          if (data.clientId) resolve(data.clientId)
          else this.tell(readChanges(data).within)
        }
      }
      ask(this.nth, '/api/realtime', { onText }).catch(() => undefined)
    })
    const subscriptions = [PAGES_TOPIC]
    await ask(this.nth, '/api/realtime', { body: { clientId: await named, subscriptions } })
    await this.look()
  }

  private tell(within: number): void {
    this.asking = this.asking
      .then(() => pause(Math.random() * within))
      .then(async () => {
        if (!(await this.read().catch(() => false))) await this.look()
      })
  }

  /** From the store's files. */
  private async read(): Promise<boolean> {
    if (this.news === '') return false
    const { statusCode, said } = await ask(this.nth, NEWS_PATH + this.news)
    const [version = '', build] = said.split(' ')
    if (statusCode !== 200 || !build) return false
    if (`"${version}"` !== this.version) await ask(this.nth, `${NEWS_PATH}${this.news}.${version}`)
    this.version = `"${version}"`
    return true
  }

  /** Until the store has drawn what is new. */
  private async look(): Promise<void> {
    for (let again = AGAIN_MS; ; again *= 2) {
      const answer = await ask(this.nth, '/api/store/page?at=%2Fshop', { version: this.version }).catch(() => undefined)
      if (answer?.statusCode === 200) this.version = answer.headers.etag ?? ''
      this.news = String(answer?.headers[NEWS_HEADER.toLowerCase()] ?? '')
      if (answer && answer.statusCode !== 202) return
      await pause(again * (0.5 + Math.random()))
    }
  }
}

async function owner(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { Authorization: token, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/api/collections/products/records${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, unknown>
}

const pages = Array.from({ length: Number(count) }, (_, nth) => new OpenPage(nth))
for (let from = 0; from < pages.length; from += AT_ONCE)
  await Promise.all(pages.slice(from, from + AT_ONCE).map((page) => page.open()))
console.log(`${pages.length} pages are open.`)

/** Of each save: ms until half, 95 of 100 and all pages had it; undefined where not all did in time. */
const seen: { half: number; most: number; all: number | undefined }[] = []
process.on('SIGTERM', () => {
  for (const { half, most, all } of seen)
    console.log(
      `a save was on half of ${count} pages after ${half} ms, on 95 of 100 after ${most}, on all after ${all ?? '?'}`,
    )
  process.exit(seen.length > 0 && seen.every(({ all }) => all !== undefined) ? 0 : 1)
})

const first = ((await owner('GET', '?perPage=1&sort=list_order')).items as { id: string; price: number }[])[0]
if (!first) throw new Error('The shop sells nothing.')
for (let save = 1; ; save++) {
  await pause(SAVE_MS)
  const before = pages.map(({ version }) => version)
  await owner('PATCH', `/${first.id}`, { price: first.price + (save % 2) })
  const began = performance.now()
  const times: number[] = []
  const waiting = new Set(pages.keys())
  while (waiting.size > 0 && performance.now() - began < LOST_MS) {
    await pause(5)
    for (const nth of waiting)
      if (pages[nth]?.version !== before[nth]) {
        waiting.delete(nth)
        times.push(Math.round(performance.now() - began))
      }
  }
  const at = (part: number) => times[Math.floor(times.length * part)] ?? LOST_MS
  seen.push({ half: at(0.5), most: at(0.95), all: waiting.size === 0 ? times.at(-1) : undefined })
}
