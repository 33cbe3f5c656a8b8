import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { build, type Plugin } from 'vite'
import type { StyleNode } from '../../src/render/used-styles'
import { ROOT } from '../start/environment'
import { styleRules } from './style-rules'

/** Where the record store looks for it, inside the built client. A dot folder: never served. */
const PAGE_BUNDLE = '.pages/render.js'
/** Beside it: the stylesheets taken apart, by address. */
const PAGE_STYLES = '.pages/styles.json'

const LATER = '\0later'

/** Fetched by browsers only when they have to ask for what pages are rendered with: the record store always does. */
const FOR_RECORDS = /\/(?:domain\/site\/theme|offer-words)(?:\.ts)?$/

/**
 * What is fetched when a shopper asks for it is no part of a first paint: dialogs, toasts, confetti, the page builder.
 */
const withoutLaterCode: Plugin = {
  name: 'without-later-code',
  enforce: 'pre',
  resolveDynamicImport: (id) => (typeof id === 'string' && FOR_RECORDS.test(id) ? null : LATER),
  resolveId: (id) => (id === LATER ? LATER : undefined),
  load: (id) => (id === LATER ? 'throw new Error("This code runs in browsers only")\nexport {}' : undefined),
}

/**
 * React adds a page's pieces, some thousand, to one string, and the engine copies the whole string each time. Joined
 * at the end, a shop page takes about an eighth of the time.
 */
const joinedPieces: Plugin = {
  name: 'joined-pieces',
  transform(code, id) {
    if (!id.endsWith('react-dom-server-legacy.browser.production.js')) return undefined
    const changes: [from: string, to: string][] = [
      ['result = "",', 'result = [],'],
      ['(result += chunk)', 'result.push(chunk)'],
      ['return result;\n}\nexports.renderToStaticMarkup', 'return result.join("");\n}\nexports.renderToStaticMarkup'],
    ]
    return changes.reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`React's renderer no longer says: ${from}`)
      return text.replace(from, to)
    }, code)
  },
}

/** React's renderer that makes a string in one go; the package offers it under no name of its own. */
function legacyRenderer(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
  return join(folder, 'cjs/react-dom-server-legacy.browser.production.js')
}

/**
 * Builds the store's components for the record store's JavaScript engine: one CommonJS file in which `renderPage`
 * makes a page from records (`src/render/entry-record-store.ts`). From the same sources and settings as the client,
 * so that both name the same files.
 *
 * @param clientDir the folder of the built client
 */
export async function buildPageBundle(clientDir: string, define: Record<string, string> = {}): Promise<void> {
  const result = await build({
    root: ROOT,
    // The client's own configuration is about files for browsers: their chunks and styles.
    configFile: false,
    logLevel: 'error',
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    // React's renderer is the production one, also where tests run the build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [withoutLaterCode, joinedPieces],
    resolve: {
      alias: [
        { find: /^@\//, replacement: `${join(ROOT, 'src')}/` },
        { find: /^react-dom\/server$/, replacement: legacyRenderer() },
      ],
    },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: 'src/render/entry-record-store.ts',
      write: false,
      minify: false,
      manifest: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((made) => ('output' in made ? made.output : []))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const [chunk] = chunks
  if (!chunk || chunks.length > 1) throw new Error(`The page bundle has ${chunks.length} parts instead of one.`)
  const { code } = await transform(chunk.code, {
    format: 'cjs',
    target: 'es2022',
    // The engine settles its own promises too late; as generators, async functions use the bundle's
    // (src/render/engine-globals.ts).
    supported: { 'async-await': false, 'dynamic-import': false },
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
  })
  const file = join(clientDir, PAGE_BUNDLE)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, code)
  await writeFile(join(clientDir, PAGE_STYLES), JSON.stringify(await stylesOf(clientDir)))
}

/**
 * Stands in for `@property`, which browsers that get a first document know (all that send `Sec-Fetch-Dest`, but for
 * Firefox of before July 2024): it comes with the rest, in its place among the layers.
 */
const FALLBACK = '@layer properties'

/** Every stylesheet of the first load, for first documents, by its address. */
async function stylesOf(clientDir: string): Promise<Record<string, StyleNode[]>> {
  const html = await readFile(join(clientDir, 'index.html'), 'utf8')
  const addresses = [...html.matchAll(/<link rel="stylesheet"[^>]*href="(\/[^"]+)"/g)].map(([, href = '']) => href)
  const read = async (href: string) => {
    const nodes = styleRules(await readFile(join(clientDir, href), 'utf8'))
    return [href, nodes.map((node) => ('at' in node && node.at === FALLBACK ? { ...node, inside: [] } : node))] as const
  }
  return Object.fromEntries(await Promise.all(addresses.map(read)))
}
