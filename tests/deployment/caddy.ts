import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOST, makeCertificate, type Ports, putInPlace, type ReverseProxy, runProxy } from './proxies'

const SITE = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url))

/**
 * Caddy with the guide's own file: only address, ports and folders are put in their places, and a certificate it need
 * not ask for.
 */
export async function startCaddy(ports: Ports): Promise<ReverseProxy> {
  const home = await mkdtemp(join(tmpdir(), 'store-caddy-'))
  const { key, certificate } = makeCertificate(home)
  const site = putInPlace('deploy/Caddyfile', await readFile(SITE, 'utf8'), [
    ['/var/log/caddy', home],
    ['\nyour.shop {', `\n${HOST} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`],
    ['your.shop', HOST],
    ['203.0.113.7', '127.0.0.1'],
    ['127.0.0.1:8090', `127.0.0.1:${ports.store}`],
  ])
  const file = join(home, 'Caddyfile')
  const settings = `{\n  admin off\n  http_port ${ports.plain}\n  https_port ${ports.tls}\n  skip_install_trust\n}\n`
  await writeFile(file, settings + site)
  const env = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  return runProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { home, ports, env })
}
