import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkSize } from '../../scripts/build/size'

let dist = ''
const printed: string[] = []

beforeEach(async () => {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    printed.push(line)
  })
  dist = await mkdtemp(join(tmpdir(), 'store-size-'))
  await mkdir(join(dist, '.vite'))
  await mkdir(join(dist, 'assets'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dist, { recursive: true, force: true })
})

/** A build whose files cannot be compressed, by their sizes in bytes. */
async function writeBuild(sizes: Record<string, number>): Promise<void> {
  for (const [name, size] of Object.entries(sizes)) await writeFile(join(dist, 'assets', name), randomBytes(size))
  await writeFile(
    join(dist, 'index.html'),
    '<link rel="preload" as="font" href="/assets/a.woff2"><script src="/assets/index.js"></script>',
  )
  await writeFile(
    join(dist, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index.js', imports: ['_shared.js'], css: ['assets/index.css'] },
      '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
      'src/pages/home.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
      'src/pages/shop.tsx': { file: 'assets/shop.js' },
    }),
  )
}

const SMALL = {
  'index.js': 9000,
  'shared.js': 9000,
  'home.js': 9000,
  'shop.js': 900_000,
  'index.css': 1000,
  'a.woff2': 9000,
}

test('PAINT-07 counts the entry, what it imports and the home page once each, and nothing else', async () => {
  await writeBuild(SMALL)
  expect(await checkSize(dist)).toBe(true)
  expect(printed.find((line) => line.includes('script'))).toMatch(/script\s+3\s+27\.0 kB/)
  expect(printed.find((line) => line.includes('font'))).toMatch(/font\s+1\s+9\.0 kB/)
})

test.each([
  ['index.js', 'script'],
  ['home.js', 'script'],
  ['index.css', 'style'],
  ['a.woff2', 'font'],
])('PAINT-07 a heavy %s breaks the budget of its kind', async (name, kind) => {
  await writeBuild({ ...SMALL, [name]: 140_000 })
  expect(await checkSize(dist)).toBe(false)
  const over = printed.filter((line) => line.includes('over budget'))
  expect(over).toHaveLength(1)
  expect(over[0]).toContain(kind)
})
