import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { ROOT } from '../start/environment'
import { inScratch } from '../start/scratch'
import { firstLoad } from './size'

/**
 * `npm run build:modules`: what the scripts of a first visit to `/` are made of, by package and room. Bytes as
 * minified, and each one's share of its file's brotli bytes. `-- --files`: every file of ours by itself.
 */

const byFile = process.argv.includes('--files')

function nameOf(source: string): string {
  const path = relative(ROOT, source)
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (inPackage) return inPackage
  if (path.startsWith('..') || source.includes('\0')) return 'the bundler'
  return byFile
    ? path
    : path
        .split('/')
        .slice(0, path.startsWith('src/features') ? 3 : 2)
        .join('/')
}

await inScratch(join(tmpdir(), 'modules-'), async (outDir) => {
  process.env.NODE_ENV = 'production'
  await build({
    root: ROOT,
    logLevel: 'warn',
    define: { 'import.meta.env.IMAGE_CDN_PATTERN': '""' },
    build: { outDir, emptyOutDir: true, sourcemap: 'hidden' },
  })
  const sums = new Map<string, { minified: number; brotli: number }>()
  for (const file of (await firstLoad(outDir)).script) {
    const code = await readFile(join(outDir, file), 'utf8')
    const written = await readFile(join(outDir, `${file}.map`), 'utf8').catch(() => undefined)
    const map = written ? new SourceMap(JSON.parse(written)) : undefined
    const share = brotliCompressSync(code).length / Buffer.byteLength(code)
    for (const [line, text] of code.split('\n').entries()) {
      for (let column = 0; column < text.length; column++) {
        const entry = map?.findEntry(line, column)
        const source = entry && 'originalSource' in entry ? entry.originalSource : ''
        const name = source ? nameOf(resolve(outDir, file, '..', source)) : 'the bundler'
        const sum = sums.get(name) ?? { minified: 0, brotli: 0 }
        const bytes = Buffer.byteLength(text[column] as string)
        sums.set(name, { minified: sum.minified + bytes, brotli: sum.brotli + bytes * share })
      }
    }
  }
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
  console.log(`${'First load of /'.padEnd(40)}  minified    brotli`)
  for (const [name, { minified, brotli }] of [...sums].sort(([, one], [, other]) => other.minified - one.minified))
    console.log(`${name.padEnd(40)}${kB(minified)}${kB(brotli)}`)
})
process.exit()
