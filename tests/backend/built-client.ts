import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildPageBundle } from '../../scripts/build/page-bundle'
import { type RecordStore, type StartOptions, startStore } from './record-store'

export const RULES = 'main{color:brown}'
export const FACE = '@font-face{font-family:Mukta;src:url(/assets/face.woff2) format("woff2")}'
export const LOCAL_FACE = '@font-face{font-family:Mukta Fallback;src:local(Arial);size-adjust:92.3%}'

/** The empty page as the build leaves it, as far as rendering needs it. */
export const TEMPLATE = `<!doctype html><html lang="en-IN"><head><title>Shop</title>
<meta name="description" content="Built in">
<link rel="preload" href="/assets/face.woff2" as="font" type="font/woff2" crossorigin />
<script>document.documentElement.dataset.theme = 'light'</script>
<link rel="stylesheet" crossorigin href="/assets/shell.css"></head>
<body><div id="root"><noscript>Plain</noscript></div></body></html>`

/** A folder with the client as the build leaves it, without what draws pages. */
export async function clientDir(home: string, name: string): Promise<string> {
  const dir = join(home, name)
  await mkdir(join(dir, 'assets'), { recursive: true })
  await mkdir(join(dir, '.vite'))
  await writeFile(join(dir, 'index.html'), TEMPLATE)
  await writeFile(join(dir, 'assets/shell.css'), FACE + LOCAL_FACE + RULES)
  await writeFile(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({
      'src/pages/product.tsx': { file: 'assets/product-1.js', imports: ['_part.js'] },
      '_part.js': { file: 'assets/part-2.js' },
    }),
  )
  return dir
}

/** A store that draws its pages as a shop's does. */
export async function startDrawing({ env, ...options }: StartOptions): Promise<RecordStore> {
  const home = await mkdtemp(join(tmpdir(), 'drawing-store-'))
  const dir = await clientDir(home, 'client')
  await buildPageBundle(dir)
  const store = await startStore({ ...options, env: { STORE_PUBLIC_DIR: dir, ...env } })
  const stop = async () => {
    await store.stop()
    await rm(home, { recursive: true, force: true })
  }
  return { ...store, stop }
}

/** A store for one test that draws with the given code instead, in `<home>/<name>`: `made` counts its pages. */
export async function drawingWith(home: string, name: string, seed: 'demo' | 'none', draw: string, env = {}) {
  const dir = await clientDir(home, name)
  await mkdir(join(dir, '.pages'))
  await writeFile(
    join(dir, '.pages/render.js'),
    `let made = 0; exports.renderPage = ({ url, template, answer }) => { made += 1; ${draw} }`,
  )
  const store = await startStore({ seed, env: { STORE_PUBLIC_DIR: dir, ...env } })
  onTestFinished(() => store.stop())
  return store
}

export async function ask({ url }: { url: string }, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
