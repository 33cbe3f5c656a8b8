import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build as bundle } from 'esbuild'
import { build, type PluginOption } from 'vite'
import { ROOT } from '../start/environment'
import { staffPage } from './staff-page'

/** Where the desk is, in the built client and in its addresses. */
const FOLDER = 'desk'

/**
 * Builds the maker's desk into the client: the desk and its forms for fields (`desk/assets`, hashed), the page by
 * which staff come to it (`staff/index.html`), and `desk/main.js`, what the admin screens of PocketBase load of it
 * (`src/desk/extension.ts`), and `desk/preview.js`, which goes before the shop's
 * scripts in a preview.
 *
 * @param clientDir the folder of the built client
 * @param plugins further ones, such as those that compress
 */
export async function buildDesk(clientDir: string, plugins: PluginOption[]): Promise<void> {
  const result = await build({
    root: ROOT,
    configFile: false,
    base: `/${FOLDER}/`,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.IMAGE_CDN_PATTERN': '""' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [tailwindcss(), ...plugins],
    resolve: {
      alias: [
        { find: /^@\//, replacement: `${join(ROOT, 'src')}/` },
        { find: /^react-router$/, replacement: join(ROOT, 'node_modules/react-router/dist/production/index.mjs') },
      ],
    },
    build: {
      outDir: join(clientDir, FOLDER),
      emptyOutDir: true,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          desk: join(ROOT, 'src/desk/main.tsx'),
          fields: join(ROOT, 'src/desk/fields/main.tsx'),
          staff: join(ROOT, 'src/desk/staff/main.tsx'),
        },
        // What two screens share comes with the first: left alone it was sixty files, most of them of 300 bytes.
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
        preserveEntrySignatures: 'strict',
        // "use client" of packages says nothing here, nor does how long plugins took.
        checks: { moduleLevelDirective: false, bundlerTimings: false },
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((made) => ('output' in made ? made.output : []))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  /** An entry's address, and those of all it cannot begin without. */
  const filesOf = (name: string): [entry: string, ...rest: string[]] => {
    const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === name)
    if (!entry) throw new Error(`The desk has no entry ${name}.`)
    const files = new Set([entry.fileName])
    for (const file of files) {
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
    }
    const [first, ...rest] = Array.from(files, (file) => `/${FOLDER}/${file}`)
    return [first as string, ...rest]
  }
  await mkdir(join(clientDir, 'staff'))
  await writeFile(join(clientDir, 'staff/index.html'), staffPage(...filesOf('staff')))
  const entries = { DESK_FILES: JSON.stringify(filesOf('desk')), FIELDS_ENTRY: JSON.stringify(filesOf('fields')[0]) }
  await bundleScript('src/desk/extension.ts', join(clientDir, FOLDER, 'main.js'), entries)
  await bundleScript('src/inline/preview.ts', join(clientDir, FOLDER, 'preview.js'))
}

/** One file without imports: PocketBase, or the record store, puts it into a page. */
async function bundleScript(source: string, outfile: string, define: Record<string, string> = {}): Promise<void> {
  await bundle({
    entryPoints: [join(ROOT, source)],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    external: [`/${FOLDER}/*`],
    target: 'es2022',
    alias: { '@': join(ROOT, 'src') },
    define,
    logLevel: 'silent',
  })
}
