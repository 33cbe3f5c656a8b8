import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, loadEnv } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { DIST_DIR, loadEnvFile, ROOT } from '../start/environment'
import { buildDesk } from './desk'
import { keepEarlierBuilds } from './earlier-builds'
import { buildHooks } from './hooks'
import { imageCdnPattern } from './image-cdn'
import { buildPageBundle } from './page-bundle'
import { checkSize } from './size'
import { writeHostFiles } from './static-host'
import { buildWorker } from './worker'

/** What the client is made of. */
const SOURCES = [
  'src',
  'scripts/build/build.ts',
  'scripts/build/desk.ts',
  'scripts/build/image-cdn.ts',
  'scripts/build/page-bundle.ts',
  'scripts/build/staff-page.ts',
  'scripts/build/static-host.ts',
  'scripts/build/worker.ts',
  'pocketbase/hooks/lib/page-sources.ts',
  'pocketbase/hooks/pages/ending-worker.ts',
  'pocketbase/hooks/pages/page-headers.ts',
  'pocketbase/hooks/payments',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Where a build is made: on the same disk as `dist/`, so that it can be moved in, and out of git's sight. */
const SCRATCH = join(ROOT, 'node_modules/.cache/build')

/** Beside the build, saying what it was made from. A dotfile: the store never serves it. */
const FINGERPRINT = '.fingerprint'

export interface ClientBuild {
  /** Where the client goes. */
  outDir?: string
  /** `VITE_…` settings that win over those of the environment. */
  settings?: Record<string, string>
  /** Whether `.br` and `.gz` are made as well, which takes as long as all the rest. */
  compress?: boolean
  /** Whether the maker's desk is built as well. */
  desk?: boolean
}

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

async function fingerprint({ settings = {}, compress = true, desk = true }: ClientBuild): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES.filter((name) => existsSync(join(ROOT, name)))) {
    const files = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true }).catch(() => undefined)
    const paths = files
      ? files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      : [join(ROOT, source)]
    for (const path of paths.sort()) {
      hash.update(`${path.slice(ROOT.length)}\0`)
      hash.update(await readFile(path))
    }
  }
  hash.update(JSON.stringify([compress, desk, Object.entries({ ...loadEnv('production', ROOT), ...settings }).sort()]))
  return hash.digest('hex')
}

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
  const made = await fingerprint({ settings, compress, desk })
  const pattern = imageCdnPattern({ ...loadEnv('production', ROOT), ...settings })
  await mkdir(SCRATCH, { recursive: true })
  const scratch = await mkdtemp(join(SCRATCH, 'making-'))
  const { NODE_ENV } = process.env
  // A build asked for by a test would otherwise carry React's development code.
  process.env.NODE_ENV = 'production'
  try {
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
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Builds the client unless what is there was made from exactly what is here now. */
export async function buildClientIfChanged(wanted: ClientBuild = {}): Promise<void> {
  const made = await readFile(join(wanted.outDir ?? DIST_DIR, FINGERPRINT), 'utf8').catch(() => undefined)
  if (made === (await fingerprint(wanted))) return
  console.log('Building the store …')
  await buildClient(wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  loadEnvFile()
  await Promise.all([buildClient(), buildHooks()])
  process.exitCode = (await checkSize()) ? 0 : 1
  process.exit()
}
