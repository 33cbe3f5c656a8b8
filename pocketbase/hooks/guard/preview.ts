import { DRAFT_KINDS, draftOf, kindOf } from '../../../src/domain/desk/preview'
import {
  PREVIEW_HEADER,
  PREVIEW_LASTS_S,
  PREVIEW_ONLY,
  PREVIEW_OVER,
  PREVIEW_SHIFT,
  type PreviewClaims,
} from '../../../src/domain/desk/preview-link'
import { now } from '../lib/clock'
import { runInTransaction } from '../lib/record-transaction'
import { recordById, run } from '../lib/rows'
import { answerProblem, type HttpProblem, httpProblem } from './answer'
import { keyedHash } from './order-access'
import { answerTooMany, consume, tooManyRequests } from './rate-limits'
import { releaseSlot, waitForSlot } from './slots'
import { writeWithin } from './slow-clients'

/**
 * A preview is the same shop inside a transaction of which nothing stays: what is not switched on yet is switched on,
 * dates move so that now is then, the request is answered, and all of it is taken back.
 */

type Preview = Pick<PreviewClaims, 'at' | 'drafts'>

/** What only asks: everything else is refused. */
const ASKING = [
  'GET /api/collections/{collection}/records',
  'GET /api/collections/{collection}/records/{id}',
  'GET /api/store/categories',
  'GET /api/store/facets',
  'GET /api/store/search',
  'GET /api/store/search/suggestions',
  'POST /api/store/quote',
]

/** Requests of one maker's previews in a minute: some forty pages. Each holds up orders for some milliseconds. */
const MOST_A_MINUTE = 600
/** One preview's request works at a time. */
const AT_WORK = { places: 1, waitingRoom: 'previews waiting', mostWaiting: 12, waitMs: 5000, lookAgainMs: 5 }
/** The answers of the store's own routes are written while the lock is held: a line that takes longer is cut, ms. */
const WRITTEN_WITHIN_MS = 2000

const OVER = httpProblem(
  403,
  PREVIEW_OVER,
  'This preview has ended. Links are good for a day, and as long as whoever made them works here.',
)
const ONLY = httpProblem(
  403,
  PREVIEW_ONLY,
  'This is a preview of the shop: nothing can be ordered, sent or saved here.',
)

/** Changes with the maker's password and role: links of whoever is shut out are worth nothing from then on. */
const keyFor = (maker: PbRecord): string =>
  keyedHash(`preview:${maker.collection().name}:${maker.id}:${maker.tokenKey()}`)

/** @param maker a superuser, or somebody of the staff, whose role has been looked at */
export function previewToken(maker: PbRecord, claims: PreviewClaims): string {
  const by = `${maker.collection().name}:${maker.id}`
  return $security.createJWT({ type: 'preview', by, ...claims }, keyFor(maker), PREVIEW_LASTS_S)
}

function makerOf(app: PbApp, by: string): PbRecord | undefined {
  const [collection = '', id = ''] = by.split(':')
  if (collection !== '_superusers' && collection !== 'staff') return undefined
  const maker = recordById(app, collection, id)
  if (collection === '_superusers') return maker
  return maker && !maker.getBool('disabled') && maker.getString('role') !== 'packer' ? maker : undefined
}

/** What a token shows and who made it; undefined for one that is guessed, changed, too old, or of somebody who left. */
function readToken(app: PbApp, token: string): (Preview & { by: string }) | undefined {
  try {
    const by = String($security.parseUnverifiedJWT(token).by)
    const maker = makerOf(app, by)
    if (!maker) return undefined
    const { type, at, drafts } = $security.parseJWT(token, keyFor(maker))
    if (type !== 'preview') return undefined
    return { by, at: Number(at), drafts: Array.from(drafts as string[]) }
  } catch {
    return undefined
  }
}

/** 503 `store_busy`, which clients ask again by themselves. */
const busy = (): HttpProblem =>
  httpProblem(503, 'store_busy', 'Several previews are open just now. Please try again in a moment.', {
    retry_after: 1,
  })

/**
 * Does what answers the request: as it is, or in the shop that the request's preview shows. 403 `preview_over` for a
 * token that is none, 403 `preview` for what does more than ask; nothing has been done then.
 */
