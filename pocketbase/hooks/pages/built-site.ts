import { buildOf } from '../../../src/lib/build-of'
import { inlineScripts } from '../../../src/lib/inline-scripts'
import { readFile } from '../lib/files'
import { publicDir } from '../lib/public-dir'
import { sharedStore } from '../lib/shared-store'
import type { Packed } from './packed'

export interface StaticFile {
  etag: string
  br: boolean
  gzip: boolean
}
interface EmptyPage extends Packed {
  /** As the page says it. */
  build: string
  /** As the policy lists them. */
  scriptHashes: string
}
export interface Site {
  root: string
  /** By path with a slash before it, so that none is called like a property every object has. */
  known: { readonly [path: string]: StaticFile | undefined }
  page: EmptyPage
  /** Whether the build brought the code that makes pages here. */
  renders: boolean
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Base64 of bytes given as hex text: a policy wants its hashes so, and this engine has neither btoa nor Buffer to
 * rely on.
 */
function hexToBase64(hex: string): string {
  let text = ''
  for (let i = 0; i < hex.length; i += 6) {
    const group = hex.slice(i, i + 6)
    const bits = Number.parseInt(group.padEnd(6, '0'), 16)
    const digits = group.length / 2 + 1
    for (let d = 0; d < 4; d++) text += d < digits ? BASE64.charAt((bits >> (18 - 6 * d)) & 63) : '='
  }
  return text
}

/** `'sha256-…'` of every script written into the page itself, with a space between them. */
export const inlineScriptHashes = (html: string): string =>
  inlineScripts(html)
    .map((code) => `'sha256-${hexToBase64($security.sha256(code))}'`)
    .join(' ')

/** Every file under `root` by its path, so that no request's path ever reaches the disk. Dotfiles are left out. */
function listFiles(root: string): Site['known'] {
  const etags = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of $os.readDir(`${root}/${folder}`)) {
      const name = entry.name()
      if (name.startsWith('.')) continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (entry.isDir()) {
        walk(path)
      } else {
        const info = entry.info()
        etags.set(path, `W/"${info.size().toString(16)}-${info.modTime().unix().toString(16)}"`)
      }
    }
  }
  walk('')

  const known: { [path: string]: StaticFile } = {}
  for (const [path, etag] of etags) {
    const original = /^(.+)\.(?:br|gz)$/.exec(path)?.[1]
    if (original !== undefined && etags.has(original)) continue
    known[`/${path}`] = { etag, br: etags.has(`${path}.br`), gzip: etags.has(`${path}.gz`) }
  }
  return known
}

function readPage(root: string, known: Site['known']): EmptyPage {
  const plain = $os.readFile(`${root}/index.html`)
  const html = toString(plain)
  const file = known['/index.html']
  const bodies = {
    '': plain,
    br: file?.br && $os.readFile(`${root}/index.html.br`),
    gzip: file?.gzip && $os.readFile(`${root}/index.html.gz`),
  }
  const etag = `W/"${$security.sha256(html).slice(0, 32)}"`
  return { etag, build: buildOf(html), scriptHashes: inlineScriptHashes(html), bodies }
}

const SITE = 'site'

/**
 * The built client, read once for all of PocketBase's script engines: a new build is seen after a restart, which is
 * when `npm start` makes one.
 */
export function builtSite(): Site | undefined {
  const stored = sharedStore().get(SITE)
  if (stored) return stored as Site
  const root = publicDir()
  if (root === undefined) return undefined
  const known = listFiles(root)
  const site: Site = {
    root,
    known,
    page: readPage(root, known),
    renders: ['.pages/render.js', '.vite/manifest.json'].every((file) => readFile(`${root}/${file}`)),
  }
  sharedStore().set(SITE, site)
  return site
}
