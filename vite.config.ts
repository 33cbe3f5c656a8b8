import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build as bundle } from 'esbuild'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const recordStore = `http://${process.env.STORE_HOST ?? '127.0.0.1'}:${process.env.STORE_PORT ?? '8090'}`

const FIRST_LOAD_ENTRIES = ['src/main.tsx', 'src/pages/home.tsx'].map(here)

interface ModuleText {
  importedIds: readonly string[]
  code: string | null
}
type InfoOf = (id: string) => ModuleText | null

/** Files of packages that only hand on what others hold: importing one thing by its name needs none of the others. */
const HANDS_ON = /\/@tanstack\/[a-z-]+\/build\/modern\/index\.js$/

/**
 * Says of a module whether the home page's first load needs it: what the entry and the page import, without `import()`.
 */
function firstLoadTest(): (id: string, infoOf: InfoOf) => boolean {
  const needed = new Set<string>()
  return (id, infoOf) => {
    const handedOn = (id: string): readonly string[] =>
      infoOf(id)?.importedIds.flatMap((next) => (HANDS_ON.test(next) ? handedOn(next) : next)) ?? []
    const names = (id: string, code: string) =>
      [...(infoOf(id)?.code ?? '').matchAll(/^export \{([^}]*)\}/gm)].some(([, exported = '']) =>
        exported.split(',').some((name) => new RegExp(`\\b${name.trim()}\\b`).test(code)),
      )
    const visit = (next: string) => {
      if (needed.has(next)) return
      needed.add(next)
      const { importedIds = [], code } = infoOf(next) ?? {}
      for (const imported of importedIds) {
        if (!HANDS_ON.test(imported)) visit(imported)
        else for (const holder of handedOn(imported)) if (names(holder, code ?? '')) visit(holder)
      }
    }
    if (needed.size === 0) FIRST_LOAD_ENTRIES.forEach(visit)
    return needed.has(id)
  }
}
const isFirstLoad = firstLoadTest()

/**
 * The page builder's SDK looks for Node's modules by evaluating a string when it starts, also in a browser. The
 * store's content policy forbids that, and the browser would complain to every visitor; finding none is what happens
 * in a browser anyway.
 */
