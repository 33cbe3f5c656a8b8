import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** An answer that has not come by then never will: a hang. Long, for the machine may be busy. */
const PATIENCE_MS = 30_000

export interface Sent {
  method?: string
  /** As it is written on the wire; nothing is tidied. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array | undefined
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/**
 * One request as an attacker's program sends it: any method, any path, any body. Rejects when no answer came in
 * `PATIENCE_MS` or the line broke; a line that broke because it had been idle for long is tried once more.
 */
export async function send(url: string, sent: Sent): Promise<Answer> {
  try {
    return await attempt(url, sent)
  } catch (error) {
    const { code, reused } = error as { code?: string; reused?: boolean }
    if (reused && (code === 'ECONNRESET' || code === 'EPIPE')) return attempt(url, sent)
    throw error
  }
}

function attempt(url: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // Without a length, Node would write the body of a GET or HEAD as if it were the next request.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const asked = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent })
    const timer = setTimeout(() => asked.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(Object.assign(error, { reused: asked.reusedSocket }))
    }
    asked.on('error', fail)
    asked.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () => {
        clearTimeout(timer)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    asked.end(body)
  })
}

/**
 * Bytes on a line of their own, and everything that came back until the store closed it. Rejects when it did not in
 * `PATIENCE_MS`. A line that is cut without a word is an answer: the empty one.
 * @param end whether the line is ended from this side after the bytes
 */
export function raw(url: string, bytes: string | Buffer, { end = false }: { end?: boolean } = {}): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const line = connect({ host: hostname, port: Number(port) }, () => {
      line.write(bytes)
      if (end) line.end()
    })
    const finish = () => {
      clearTimeout(timer)
      line.destroy()
      resolve(text)
    }
    const timer = setTimeout(() => {
      line.destroy()
      reject(new Error(`the line was left open for ${PATIENCE_MS} ms after: ${text.slice(0, 200)}`))
    }, PATIENCE_MS)
    line.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    line.on('close', finish)
    // The store may cut the line while it is still written to.
    line.on('error', finish)
  })
}

/** Traces of the inside that no answer may show: engine, files, queries. */
const INSIDES =
  /goja|goroutine|panic:|runtime error|\bat \S+ \(|\.(?:js|ts|go):\d+|pb_hooks|pb_data|pb_migrations|node_modules|SQLITE|sqlite|\bsql:|no such (?:table|column)|constraint failed|SELECT |TypeError|ReferenceError|RangeError|is not a function|Cannot read prop|GoError|\[object /

/** Whether a status is of success or sends elsewhere. */
const isRefusal = (status: number) => status >= 400

/** Go's own HTTP reader refuses what is no HTTP, and tidies paths, before the store sees anything. */
const isBeforeTheStore = ({ status, text }: Answer) => text === '' || status === 400 || (status >= 300 && status < 400)

/**
 * What is wrong with an answer, whatever was asked: an error of the store's own, traces of its inside, words that
 * belong to somebody else, or a refusal of the API without a sentence.
 */
export function faultsOf(
  answer: Answer,
  { strangers = [], api = true }: { strangers?: readonly string[]; api?: boolean } = {},
) {
  const { status, headers, text } = answer
  const faults: string[] = []
  const shown = `${status} ${text.slice(0, 300)}`
  if (status >= 500) faults.push(`an error of the store's own: ${shown}`)
  if (status < 200) faults.push(`no answer: ${shown}`)
  const inside = isRefusal(status) ? INSIDES.exec(text) : null
  if (inside) faults.push(`shows its inside (${inside[0]}): ${shown}`)
  for (const words of strangers) if (text.includes(words)) faults.push(`tells of somebody else (${words}): ${shown}`)
  const elsewhere = headers.location
  if (elsewhere !== undefined && !/^\/(?![/\\])[^\r\n]*$/.test(String(elsewhere)))
    faults.push(`leads away to ${elsewhere}: ${shown}`)
  if (headers['x-content-type-options'] !== 'nosniff' && !isBeforeTheStore(answer))
    faults.push(`lets browsers guess its type: ${shown}`)
  if (api && isRefusal(status) && text !== '') faults.push(...refusalFaults(text, shown))
  return faults
}

function refusalFaults(text: string, shown: string): string[] {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' && message.trim() !== '' ? [] : [`refuses without a sentence: ${shown}`]
  } catch {
    return [`refuses without JSON: ${shown}`]
  }
}
