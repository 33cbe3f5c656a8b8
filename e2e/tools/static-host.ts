import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { STATIC_CLIENT } from '../../scripts/check/end-to-end'
import { type LocalServer, startLocalServer } from '../../tests/local-server'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** Where the tests' own record store is put in the place of the one the client was built for. */
const TEXTS = ['.html', '.js', '.txt']

/** `_headers` of Netlify and Cloudflare Pages: a path, then its headers, each on an indented line. */
function headersFor(path: string, file: string): Record<string, string> {
  const found: Record<string, string> = {}
  let applies = false
  for (const line of file.split('\n')) {
    const [, name, value] = /^\s+([^:]+):\s*(.+)$/.exec(line) ?? []
    if (name === undefined) applies = path.startsWith(line.replace(/\*$/, '')) && line !== ''
    else if (applies) found[name] = value as string
  }
  return found
}

/**
 * A static host on an origin of its own: files as they are, the headers the build wrote for it, and the one page for
 * every address that is no file. It knows nothing else.
 */
export async function startStaticHost(recordStore: string): Promise<LocalServer> {
  const { outDir, settings } = STATIC_CLIENT
  const atHome = (text: string) => text.replaceAll(settings.VITE_POCKETBASE_URL, recordStore)
  const rules = atHome(await readFile(join(outDir, '_headers'), 'utf8'))
  return startLocalServer(async ({ url = '/' }, answer) => {
    const { pathname } = new URL(url, 'http://host')
    const path = pathname === '/' ? '/index.html' : pathname
    const found = await readFile(join(outDir, path)).catch(() => undefined)
    const type = found ? extname(path) : '.html'
    const body = found ?? (await readFile(join(outDir, 'index.html')))
    answer.writeHead(200, { ...headersFor(pathname, rules), 'Content-Type': TYPES[type] ?? 'application/octet-stream' })
    answer.end(TEXTS.includes(type) ? atHome(body.toString()) : body)
  })
}
