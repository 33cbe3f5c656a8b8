import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, loadEnv } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { DIST_DIR, loadEnvFile, ROOT } from '../start/environment'
import { inSharedScratch } from '../start/scratch'
import { buildDesk } from './desk'
import { keepEarlierBuilds } from './earlier-builds'
import { buildHooks } from './hooks'
import { type ClientBuild, clientFingerprint, FINGERPRINT } from './if-changed'
import { imageCdnPattern } from './image-cdn'
import { buildPageBundle } from './page-bundle'
import { checkSize } from './size'
import { writeHostFiles } from './static-host'
import { buildWorker } from './worker'

/** Where a build is made: on the same disk as `dist/`, so that it can be moved in, and out of git's sight. */
const SCRATCH = join(ROOT, 'node_modules/.cache/build')

/** The store's own file server sends these as they are: nothing is compressed while a shopper waits. */
const compressed = () =>
  compression({
    algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
    include: /\.(html|css|js|mjs|json|svg|txt|xml|webmanifest|ico)$/,
    exclude: /\.vite\//,
    threshold: 512,
    skipIfLargerOrEqual: true,
    logLevel: 'silent',
  })

/**
 * Puts `scratch/new` where the client belongs. Another build may do the same at this moment: then theirs is put aside
 * as well.
 */
async function moveIn(scratch: string, outDir: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (existsSync(outDir)) await rename(outDir, join(scratch, `old-${attempt}`)).catch(() => {})
    try {
      await rename(join(scratch, 'new'), outDir)
      return
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

/**
 * Builds the client into `dist/`, with `.br` and `.gz` beside what compresses. Built elsewhere and moved in whole: a
 * store that is being served from here is never without its files for longer than two renames.
 */
export async function buildClient({
  outDir = DIST_DIR,
  settings = {},
  compress = true,
  desk = true,
}: ClientBuild = {}): Promise<void> {
  const made = clientFingerprint({ settings, compress, desk })
  const pattern = imageCdnPattern({ ...loadEnv('production', ROOT), ...settings })
  await mkdir(SCRATCH, { recursive: true })
  const { NODE_ENV } = process.env
  // A build asked for by a test would otherwise carry React's development code.
  process.env.NODE_ENV = 'production'
  await inSharedScratch(join(SCRATCH, 'making-'), async (scratch) => {
    const define = Object.fromEntries(
      Object.entries({ ...settings, IMAGE_CDN_PATTERN: pattern }).map(([name, value]) => [
        `import.meta.env.${name}`,
        JSON.stringify(value),
      ]),
    )
    await build({
      root: ROOT,
      logLevel: 'warn',
      define,
      plugins: compress ? [compressed()] : [],
      build: { outDir: join(scratch, 'new'), emptyOutDir: true },
    })
    await buildPageBundle(join(scratch, 'new'), define)
    if (desk) await buildDesk(join(scratch, 'new'), compress ? [compressed()] : [])
    const everything = { ...process.env, ...loadEnv('production', ROOT), ...settings }
    await buildWorker(join(scratch, 'new'), everything)
    await writeHostFiles(join(scratch, 'new'), everything)
    await keepEarlierBuilds(outDir, join(scratch, 'new'))
    await writeFile(join(scratch, 'new', FINGERPRINT), made)
    await moveIn(scratch, outDir)
  }).finally(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  loadEnvFile()
  await Promise.all([buildClient(), buildHooks()])
  process.exitCode = (await checkSize()) ? 0 : 1
  process.exit()
}
