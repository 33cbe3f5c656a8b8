import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { HOOKS_DIR } from '../start/environment'
import { inSharedScratch } from '../start/scratch'

const HOOKS_SOURCE = fileURLToPath(new URL('../../pocketbase/hooks', import.meta.url))

async function sameContent(file: string, content: Uint8Array): Promise<boolean> {
  try {
    return Buffer.compare(await readFile(file), content) === 0
  } catch {
    return false
  }
}

/**
 * No module of ours does anything by being imported: one of which nothing is used is left out, and the shapes it would
 * have made for each script engine with it.
 */
const USED_ONLY: Plugin = {
  name: 'used-only',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...from }) =>
      pluginData === USED_ONLY
        ? undefined
        : { ...(await resolve(path, { ...from, pluginData: USED_ONLY })), sideEffects: false },
    )
  },
}

/**
 * A handler asks for its module by this each time it runs. The engine knows the module then, but looks at every folder
 * of its path on the disk again before it says so: 7 % of the processor's time. What came stays with the engine.
 */
const REQUIRE = /require\(`\$\{__hooks\}\/([a-z-]+)\.js`\)/g

/**
 * Bundles each module that a `<name>.pb.js` (the lines that register) requires, with what it imports, to one CommonJS
 * `<name>.js`, and copies the `.pb.js` files. The rooms of `pocketbase/hooks` are for readers: PocketBase
 * registers what stands in its hooks folder itself and in no folder below, so all of it is written side by side, and
 * every name is there once. PocketBase's engine knows no ES modules, no TypeScript and none of
 * Node's or the browser's globals, hence the neutral platform.
 *
 * A file is replaced only when its content changed, by a rename from outside the folder: PocketBase restarts on every
 * event in its hooks folder while developing, and a running store never sees half a file. What no source stands for any
 * more is removed.
 *
 * @param outDir the folder to fill, by default `pocketbase/pb_hooks`
 * @throws esbuild's BuildFailure with the lines at fault
 */
export async function buildHooks(outDir: string = HOOKS_DIR): Promise<void> {
  const sources = (await readdir(HOOKS_SOURCE, { recursive: true })).sort()
  const registrations = new Map<string, Uint8Array>()
  const required = new Set<string>()
  for (const path of sources.filter((name) => name.endsWith('.pb.js'))) {
    const text = await readFile(join(HOOKS_SOURCE, path), 'utf8')
    const kept = text.replaceAll(REQUIRE, (call, name) => {
      required.add(name)
      // Begins with a name: a line may begin with it that has no semicolon before it.
      return `Object(globalThis['${name}.js'] ??= ${call})`
    })
    registrations.set(basename(path), Buffer.from(kept))
  }
  const modules = sources.filter((path) => path.endsWith('.ts') && required.has(basename(path, '.ts')))
  if (modules.length !== required.size)
    throw new Error('Two modules of one name, or one that is required and not there.')

  const result = await build({
    entryPoints: modules.map((name) => join(HOOKS_SOURCE, name)),
    outdir: outDir,
    entryNames: '[name]',
    bundle: true,
    plugins: [USED_ONLY],
    write: false,
    format: 'cjs',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import', 'default'],
    define: { 'process.env.NODE_ENV': '"production"' },
    target: 'es2020',
    charset: 'utf8',
    logLevel: 'silent',
  })

  const outputs = new Map<string, Uint8Array>()
  for (const file of result.outputFiles) outputs.set(basename(file.path), file.contents)
  for (const [name, content] of registrations) outputs.set(name, content)

  await mkdir(outDir, { recursive: true })
  await inSharedScratch(join(dirname(outDir), '.hooks-'), async (scratch) => {
    // Modules first: a registration must never name a module that is not there yet.
    const inOrder = [...outputs].sort(([a], [b]) => Number(a.endsWith('.pb.js')) - Number(b.endsWith('.pb.js')))
    for (const [name, content] of inOrder) {
      const target = join(outDir, name)
      if (await sameContent(target, content)) continue
      await writeFile(join(scratch, name), content)
      await rename(join(scratch, name), target)
    }
    for (const name of await readdir(outDir)) {
      if (!outputs.has(name) && (await stat(join(outDir, name))).isFile()) await rm(join(outDir, name), { force: true })
    }
  })
}
