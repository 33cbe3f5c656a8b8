import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
const HOST = 'shop.test'

/** Requests of one line that pass at once, here. */
export const BURST = 500
/** From here, requests come from whatever address they name: there is one loopback address of version 6. */
export const ANYWHERE = '127.0.0.9'
export const ADDRESS_HEADER = 'x-test-address'

export interface ReverseProxy {
  /** Port of the plain address that only sends elsewhere. */
  plainPort: number
  port: number
  stop(): Promise<void>
}

/** nginx with the guide's own file: only address, ports and folders are put in their places. */
export async function startNginx(ports: { plain: number; tls: number; store: number }): Promise<ReverseProxy> {
  const home = await mkdtemp(join(tmpdir(), 'store-nginx-'))
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...request, '-subj', `/CN=${HOST}`, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })

  const replaced: [from: string, to: string][] = [
    ['/etc/letsencrypt/live/your.shop/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/your.shop/privkey.pem', key],
    ['/var/cache/nginx/store', join(home, 'cache')],
    ['your.shop', HOST],
    ['127.0.0.1:8090', `127.0.0.1:${ports.store}`],
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.tls} ssl http2; listen 127.0.0.2:${ports.tls} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    // The same limits at a size a test can reach, which no pace can move.
    ['rate=150r/s', 'rate=1r/m'],
    ['burst=3000', `burst=${BURST}`],
  ]
  let site = await readFile(SITE, 'utf8')
  for (const [from, to] of replaced) {
    if (!site.includes(from)) throw new Error(`deploy/nginx.conf has no ${from} any more.`)
    site = site.replaceAll(from, to)
  }
  await mkdir(join(home, 'temp'))
  await writeFile(join(home, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, 'temp', name)};`)
    .join('\n')
  await writeFile(
    join(home, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${join(home, 'pid')};
error_log ${join(home, 'error.log')};
events {}
http {
include /etc/nginx/mime.types;
access_log off;
set_real_ip_from ${ANYWHERE};
real_ip_header ${ADDRESS_HEADER};
${temporary}
include ${join(home, 'site.conf')};
}`,
  )
  const child = spawn('nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], { stdio: 'pipe' })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text
  })
  child.once('error', (error) => {
    words += `${error.message}. Install it first: apt-get install nginx`
  })
  const proxy = {
    plainPort: ports.plain,
    port: ports.tls,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
      await rm(home, { recursive: true, force: true })
    },
  }
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || child.pid === undefined || tries === 100) {
      await proxy.stop()
      throw new Error(`nginx did not start: ${words}`)
    }
    const isUp = await handshake(proxy.port).then(
      (socket) => !!socket.destroy(),
      () => false,
    )
    if (isUp) return proxy
    await sleep(50)
  }
}

async function handshake(port: number, from = '127.0.0.1'): Promise<TLSSocket> {
  const socket = connectTls({
    socket: connect({ host: '127.0.0.1', port, localAddress: from }),
    servername: HOST,
    ALPNProtocols: ['h2'],
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
export async function listen(proxy: ReverseProxy, path: string) {
  const socket = await handshake(proxy.port)
  const session = connectHttp2(`https://${HOST}`, { createConnection: () => socket })
  const stream = session.request({ ':path': path, ':authority': HOST, accept: 'text/event-stream' })
  let heard = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  return { heard: () => heard, close: () => session.destroy() }
}
