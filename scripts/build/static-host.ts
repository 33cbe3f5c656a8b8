import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STAFF_PAGE, setPageHeaders } from '../../pocketbase/hooks/pages/page-headers'
import { escapeHtml } from '../../src/domain/html'
import { inlineScripts } from '../../src/lib/inline-scripts'
import { robotsText } from '../../src/lib/robots'

type Settings = Record<string, string | undefined>

/** How long a build waits for the record store, ms. */
const ANSWER_MS = 10_000

const ONE_YEAR = 'Cache-Control: public, max-age=31536000, immutable'

/**
 * The security headers as the record store sends them with its pages, from the same code, which asks PocketBase for
 * its settings.
 */
function pageHeaders(html: string, settings: Settings, path = '/'): string[] {
  const headers = new Map<string, string>()
  Object.assign(globalThis, { $os: { getenv: (name: string) => settings[name] ?? '' } })
  const event = {
    request: { url: { path, rawQuery: '' }, header: { get: () => '' } },
    response: { header: () => ({ set: headers.set.bind(headers), del: headers.delete.bind(headers) }) },
    isTLS: () => settings.VITE_POCKETBASE_URL?.startsWith('https:') === true,
  }
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  setPageHeaders(event as unknown as Parameters<typeof setPageHeaders>[0], inlineScripts(html).map(hash).join(' '))
  return [...headers].map(([name, value]) => `${name}: ${value}`)
}

/** The shop's name in its records; empty where they cannot be asked. */
async function storeName(records: string): Promise<string> {
  try {
    const path = '/api/collections/store_settings/records?perPage=1&fields=store_name'
    const answer = await fetch(records + path, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { items } = (await answer.json()) as { items: { store_name: string }[] }
    return items[0]?.store_name ?? ''
  } catch {
    console.warn(`${records} did not tell the shop's name. Build again once it does: the client has the demo's.`)
    return ''
  }
}

/** Gives page and manifest the shop's name: previews of links and installing read it where no script runs. */
async function nameShop(clientDir: string, records: string): Promise<void> {
  const name = await storeName(records)
  if (!name) return
  const rewrite = async (file: string, change: (text: string) => string) => {
    const path = join(clientDir, file)
    await writeFile(path, change(await readFile(path, 'utf8')))
    for (const packed of ['.br', '.gz']) await rm(path + packed, { force: true })
  }
  await rewrite('index.html', (html) =>
    html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`),
  )
  await rewrite('manifest.webmanifest', (json) => JSON.stringify({ ...JSON.parse(json), name, short_name: name }))
}

/**
 * What a static host needs to know beside a client whose record store is on another origin: headers and the page for
 * unknown paths, in the form Netlify and Cloudflare Pages read, and the file search engines ask for. Nothing for a
 * client that its record store serves itself.
 */
export async function writeHostFiles(clientDir: string, settings: Settings): Promise<void> {
  const records = settings.VITE_POCKETBASE_URL?.replace(/\/+$/, '')
  if (!records) return
  await nameShop(clientDir, records)
  const html = await readFile(join(clientDir, 'index.html'), 'utf8')
  // Hosts send both policies, and what either refuses is refused: no company's scripts beside a session of the staff.
  const staffPolicy = pageHeaders('', settings, STAFF_PAGE).filter((line) =>
    line.startsWith('Content-Security-Policy:'),
  )
  const lines = [
    ...['/*', ...pageHeaders(html, settings).map((line) => `  ${line}`), '/assets/*', `  ${ONE_YEAR}`],
    ...['/sw.js', '  Cache-Control: no-cache'],
    ...[
      '/staff*',
      '  Cache-Control: no-store',
      '  X-Robots-Tag: noindex',
      ...staffPolicy.map((line) => `  ${line}`),
      '',
    ],
  ]
  await writeFile(join(clientDir, '_headers'), lines.join('\n'))
  await writeFile(join(clientDir, '_redirects'), '/* /index.html 200\n')
  await writeFile(join(clientDir, 'robots.txt'), robotsText(`${records}/sitemap.xml`))
}
