import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { transform } from 'esbuild'
import type { Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { smallerReact } from './scripts/smaller-react.ts'

const recordStore = `http://${process.env.STORE_HOST ?? '127.0.0.1'}:${process.env.STORE_PORT ?? '8090'}`

const FIRST_LOAD_ENTRIES = ['src/main.tsx', 'src/pages/home.tsx'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

interface ModuleText {
  importedIds: readonly string[]
  code: string | null
}
type InfoOf = (id: string) => ModuleText | null

/** Files of packages that only hand on what others hold: importing one thing by its name needs none of the others. */
const HANDS_ON = /\/@tanstack\/[a-z-]+\/build\/modern\/index\.js$/

/** Says of a module whether the home page's first load needs it: what the entry and the page import, without `import()`. */
function firstLoadTest(): (id: string, infoOf: InfoOf) => boolean {
  const needed = new Set<string>()
  return (id, infoOf) => {
    const handedOn = (id: string): readonly string[] =>
      infoOf(id)?.importedIds.flatMap((next) => (HANDS_ON.test(next) ? handedOn(next) : next)) ?? []
    const names = (id: string, code: string) =>
      [...(infoOf(id)?.code ?? '').matchAll(/^export \{([^}]*)\}/gm)].some(([, exported = '']) =>
        exported.split(',').some((name) => new RegExp(`\\b${name.trim()}\\b`).test(code)),
      )
    const follow = (next: string) => {
      if (needed.has(next)) return
      needed.add(next)
      const { importedIds = [], code } = infoOf(next) ?? {}
      for (const imported of importedIds) {
        if (!HANDS_ON.test(imported)) follow(imported)
        else for (const holder of handedOn(imported)) if (names(holder, code ?? '')) follow(holder)
      }
    }
    if (needed.size === 0) FIRST_LOAD_ENTRIES.forEach(follow)
    return needed.has(id)
  }
}
const isFirstLoad = firstLoadTest()

/**
 * The page builder's SDK looks for Node's modules by evaluating a string when it starts, also in a browser. The store's content policy
 * forbids that, and the browser would complain to every visitor; finding none is what happens in a browser anyway.
 */
const builderWithoutEval: Plugin = {
  name: 'builder-without-eval',
  transform: {
    filter: { id: /@builder\.io/ },
    handler: (code) => ({ code: code.replace(/\beval\((['"])(?:require|debugger)\1\)/g, 'undefined'), map: null }),
  },
}

/** Written differently in some version of the router, this has to be looked at again: what is meant here would be lost without a word. */
function replaceOnce(code: string, from: string | RegExp, to: string): string {
  if (code.split(from).length !== 2) throw new Error(`The router no longer says: ${from}`)
  return code.replace(from, to)
}

/**
 * The router as a store without its framework needs it: the production build, which its package names only to CommonJS, and of that no
 * code that links, forms and scripts of the framework would use. A third of it is left out of the first load.
 */
const routerAlone: Plugin = {
  name: 'router-alone',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router$/ },
    handler: () => fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)),
  },
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-/ },
    handler(code) {
      if (!code.includes('function LinkWithRef(')) return null
      // A name given afterwards, for devtools only, keeps whatever has one.
      const named = code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^(var \w+ = )(\w+\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2')
      const link = replaceOnce(
        named,
        /return shouldPrefetch && !isAbsolute \? .*createElement\(PrefetchPageLinks, .*\) : link;/,
        'return link;',
      )
      return { code: link, map: null }
    },
  },
}

/** The private fields of the query cache as properties nobody else uses: half a kilobyte less, compressed. */
const plainPrivateFields: Plugin = {
  name: 'plain-private-fields',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /@tanstack\/query-core\/build\/modern\/\w+\.js$/ },
    handler(code, id) {
      // Classes extend each other across files: a name carries its file's, shortened to its first and its capital letters.
      const file = (/(\w+)\.js$/.exec(id)?.[1] ?? '').replace(/(?<!^)[a-z]+/g, '')
      const names: string[] = []
      const short = (_: string, name: string) => {
        if (!names.includes(name)) names.push(name)
        return `_${file}${names.indexOf(name)}`
      }
      return { code: code.replace(/#([a-zA-Z]\w*)/g, short), map: null }
    },
  },
}

/**
 * A page that is not rendered asks for its records at once: the SDK, which code asks for when it needs it, comes beside the first scripts.
 * Rendered pages bring their records and take this out (`src/entry-server.tsx`). A record store on another origin is called up meanwhile.
 */
let elsewhere: string | undefined
const requestsAhead: Plugin = {
  name: 'requests-ahead',
  apply: 'build',
  configResolved({ define = {}, env }) {
    const set = define['import.meta.env.VITE_POCKETBASE_URL']
    elsewhere = set === undefined ? env.VITE_POCKETBASE_URL : JSON.parse(set)
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const sdk = Object.values(bundle ?? {}).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/api/sdk.ts'),
      )
      if (!sdk) throw new Error('The SDK is no chunk of its own')
      const attrs = { rel: 'modulepreload', 'data-for': 'requests', crossorigin: true, href: `/${sdk.fileName}` }
      const connect = { rel: 'preconnect', crossorigin: true, href: elsewhere && new URL(elsewhere).origin }
      return [
        ...(elsewhere ? [{ tag: 'link', attrs: connect, injectTo: 'head-prepend' as const }] : []),
        { tag: 'link', attrs, injectTo: 'head' },
      ]
    },
  },
}

