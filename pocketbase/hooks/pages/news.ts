import type { Language } from '../../../src/language/choice'
import { now } from '../lib/clock'
import { removeFile } from '../lib/files'
import { sharedStore } from '../lib/shared-store'
import { type CachedPage, freshPage } from './page-cache'
import type { PublicPage } from './public-page'

/**
 * Records of open pages as files, which PocketBase serves without a script engine (docs/decisions/0058): thousands of
 * pages that are told of one change ask for them at once. `<name>` says the version and the build, `<name>.<version>`
 * are the records, packed. They are right: before anybody is told of a change they are written anew, or the first says
 * nothing.
 */

const KEY = 'news'
/** So many pages have files; the others are asked for as ever. */
const MOST = 40
/** Drawing pages anew may take so long before anybody is told, ms. */
const DRAWING_MS = 700

/** A page as it is drawn, and what it is kept by. */
interface Drawn {
  key: string
  wanted: PublicPage
  language: Language
}
interface News {
  [name: string]: Drawn & { versions: string[] }
}

/** Emptied by PocketBase at each start, and left out of backups. */
const folder = () => `${$app.dataDir()}/.pb_temp_to_delete/news`
const nameOf = (key: string) => $security.sha256(key).slice(0, 24)
const newsOf = (stored: unknown) => JSON.parse(String(stored || '{}')) as News
const known = (name: string) => `${KEY}:${name}`

/** One at a time: changes what is known of the files, and the files. Nothing else of the store may be read in it. */
function change(work: (news: News) => void): void {
  sharedStore().setFunc(KEY, (stored) => {
    const news = newsOf(stored)
    work(news)
    return JSON.stringify(news)
  })
}

/** Answers with the versions there are then: none where they could not be written, as on a full disk. */
function write(name: string, { etag, gzip }: CachedPage['state'], build: string, before: readonly string[]): string[] {
  const [last = ''] = before
  try {
    $os.mkdirAll(folder(), 0o700)
    $os.writeFile(`${folder()}/${name}.${etag}`, gzip as PbBytes, 0o600)
    $os.writeFile(`${folder()}/${name}`, toBytes(`${etag} ${build}`), 0o600)
  } catch {
    // Taking away an old one needs no room.
    for (const file of [name, ...[etag, ...before].map((version) => `${name}.${version}`)]) remove(file)
    return []
  }
  for (const old of before.slice(1)) if (old !== etag) remove(`${name}.${old}`)
  return last && last !== etag ? [etag, last] : [etag]
}

const remove = (file: string) => removeFile(`${folder()}/${file}`)

/** What files of a page are called; empty where it has none. */
export function newsName(key: string): string {
  const name = nameOf(key)
  return sharedStore().get(known(name)) ? name : ''
}

/** Makes them; empty where there are too many already. */
export function makeNews(page: Drawn, state: CachedPage['state'], build: string): string {
  const name = nameOf(page.key)
  let made = false
  change((news) => {
    made = Boolean(state.gzip) && (Boolean(news[name]) || Object.keys(news).length < MOST)
    if (made) news[name] ??= { ...page, versions: write(name, state, build, []) }
  })
  if (made) sharedStore().set(known(name), true)
  return made ? name : ''
}

/** Empty, and not gone: browsers count a 404 as the page's fault. */
function empty(name: string, versions: readonly string[]): void {
  try {
    $os.writeFile(`${folder()}/${name}`, '', 0o600)
  } catch {
    remove(name)
  }
  for (const version of versions) remove(`${name}.${version}`)
}

/** Empties all: words that were deleted or hidden stand in some, and not in their newest version alone. */
export function forgetNews(): void {
  let names: string[] = []
  change((news) => {
    names = Object.keys(news)
    for (const [name, { versions }] of Object.entries(news)) {
      empty(name, versions)
      delete news[name]
    }
  })
  for (const name of names) sharedStore().remove(known(name))
}

/** Before pages are told of a change: files say what is so now, or nothing. */
export function freshenNews(
  draw: (wanted: PublicPage, language: Language) => CachedPage | undefined,
  build: string,
): void {
  const until = Date.now() + DRAWING_MS
  const fresh = new Map<string, CachedPage>()
  const news = newsOf(sharedStore().get(KEY))
  for (const [name, { key, wanted, language }] of Object.entries(news)) {
    const page = freshPage(key, now()) ?? (Date.now() < until ? draw(wanted, language) : undefined)
    if (page?.status === 200) fresh.set(name, page)
  }
  const gone: string[] = []
  change((current) => {
    for (const [name, one] of Object.entries(current)) {
      const page = fresh.get(name)
      if (page && page.state.etag === one.versions[0]) continue
      if (page?.state.gzip) one.versions = write(name, page.state, build, one.versions)
      else {
        empty(name, one.versions)
        delete current[name]
        gone.push(name)
      }
    }
  })
  for (const name of gone) sharedStore().remove(known(name))
}