export function previewed(e: PbRequestEvent, work: () => unknown): unknown {
  const token = e.request.header.get(PREVIEW_HEADER)
  if (token === '') return work()
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  headers.set('Access-Control-Expose-Headers', PREVIEW_SHIFT)
  const preview = readToken(e.app, token)
  if (!preview) return answerProblem(e, OVER)
  if (!ASKING.includes(e.request.pattern)) return answerProblem(e, ONLY)
  const wait = consume(e.app, `preview ${preview.by}`, MOST_A_MINUTE, 60)
  if (wait > 0) return answerTooMany(e, tooManyRequests(wait, 'Many pages of previews were opened.'))
  const place = waitForSlot('preview', AT_WORK)
  if (!place) return answerProblem(e, busy())
  try {
    return inside(e, preview, work)
  } finally {
    releaseSlot('preview', place)
  }
}

/** @throws ForbiddenError (403) when the request comes from a preview */
export function refuseInPreview({ request }: PbRequestEvent): void {
  if (request.header.get(PREVIEW_HEADER) !== '') throw new ForbiddenError(ONLY.message)
}

/** For hooks of requests that save or mail. */
export function guardPreview(e: { requestEvent: PbRequestEvent; next(): void }): void {
  refuseInPreview(e.requestEvent)
  e.next()
}

function inside(e: PbRequestEvent, preview: Preview, work: () => unknown): unknown {
  const { app: outer, auth } = e
  // As whoever has the link sees it, who may be nobody.
  e.auth = null
  if (e.request.pattern.includes('/api/store/')) writeWithin(e.response, WRITTEN_WITHIN_MS)
  try {
    return runInTransaction(outer, (txApp) => {
      e.app = txApp
      // Not the transaction is taken back: PocketBase sends records when it has come to a good end, past the lock.
      run(txApp, 'SAVEPOINT preview')
      const shift = asItWillBe(txApp, preview, !isPriceless(e.request))
      e.response.header().set(PREVIEW_SHIFT, String(shift))
      const value = work()
      run(txApp, 'ROLLBACK TO preview')
      run(txApp, 'RELEASE preview')
      return value
    })
  } finally {
    e.app = outer
    e.auth = auth
  }
}

/** Whether the answer is of slides, colours and the like: a large shop's prices take a while. */
function isPriceless(request: PbRequest): boolean {
  return PRICELESS.includes(request.pathValue('collection')) && request.url.query().get('expand') === ''
}
const PRICELESS: readonly string[] = DRAFT_KINDS.map((kind) => kindOf(kind).collection)

/**
 * Makes the shop what it will be, by SQL that no hook sees.
 * @returns by how much dates have moved, ms: less than 0 is into the past
 */
function asItWillBe(txApp: PbApp, { at, drafts }: Preview, priced: boolean): number {
  for (const draft of drafts.map(draftOf)) {
    if (!draft) continue
    const { collection, on, single } = kindOf(draft.kind)
    if (single) run(txApp, `UPDATE ${collection} SET ${on} = FALSE WHERE ${on} = TRUE`)
    run(txApp, `UPDATE ${collection} SET ${on} = TRUE WHERE id = {:id}`, { id: draft.id })
  }
  // After the drafts, which may be price plans, and before dates move. Loaded in a preview alone: every engine has this
  // file.
  const { pricesAt } = require(`${__hooks}/price-plans.js`) as {
    pricesAt(app: PbApp, time: number, what: string): void
  }
  if (priced) pricesAt(txApp, at || now(), `${at} ${drafts}`)
  const shift = at === 0 ? 0 : now() - at
  if (shift === 0) return 0
  const by = `${(shift / 1000).toFixed(3)} seconds`
  for (const kind of DRAFT_KINDS) {
    const { collection, begins, ends } = kindOf(kind)
    for (const field of [begins, ends])
      if (field)
        run(
          txApp,
          `UPDATE ${collection} SET ${field} = strftime('%Y-%m-%d %H:%M:%fZ', ${field}, {:by}) WHERE ${field} != ''`,
          { by },
        )
  }
  return shift
}