const builderWithoutEval: Plugin = {
  name: 'builder-without-eval',
  transform: {
    filter: { id: /@builder\.io/ },
    handler: (code) => ({ code: code.replace(/\beval\((['"])(?:require|debugger)\1\)/g, 'undefined'), map: null }),
  },
}

/**
 * The router gives names to what developers see in React's tools, and so keeps its forms and its nested routes, which
 * the shop has not, in the first load: 3 kB. (The desk, which has nested routes, is built without this.)
 */
const routerWithoutNames: Plugin = {
  name: 'router-without-names',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
}

/**
 * A page that is not rendered asks for its records at once: the SDK, which code asks for when it needs it, comes
 * beside the first scripts. Rendered pages bring their records and take this out (`src/render/entry-server.tsx`). A
 * record store on another origin is called up meanwhile.
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

/** Every page says of which build it is (`src/lib/build-of.ts`): a hash of all files' names, which have hashes. */
const buildName: Plugin = {
  name: 'build-name',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const names = Object.keys(bundle ?? {}).sort()
      const content = createHash('sha256').update(names.join()).digest('hex').slice(0, 10)
      return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
    },
  },
}

const TARGET = ['es2022', 'chrome99', 'edge99', 'firefox97', 'safari15.4']

/**
 * The scripts of `src/inline` come with every page, ahead of what is seen: each is bundled into its `<script>` of
 * `index.html`.
 */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const parts = html.split(/(?<=<script>)\/\* (src\/inline\/[a-z-]+\.ts) \*\/(?=<\/script>)/)
      const bundled = parts.map(async (part, position) => {
        if (position % 2 === 0) return part
        const options = { bundle: true, write: false, minify: true, format: 'iife', target: TARGET } as const
        const { outputFiles } = await bundle({
          ...options,
          entryPoints: [here(part)],
          logLevel: 'silent',
        })
        return outputFiles[0]?.text.trim() ?? ''
      })
      return (await Promise.all(bundled)).join('')
    },
  },
}

/** One process for many files: one for each took a tenth of the time. */
const TOGETHER = { isolate: false, setupFiles: ['./tests/fresh-modules.ts'] }
/** Stores and helpers that files start, and slow gateways, take their time on a busy machine, ms. */
const ROOM = { testTimeout: 60_000, hookTimeout: 120_000 }
/** Node has a storage since 25, which would stand before that of the pages. Node 20 does not know the word for it. */
const NO_STORAGE = '--no-experimental-webstorage'
const PAGES_OWN = process.allowedNodeEnvironmentFlags.has(NO_STORAGE) ? [NO_STORAGE] : []
const AT_LENGTH_ONLY = 'tests/backend/rules/mutations.test.ts'

// A build has no use for Vitest's own code, which takes as long to read as all the rest.
const sequencer = process.env.VITEST ? (await import('./tests/longest-first.ts')).LongestFirst : undefined

export default defineConfig({
  plugins: [inlineScripts, builderWithoutEval, routerWithoutNames, requestsAhead, buildName, react(), tailwindcss()],
  resolve: {
    alias: [
      { find: '@', replacement: here('src') },
      // Its production build, which its package names to CommonJS alone.
      { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  server: {
    // `/_/` is the admin UI; Google's sign-in popup ends there as well.
    proxy: { '/api': recordStore, '/_/': recordStore },
    // In a copy of the checkout packages are links (scripts/check/mutations.ts), and this one's file is asked for.
    fs: { allow: [here('.'), realpathSync(here('node_modules/libheif-js'))] },
  },
  build: {
    // The oldest that know what the styles are made of (cascade layers), from spring 2022: Android 6 and iOS 15.4
    // have them.
    target: TARGET,
    manifest: true,
    // It would begin where the first import begins as well, and later ones are asked for by Vite's own helper.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long plugins took on a slow machine is no news for whoever starts a shop.
      checks: { bundlerTimings: false },
      // No class here has a field where its parent has an accessor: a field may simply be set.
      transform: { assumptions: { setPublicClassFields: true } },
      // Reading a property does nothing by itself in any package here: what nobody uses goes, also when it extends
      // React.Component.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first load names every lazy file and what it needs: one letter less of each is worth a hundred bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // In a task of its own (src/react.ts), and kept by browsers when only the shop's code has changed.
            {
              name: 'react',
              test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:react|lib\/errors-aside)\.ts$/,
            },
            {
              // Measured with 20 lazy pages: left alone, every module two pages share became a file, and the home page
              // loaded 29 scripts, 128.6 kB; in one chunk it loaded 3, 119.4 kB.
              debugName: 'shell',
              name: (id, context) => (isFirstLoad(id, (next) => context.getModuleInfo(next)) ? 'shell' : null),
            },
            // A product's page and the cart both ask for a price: one file, not six.
            {
              name: 'quote',
              test: /\/src\/(?:api\/(?:letter|store)-routes|domain\/(?:account\/read-pincode|delivery\/arrival-words)|features\/(?:cart\/(?:quote-query|asking-form)|delivery\/.*|reviews\/queries)|lib\/stored-value)\.tsx?$/,
            },
            // Every page of a list asks for the first, three for both.
            {
              name: 'shop-view',
              test: /\/src\/(?:features\/catalog\/(?:shop-view|facet-labels)|domain\/catalog\/facet-values)\.ts$/,
            },
            // What a product, a cart and an order follow: one file, not three.
            {
              name: 'live',
              test: /\/src\/(?:api\/live|domain\/site\/changes|features\/(?:live\/.*|orders\/seen-orders)|lib\/install)\.ts$/,
            },
            // Smaller than the headers they would come with: icons, fields, and small things many pages share.
            {
              name: 'parts',
              test: /\/@lucide\/icons\/|\/src\/(?:ui\/(?:breadcrumbs|field|load-more|select|checkbox|textarea|dialog|numbers|sum-row|page-head)|language\/(?:rich|date)|lib\/(?:breadcrumbs|focus-return|is-here|kept|more-focus|pause|save-file|typed)|api\/signed-in|domain\/(?:date|orders\/reductions|offers\/code)|features\/(?:account\/(?:form-alert|kept-fields)|catalog\/line-problem|cart\/(?:offer-code|checkout-cart)))\.tsx?$/,
            },
            // Fetched together in any case, when a page has settled; each file costs half a kilobyte of headers.
            { name: 'delivery', test: /\/src\/integrations\/(?:event-delivery|utm|data-layer|event-throttle)\.ts$/ },
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
    sequence: { sequencer },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          ...TOGETHER,
          ...ROOM,
          include: ['tests/{unit,architecture,backend,running}/**/*.test.ts'],
          // Breaks every rule once to see the scenarios notice: a test of tests, in `npm run test:long`.
          exclude: [AT_LENGTH_ONLY],
        },
      },
      {
        // `npm run test:long`: what `npm test` leaves out or does less of.
        extends: true,
        test: {
          name: 'long',
          environment: 'node',
          ...ROOM,
          include: [
            AT_LENGTH_ONLY,
            'tests/backend/{payments-*,orders-placing,limits,upgrade}.test.ts',
            'tests/running/load.test.ts',
          ],
          env: { TEST_LONG: '1' },
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
          ...TOGETHER,
          ...ROOM,
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: './tests/attack/report.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['tests/flows/**/*.test.{ts,tsx}'],
          setupFiles: ['./tests/setup.ts'],
          execArgv: PAGES_OWN,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
