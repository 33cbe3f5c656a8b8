import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { DIST_DIR, HOOKS_DIR, ROOT } from '../start/environment'

/**
 * Whether what is built was made from exactly what is here now. `npm start` asks each time: so this imports nothing
 * that builds, which takes seconds to load.
 */

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

/** What the hooks are made of. */
const HOOK_SOURCES = ['pocketbase/hooks', 'src', 'scripts/build/hooks.ts', 'package-lock.json']

/** Beside what is built, saying what it was made from. A dotfile: the store never serves it. */
export const FINGERPRINT = '.fingerprint'

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

function fingerprint(sources: string[], settings: unknown): string {
  const hash = createHash('sha256')
  for (const source of sources.filter((name) => existsSync(join(ROOT, name)))) {
    const isFolder = lstatSync(join(ROOT, source)).isDirectory()
    const files = isFolder ? readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true }) : []
    const paths = isFolder
      ? files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      : [join(ROOT, source)]
    for (const path of paths.sort()) hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path))
  }
  return hash.update(JSON.stringify(settings)).digest('hex')
}

/** Where Vite reads settings (`loadEnv`). */
const SETTINGS_FILES = ['.env', '.env.local', '.env.production', '.env.production.local']

export function clientFingerprint({ settings = {}, compress = true, desk = true }: ClientBuild): string {
  const files = SETTINGS_FILES.map((name) => join(ROOT, name)).filter((path) => existsSync(path))
  const written = files.map((path) => parseEnv(readFileSync(path, 'utf8')))
  const all = Object.entries(Object.assign({}, ...written, process.env, settings))
  return fingerprint(SOURCES, [compress, desk, all.filter(([name]) => name.startsWith('VITE_')).sort()])
}

const madeFrom = (folder: string) => readFile(join(folder, FINGERPRINT), 'utf8').catch(() => undefined)

/** A module that builds: `npm start` reads TypeScript by `require` alone, which is quicker to begin with. */
const loaded = async (path: string): Promise<unknown> => (await import('tsx/esm/api')).tsImport(path, import.meta.url)

/** Builds the client unless what is there was made from exactly what is here now. */
export async function buildClientIfChanged(wanted: ClientBuild = {}): Promise<void> {
  if ((await madeFrom(wanted.outDir ?? DIST_DIR)) === clientFingerprint(wanted)) return
  console.log('Building the store …')
  const { buildClient } = (await loaded('./build.ts')) as typeof import('./build')
  await buildClient(wanted)
}

/** Bundles the hooks unless those there were made from exactly what is here now. */
export async function buildHooksIfChanged(outDir = HOOKS_DIR): Promise<void> {
  const made = fingerprint(HOOK_SOURCES, [])
  if ((await madeFrom(outDir)) === made) return
  const { buildHooks } = (await loaded('./hooks.ts')) as typeof import('./hooks')
  // Of a build that is cut short some files are there: of no version any more.
  await rm(join(outDir, FINGERPRINT), { force: true })
  await buildHooks(outDir)
  await writeFile(join(outDir, FINGERPRINT), made)
}
