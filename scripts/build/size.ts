import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { DIST_DIR } from '../start/environment'

/**
 * Most bytes, brotli, a first visit to `/` may load of each kind. Fonts are compressed as they are. 1 kB = 1000 bytes.
 */
const BUDGET = { script: 112_500, style: 15_000, font: 23_000 }

/** Loaded by the router on `/` right after the entry, before anything of the page is seen. */
const HOME_PAGE = 'src/pages/home.tsx'

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Kind = keyof typeof BUDGET

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/**
 * The files a first visit to `/` loads: what the page names and the home page with what they import statically, their
 * CSS, preloaded fonts.
 */
export async function firstLoad(dist: string): Promise<Record<Kind, Set<string>>> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const files: Record<Kind, Set<string>> = { script: new Set(), style: new Set(), font: new Set() }
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.script.has(chunk.file)) return
    files.script.add(chunk.file)
    for (const css of chunk.css ?? []) files.style.add(css)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const asked = new Set([...html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)].map(([, src]) => src))
  for (const [key, chunk] of Object.entries(manifest)) if (asked.has(chunk.file)) visit(key)
  visit(HOME_PAGE)

  for (const [link] of html.matchAll(/<link\b[^>]*>/g)) {
    const href = /\bhref="\/([^"]+)"/.exec(link)?.[1]
    if (!href) continue
    if (/\brel="stylesheet"/.test(link)) files.style.add(href)
    if (/\brel="preload"/.test(link) && /\bas="font"/.test(link)) files.font.add(href)
  }
  return files
}

/**
 * Prints what a first visit to `/` loads, by kind, and says whether every kind keeps to its budget.
 */
export async function checkSize(dist: string = DIST_DIR): Promise<boolean> {
  let fits = true
  console.log('First load of /          requests       raw      gzip    brotli    budget')
  for (const [kind, files] of Object.entries(await firstLoad(dist)) as [Kind, Set<string>][]) {
    const total = { raw: 0, gzip: 0, brotli: 0 }
    for (const file of files) {
      const content = await readFile(join(dist, file))
      total.raw += content.length
      total.gzip += kind === 'font' ? content.length : gzipSync(content, { level: 9 }).length
      total.brotli += kind === 'font' ? content.length : brotliCompressSync(content).length
    }
    const over = total.brotli > BUDGET[kind]
    if (over) fits = false
    const columns = [String(files.size), kB(total.raw), kB(total.gzip), kB(total.brotli), kB(BUDGET[kind])]
    console.log(
      `  ${kind.padEnd(22)}${columns.map((text) => text.padStart(10)).join('')}${over ? '  over budget' : ''}`,
    )
  }
  return fits
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await checkSize()) ? 0 : 1)
