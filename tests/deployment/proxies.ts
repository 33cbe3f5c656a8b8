import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** What the reverse proxies of the guide have in common, and how a browser speaks to them. */

export const HOST = 'shop.test'

export interface ReverseProxy {
  /** Port of the plain address that only sends elsewhere. */
  plainPort: number
  port: number
  stop(): Promise<void>
}

export interface Ports {
  plain: number
  tls: number
  store: number
}

/** A certificate for the host, signed by nobody, in this folder. */
export function makeCertificate(home: string): { key: string; certificate: string } {
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}

/** The guide's own file with addresses, ports and folders put in their places. */
export function putInPlace(file: string, text: string, replaced: [from: string, to: string][]): string {
  return replaced.reduce((site, [from, to]) => {
    if (!site.includes(from)) throw new Error(`${file} has no ${from} any more.`)
    return site.replaceAll(from, to)
  }, text)
}

/**
 * Runs a proxy, and waits until it takes connections; its home folder goes when it is stopped.
 * @throws what it has printed, when it does not start
 */
export async function runProxy(
  command: 'nginx' | 'caddy',
  args: string[],
  { home, ports, env }: { home: string; ports: Ports; env?: Record<string, string> },
): Promise<ReverseProxy> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  child.once('error', (error) => {
    words += `${error.message}. Install it first: apt-get install ${command}`
  })
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(home, { recursive: true, force: true })
  }
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || child.pid === undefined || tries === 100) {
      await stop()
      throw new Error(`The proxy did not start: ${words}`)
    }
    if (await takes(ports.tls)) return { plainPort: ports.plain, port: ports.tls, stop }
    await sleep(50)
  }
}

async function takes(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function handshake(port: number, from = '127.0.0.1', protocol = 'h2'): Promise<TLSSocket> {
  const socket = connectTls({
    socket: connect({ host: '127.0.0.1', port, localAddress: from }),
    servername: HOST,
    ALPNProtocols: [protocol],
    // Made a moment ago, signed by nobody.
    rejectUnauthorized: false,
  })
  await once(socket, 'secureConnect')
  return socket
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The loopback address the request comes from. */
  from?: string
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** What the two ends agreed to speak, such as `h2`. */
  protocol: string | false | null
}

interface Connection {
  ask(path: string, asked?: Asked): Promise<Answered>
  close(): void
}

/** A browser's one connection for many requests. */
export async function connectTo(proxy: ReverseProxy, from?: string): Promise<Connection> {
  const socket = await handshake(proxy.port, from)
  const session = connectHttp2(`https://${HOST}`, { createConnection: () => socket })
  return {
    close: () => session.destroy(),
    async ask(path, { method = 'GET', headers = {}, body } = {}) {
      const head = { ':method': method, ':path': path, ':authority': HOST, ...headers }
      // nginx refuses a body before it has been told the browser's settings, even an empty one.
      const stream = session.request(head, { endStream: body === undefined })
      if (body !== undefined) stream.end(body)
      const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders]
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return {
        status: Number(answer[':status']),
        headers: answer,
        body: Buffer.concat(chunks),
        protocol: socket.alpnProtocol,
      }
    },
  }
}

/** One request over HTTP/2, as a browser makes it. */
export async function ask(proxy: ReverseProxy, path: string, asked: Asked = {}): Promise<Answered> {
  const connection = await connectTo(proxy, asked.from)
  try {
    return await connection.ask(path, asked)
  } finally {
    connection.close()
  }
}

/** An answer that goes on: its text as it arrives. */
export async function listen(proxy: ReverseProxy, path: string, from?: string) {
  const socket = await handshake(proxy.port, from)
  const session = connectHttp2(`https://${HOST}`, { createConnection: () => socket })
  const stream = session.request({ ':path': path, ':authority': HOST, accept: 'text/event-stream' })
  let heard = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  return { heard: () => heard, close: () => session.destroy() }
}

/** A socket that asks for the same again and again, and never reads. */
export async function stall(proxy: ReverseProxy, path: string, times: number, from: string): Promise<TLSSocket> {
  const socket = await handshake(proxy.port, from, 'http/1.1')
  socket.on('error', () => undefined).pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`.repeat(times))
  return socket
}