const TARGET = ['es2022', 'chrome99', 'edge99', 'firefox97', 'safari15.4']

/** The few lines of `index.html` come with every page, ahead of what is seen: without what only their readers need. */
const shortInlineScripts: Plugin = {
  name: 'short-inline-scripts',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const parts = html.split(/(?<=<script>)([\s\S]*?)(?=<\/script>)/)
      const short = parts.map(async (part, place) =>
        place % 2 ? (await transform(part, { minify: true, target: TARGET })).code.trim() : part,
      )
      return (await Promise.all(short)).join('')
    },
  },
}

export default defineConfig({
  plugins: [
    shortInlineScripts,
    builderWithoutEval,
    routerAlone,
    smallerReact,
    plainPrivateFields,
    requestsAhead,
    react(),
    tailwindcss(),
    // The store's own file server sends these as they are: nothing is compressed while a shopper waits.
    compression({
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      include: /\.(html|css|js|mjs|json|svg|txt|xml|webmanifest|ico)$/,
      exclude: /\.vite\//,
      threshold: 512,
      skipIfLargerOrEqual: true,
      logLevel: 'silent',
    }),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    // `/_/` is the admin UI; Google's sign-in popup ends there as well.
    proxy: { '/api': recordStore, '/_/': recordStore },
  },
  build: {
    // The oldest that know what the styles are made of (cascade layers), from spring 2022: Android 6 and iOS 15.4 have them.
    target: TARGET,
    manifest: true,
    // It would begin where the first import begins as well, and later ones are asked for by Vite's own helper.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No class here has a field where its parent has an accessor: a field may simply be set.
      transform: { assumptions: { setPublicClassFields: true } },
      // Reading a property does nothing by itself in any package here: what nobody uses goes, also when it extends React.Component.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first load names every lazy file and what it needs: one letter less of each is worth a hundred bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            {
              // Measured with 20 lazy pages: left alone, every module two pages share became a file, and the home page
              // loaded 29 scripts, 128.6 kB; in one chunk it loaded 3, 119.4 kB.
              debugName: 'shell',
              name: (id, context) => (isFirstLoad(id, (next) => context.getModuleInfo(next)) ? 'shell' : null),
            },
            // Fetched together in any case, when a page has settled; each file costs half a kilobyte of headers.
            { name: 'delivery', test: /\/src\/integrations\/(?:delivery|utm|data-layer|event-throttle)\.ts$/ },
          ],
        },
      },
    },
    // The size check reports what a shopper downloads, after the build.
    reportCompressedSize: false,
  },
  test: {
    // Many a test waits, for a record store or for an answer that is late by design: a third worker uses that time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{unit,architecture,backend,running}/**/*.test.ts'],
        },
      },
      {
        // Not part of `npm test`: it wants nginx. `npm run test:deployment` builds and runs it.
        extends: true,
        test: { name: 'deployment', environment: 'node', include: ['tests/deployment/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          environment: 'node',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: './tests/attack/report.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/flows/**/*.test.{ts,tsx}'],
          setupFiles: ['./tests/setup.ts'],
        },
      },
    ],
  },
})
