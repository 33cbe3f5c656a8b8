import { BUILD_HEADER, NEWS_HEADER } from '../../../src/domain/site/changes'
import { type Language, languageAsked, languageOfTag } from '../../../src/language/choice'
import { LANGUAGE_HEADER } from '../../../src/lib/before-code'
import { isKnownPath } from '../../../src/lib/paths'
import { answering } from '../guard/slow-clients'
import { exchangeOf } from '../lib/exchange'
import { builtSite, type Site } from './built-site'
import { isLost, isUnbounded, keyOf, type Rendered, renderedPage } from './drawn-pages'
import { makeNews, newsName } from './news'
import { sendPacked } from './packed'
import type { CachedPage } from './page-cache'
import { NEWS } from './page-lock'
import { type PublicPage, publicPage } from './public-page'

/** Of requests, what a page's words and bytes depend on. */
export const VARIES_BY = `Accept-Encoding, Accept-Language, Cookie, ${LANGUAGE_HEADER}`

/** That of the open page, where one asks for more of itself, else what whoever asks reads. */
export function languageOf(e: PbRequestEvent): Language {
  const { get } = exchangeOf(e)
  const begun = get(LANGUAGE_HEADER)
  return begun ? languageOfTag(begun) : languageAsked(get('Cookie'), get('Accept-Language'))
}

const buildName = (built: Site | undefined): string => built?.page.build ?? ''

/**
 * `GET /api/store/page?at=/shop%3Fsort%3Dnew`: the records of a public page, as the page itself brings them for the
 * browser's cache, in the language of the request, with the build they are for (`X-Store-Build`). 304 with the version
 * the page carries (`data-version`), 204 where the browser draws the page from records it asks for itself, 202 while
 * the page is being drawn, or too many are: ask again in a moment. `X-Store-News` names the files that say so after
 * the next change.
 */
export function pageState(e: PbRequestEvent): void {
  const { set, add } = exchangeOf(e)
  set('Cache-Control', 'no-cache')
  add('Vary', VARIES_BY)
  const at = e.request.url.query().get('at')
  const cut = at.indexOf('?')
  const path = cut < 0 ? at : at.slice(0, cut)
  const built = builtSite()
  set(BUILD_HEADER, buildName(built))
  const wanted =
    built?.renders && isKnownPath(path) ? publicPage(path, cut < 0 ? '' : at.slice(cut + 1), true) : undefined
  const language = languageOf(e)
  const { page, old, drawLater }: Rendered = built && wanted ? renderedPage(built, wanted, language, NEWS) : {}
  // Of what is gone there is no page to wait for.
  const isGone = old && isLost(wanted, path)
  if (old && !isGone) {
    if (drawLater) set('Connection', 'close')
    e.noContent(202)
    if (drawLater) answering(e, () => e.flush())
    drawLater?.()
    return
  }
  if (isGone || page?.status !== 200) {
    e.noContent(204)
    return
  }
  if (wanted) set(NEWS_HEADER, newsOf(wanted, language, page))
  const { etag, plain, gzip } = page.state
  sendPacked(e, 200, { etag: `"${etag}"`, bodies: { '': plain, gzip } }, 'application/json; charset=utf-8')
}

/** What files of a page are called; empty where it has none. */
function newsOf(wanted: PublicPage, language: Language, { state }: CachedPage): string {
  const key = keyOf(wanted, language)
  return (
    newsName(key) || (isUnbounded(wanted) ? '' : makeNews({ key, wanted, language }, state, buildName(builtSite())))
  )
}
