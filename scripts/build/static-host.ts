import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STAFF_PAGE, setPageHeaders } from '../../pocketbase/hooks/pages/page-headers'
import { inlineScripts } from '../../src/lib/inline-scripts'
import { robotsText } from '../../src/lib/robots'

type Settings = Record<string, string | undefined>

const ONE_YEAR = 'Cache-Control: public, max-age=31536000, immutable'

/**
 * The security headers as the record store sends them with its pages, from the same code, which asks PocketBase for
 * its settings.
 */
function pageHeaders(html: string, settings: Settings, path = '/'): string[] {
  const headers = new Map<string, string>()
  Object.assign(globalThis, { $os: { getenv: (name: string) => settings[name] ?? '' } })
  const event = {
    request: { url: { path }, header: { get: () => '' } },
    response: { header: () => ({ set: headers.set.bind(headers), del: headers.delete.bind(headers) }) },
    isTLS: () => settings.VITE_POCKETBASE_URL?.startsWith('https:') === true,
  }
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  setPageHeaders(event as unknown as Parameters<typeof setPageHeaders>[0], inlineScripts(html).map(hash))
  return [...headers].map(([name, value]) => `${name}: ${value}`)
}

/**
 * What a static host needs to know beside a client whose record store is on another origin: headers and the page for
 * unknown paths, in the form Netlify and Cloudflare Pages read, and the file search engines ask for. Nothing for a
 * client that its record store serves itself.
 */
export async function writeHostFiles(clientDir: string, settings: Settings): Promise<void> {
  const records = settings.VITE_POCKETBASE_URL?.replace(/\/+$/, '')
  if (!records) return
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
