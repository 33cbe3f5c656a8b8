import { readFile, removeFile } from '../lib/files'
import type { CachedPage } from './page-cache'

/**
 * Drawn pages in files, so that a restart does not draw them again (docs/decisions/0022). As any kept page that may be
 * too old they are sent only when their questions are answered as before. Left out of backups (pages.pb.js).
 */

/** What a page was drawn from. */
export interface Drawing {
  questions: string[]
  /** Hash of the answers. */
  told: string
  /** Whatever else it was made from. */
  inputs: string
  /** What `makePage` was asked for. */
  order: string
  /** Until then the same answers make the same page, ms. */
  turn: number
}

/** A page as it was drawn. */
export type Drawn = Omit<CachedPage, 'checked' | 'until' | 'reads' | 'stamps'>

/** What is said of a page beside its bytes. */
interface Said extends Omit<Drawing, 'turn'> {
  /** JSON has no infinity. */
  turn: number | null
  etag: string
  first: string | undefined
  state: string
  /** Of the bytes: a power cut leaves files without their content. */
  hash: string
}

type Parts = Partial<Record<(typeof PARTS)[number], unknown>>
const PARTS = ['plain', 'gzip', 'first', 'firstGzip', 'state', 'stateGzip'] as const
const hashOf = (parts: Parts) => PARTS.map((part) => parts[part] && sha256(parts[part])).join(' ')

const folder = () => `${$app.dataDir()}/.pages`
const nameOf = (key: string) => `${folder()}/${$security.sha256(key).slice(0, 24)}`
/** More files than this are of pages that nobody has asked for since many starts. */
const MOST_FILES = 2000

/** Texts that long are not joined: this engine copies each letter. */
const sha256 = (bytes: unknown) => $security.sha256(toString(bytes))

let code: string | undefined

/** Changes with whatever draws pages. */
export function drawingCode(root: string): string {
  const files = [`${root}/index.html`, `${root}/.pages/render.js`, `${root}/.pages/styles.json`, `${__hooks}/pages.js`]
  code ??= sha256(files.map((file) => sha256(readFile(file) ?? '')).join(' '))
  return code
}

/** Writes a page, what is said of it last. */
export function filePage(key: string, drawn: Drawn, { turn, ...drawing }: Drawing): void {
  const name = nameOf(key)
  const { etag, plain, gzip, first, state } = drawn
  const parts: Parts = {
    ...{ plain, gzip, first: first?.plain, firstGzip: first?.gzip },
    ...{ state: state.plain, stateGzip: state.gzip },
  }
  const said: Said = {
    ...{ ...drawing, etag, first: first?.etag, state: state.etag, hash: hashOf(parts) },
    turn: Number.isFinite(turn) ? turn : null,
  }
  unfilePage(key)
  try {
    $os.mkdirAll(folder(), 0o700)
    for (const part of PARTS) if (parts[part]) $os.writeFile(`${name}.${part}`, parts[part] as PbBytes, 0o600)
    $os.writeFile(`${name}.json`, JSON.stringify(said), 0o600)
  } catch {
    // On a full disk it is drawn again after a restart.
  }
}

/** The page that was last written under a key, by this process or the one before it. */
export function filedPage(key: string): { page: Drawn; drawing: Drawing } | undefined {
  const name = nameOf(key)
  const text = readFile(`${name}.json`)
  if (!text) return undefined
  try {
    const { turn, etag, first, state, hash, ...drawing } = JSON.parse(toString(text)) as Said
    const parts: Parts = {}
    for (const part of PARTS) parts[part] = readFile(`${name}.${part}`)
    if (hash !== hashOf(parts)) return undefined
    const page = {
      ...{ status: 200, etag, plain: parts.plain, gzip: parts.gzip },
      first: first === undefined ? undefined : { etag: first, plain: parts.first, gzip: parts.firstGzip },
      state: { etag: state, plain: parts.state, gzip: parts.stateGzip },
    }
    return { page, drawing: { ...drawing, turn: turn ?? Number.POSITIVE_INFINITY } }
  } catch {
    return undefined
  }
}

/** The page is drawn again after a restart. */
export function unfilePage(key: string): void {
  const name = nameOf(key)
  for (const part of ['json', ...PARTS]) removeFile(`${name}.${part}`)
}

/** Takes away all: words of somebody who has gone stand in some. */
export function unfilePages(): void {
  try {
    $os.removeAll(folder())
  } catch (error) {
    $app.logger().error('Drawn pages could not be removed', 'folder', folder(), 'error', String(error))
  }
}

/** What `makePage` was asked for; empty where a power cut left nothing of it. */
function orderIn(file: string): string {
  try {
    return String((JSON.parse(toString(readFile(file))) as Partial<Said>).order ?? '')
  } catch {
    return ''
  }
}

/** What `makePage` was asked for, of each page that was written before this start; none of too many. */
export function filedOrders(): string[] {
  let files: string[] = []
  try {
    files = Array.from($os.readDir(folder())).map((entry) => entry.name())
  } catch {
    // There are none.
  }
  if (files.length > MOST_FILES) {
    unfilePages()
    return []
  }
  const said = files.filter((file) => file.endsWith('.json'))
  return said.map((file) => orderIn(`${folder()}/${file}`)).filter((order) => order !== '')
}
