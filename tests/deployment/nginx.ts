import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOST, makeCertificate, type Ports, putInPlace, type ReverseProxy, runProxy } from './proxies'

const SITE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))

/** Requests of one line that pass at once, here. */
export const BURST = 500
/** From here, requests come from whatever address they name: there is one loopback address of version 6. */
export const ANYWHERE = '127.0.0.9'
export const ADDRESS_HEADER = 'x-test-address'

/** What stands in the guide's file, and what of this machine takes its place. */
function replacements(home: string, ports: Ports, measured: boolean): [from: string, to: string][] {
  const { key, certificate } = makeCertificate(home)
  return [
    ['/etc/letsencrypt/live/your.shop/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/your.shop/privkey.pem', key],
    ['/var/cache/nginx/store', join(home, 'cache')],
    ['/var/cache/nginx/pages', join(home, 'pages')],
    ['your.shop', HOST],
    ['127.0.0.1:8090', `127.0.0.1:${ports.store}`],
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen [::]:80;', ''],
    [
      'listen 443 ssl http2;',
      measured
        ? `listen 127.0.0.1:${ports.tls};`
        : `listen 127.0.0.1:${ports.tls} ssl http2; listen 127.0.0.2:${ports.tls} ssl http2;`,
    ],
    ['listen [::]:443 ssl http2;', ''],
    // The same limits at a size a test can reach, which no pace can move.
    ...(measured
      ? []
      : ([
          ['rate=150r/s', 'rate=1r/m'],
          ['burst=3000', `burst=${BURST}`],
        ] as [string, string][])),
  ]
}

/** The file nginx is started with, around the guide's. */
function mainFile(home: string, measured: boolean): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(home, 'temp', name)};`)
    .join('\n')
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${join(home, 'pid')};
error_log ${join(home, 'error.log')};
events { worker_connections 4096; }
http {
include /etc/nginx/mime.types;
access_log off;
set_real_ip_from ${measured ? '127.0.0.1' : ANYWHERE};
real_ip_header ${measured ? 'X-Forwarded-For' : ADDRESS_HEADER};
${temporary}
include ${join(home, 'site.conf')};
}`
}

/**
 * nginx with the guide's own file: only address, ports and folders are put in their places.
 * @param measured for a measurement: the limits as they are shipped, no TLS, and addresses as `X-Forwarded-For` names
 *   them
 */
export async function startNginx(ports: Ports, measured = false): Promise<ReverseProxy> {
  const home = await mkdtemp(join(tmpdir(), 'store-nginx-'))
  const site = putInPlace('deploy/nginx.conf', await readFile(SITE, 'utf8'), replacements(home, ports, measured))
  await mkdir(join(home, 'temp'))
  await writeFile(join(home, 'site.conf'), site)
  await writeFile(join(home, 'nginx.conf'), mainFile(home, measured))
  return runProxy('nginx', ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], { home, ports })
}
