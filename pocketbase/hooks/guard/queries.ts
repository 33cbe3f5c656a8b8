import { parseJson } from '../../../src/domain/json'
import { MAX_BODY_BYTES } from '../../../src/domain/limits'
import { checkRoom } from './disk'
import { shopperOf } from './order-access'
import { previewed, refuseInPreview } from './preview'
import { answering, bodyText, reading } from './slow-clients'

/**
 * Lists take a filter and an order from whoever asks. Along relations PocketBase (0.40) holds those against the rules
 * of the collections on the way for the record that is found, but not for the others it compares ("every related
 * record"): whoever had reviewed a product could find out the phone numbers of its other reviewers with
 * `reviews_via_product.user.addresses_via_user.phone !~ "98450"`. Shoppers therefore filter and sort a collection by
 * its own fields.
 */
const DETOUR_REFUSED = 'Records are filtered and sorted by their own fields only.'

const TOO_MUCH = 'That asks for too much at once.'
const TOO_LONG = 'That is too much to save at once.'

/** What a shopper's question may be long, characters; the store's own have less than half of it. */
const LONGEST = 2000

/**
 * What it may be when it looks into texts (`~`), characters, and how often it may look and have a `%` or `_` then.
 * SQLite tries a pattern at each letter of each record: sixty took ten seconds for 2,000 products, a long one half a
 * minute where a text repeats itself.
 */
const LONGEST_LOOK = 300
const MOST_LOOKS = 10

const countOf = (text: string, part: string): number => text.split(part).length - 1

function looksTooMuch(filter: string): boolean {
  if (!filter.includes('~')) return false
  const has = (sign: string) => countOf(filter, sign)
  // Where there is a `%`, a `_` is any letter.
  const wild = has('%') === 0 ? 0 : Math.max(has('%'), has('_'))
  return filter.length > LONGEST_LOOK || Math.max(has('~'), wild) > MOST_LOOKS
}

/**
 * Makes a row of each value of a field: 768 of a product with eight pictures, four kinds of skin, four scents and six
 * shades. A sort of 2,000 products by these took the 30 s a query may take.
 */
const EACH = ':each'

/**
 * Whether the text leaves the collection. Looked for in the whole text, quotes and comments included: what only seems
 * to be quoted must not pass, and nobody searches for words like these.
 */
function leavesCollection(text: string, relations: readonly string[]): boolean {
  return text.includes('_via_') || text.includes('@collection') || relations.some((name) => text.includes(`${name}.`))
}

function relationNames(collection: PbCollection): string[] {
  const { fields } = collection
  return fields.fieldNames().filter((name) => fields.getByName(name)?.type() === 'relation')
}

/**
 * Two steps, and back along a relation only at first: an answer grows with the records there are. Back and forth
 * (`product.reviews_via_product.product…`) it grows with their square at every turn.
 */
const isNear = (path: string): boolean => {
  const [, ...further] = path.split('.')
  return further.length < 2 && further.every((step) => !step.includes('_via_'))
}

/** PocketBase still reads `reviews(product)` as `reviews_via_product`: that is no second way round. */
const isShortExpand = (expand: unknown): boolean =>
  typeof expand === 'string' && expand.length <= LONGEST && !expand.includes('(') && expand.split(',').every(isNear)

/**
 * Names in `fields` of what is expanded. PocketBase holds each against each field of each record that is brought along:
 * up to a thousand for one that is expanded back.
 */
const MOST_PICKED_EXPANDED = 20

/** @throws BadRequestError (400) */
function refuseLongExpand(expand: string, fields: string): void {
  if (!isShortExpand(expand))
    throw new BadRequestError('Records are expanded by at most two relations, back by the first only.')
  const picked = fields.split(',').filter((name) => name.includes('expand.'))
  if (picked.length > MOST_PICKED_EXPANDED) throw new BadRequestError(TOO_MUCH)
}

interface ListQuestion {
  filter: string
  sort: string
  expand: string
  perPage: string
  fields: string
}

/**
 * Records of one page that are expanded back: each brings up to a thousand along. A thousand products with thirty
 * reviews each were 19 MB and seconds of a processor; the shop's own pages ask for ten.
 */
const MOST_EXPANDED_BACK = 100

/**
 * Names in `fields` times records of a page. PocketBase holds each name against each field of each record, after the
 * query and so for as long as it takes: 1,500 names and a thousand products were six seconds of a processor.
 */
const MOST_PICKED = 50_000

/** PocketBase's own: what it answers without `perPage`, and at most. */
const [USUAL_PAGE, LARGEST_PAGE] = [30, 1000]

/** @throws BadRequestError (400) for a question only superusers may ask */
function refuseQuestion(
  { filter, sort, expand, perPage, fields }: ListQuestion,
  collection: () => PbCollection | undefined,
): void {
  refuseLongExpand(expand, fields)
  if (expand.includes('_via_') && Number(perPage) > MOST_EXPANDED_BACK)
    throw new BadRequestError('That is too much to expand at once.')
  const records = Math.min(Math.max(Number(perPage), USUAL_PAGE), LARGEST_PAGE)
  if (countOf(fields, ',') * records > MOST_PICKED) throw new BadRequestError(TOO_MUCH)
  if (filter === '' && sort === '') return
  const asked = collection()
  if (asked && leavesCollection(`${filter} ${sort}`, relationNames(asked))) throw new BadRequestError(DETOUR_REFUSED)
  if (filter.length + sort.length > LONGEST) throw new BadRequestError('That filter or order is too long.')
  if (looksTooMuch(filter)) throw new BadRequestError('That filter looks for too much at once.')
  if (sort.includes(EACH) || countOf(filter, EACH) > 1) throw new BadRequestError(TOO_MUCH)
}

/**
 * The routes the guard stands before, in PocketBase's own words: an address that reaches them in any spelling comes
 * by here.
 */
const LISTS = 'GET /api/collections/{collection}/records'
const VIEW = 'GET /api/collections/{collection}/records/{id}'
const HEALTH = 'GET /api/health'
const WANT_OBJECT = [
  'POST /api/collections/{collection}/confirm-password-reset',
  'POST /api/collections/{collection}/request-email-change',
]

/** What PocketBase makes of the admin UI's extensions (desk.pb.js); kept for 14 days where no rule is set before. */
const EXTENSIONS = 'GET /_/extensions.js'

/** What `guard` looks at, as a list of route patterns for queries.pb.js. */
export const guardedRoutes = (): string[] => [LISTS, VIEW, HEALTH, EXTENSIONS, ...WANT_OBJECT]

/** The same of those whose bodies may hold pictures. */
export const saveRoutes = (): string[] => [
  'POST /api/collections/{collection}/records',
  'PATCH /api/collections/{collection}/records/{id}',
]

/** And of PocketBase's own whose bodies are short (`SHORT_BODY` of queries.pb.js). */
export const shortRoutes = (): string[] => [
  'GET /api/',
  'GET /api',
  'DELETE /api/',
  'DELETE /api',
  'POST /api/collections/{collection}/{action}',
  'POST /api/oauth2-redirect',
  'POST /api/realtime',
]

/** What anybody but a superuser may save at once, besides pictures, characters. */
const LONGEST_SAVE = 131_072
/** What PocketBase keeps of a form in memory, bytes; longer files go to the disk. */
const FORM_MEMORY = 32 << 20
/** As long as PocketBase waits for a body: four photographs on a slow line, ms. */
const UPLOAD_MS = 5 * 60_000

/** A shopper who is signed in, to what shoppers save; all others are read no further than a save without pictures. */
function mayBringPictures(e: PbGuardedEvent): boolean {
  const collection = collectionCalled(e.request.pathValue('collection'))
  const rule = e.request.method === 'POST' ? collection?.createRule : collection?.updateRule
  return Boolean(rule) && shopperOf(e) !== null
}

/**
 * PocketBase (0.40) reads a save before it asks whether it is allowed: 30 MB of `{},` were 20 s of a processor and
 * 1.3 GB. It finds the body read.
 *
 * @throws ApiError (413)
 */
function refuseLongSave(e: PbGuardedEvent): void {
  const { request } = e
  let length = 0
  if (request.header.get('Content-Type').startsWith('multipart/') && mayBringPictures(e)) {
    reading(e, UPLOAD_MS, () => request.parseMultipartForm(FORM_MEMORY))
    for (const texts of Object.values(request.multipartForm?.value ?? {}))
      for (const text of Array.from(texts)) length += text.length
  } else {
    // Three bytes a character at most.
    length = bodyText(e, 3 * LONGEST_SAVE + 1).length
    request.body.reread()
  }
  if (length > LONGEST_SAVE) throw new ApiError(413, TOO_LONG)
}

/**
 * Middleware before PocketBase's own handlers: a list is refused before its query runs, so that neither its answer
 * nor how long it takes tells anything, and nothing ruinous is begun. And PocketBase (0.40) fails with 500 over the
 * body `null` on two of its routes, and is in good health on a full disk. Browsers ask for the desk's code each time.
 *
 * @throws BadRequestError (400)
 */
export function guard(e: PbGuardedEvent): void {
  const { pattern } = e.request
  // PocketBase would wait for it, and read it.
  if (pattern.startsWith('GET ') && e.request.contentLength !== 0)
    throw new BadRequestError('Nothing is to be sent here.')
  if (pattern === LISTS && !e.hasSuperuserAuth()) {
    const query = e.request.url.query()
    const [filter = '', sort = '', expand = '', perPage = '', fields = ''] = QUESTION.map((name) => query.get(name))
    refuseQuestion({ filter, sort, expand, perPage, fields }, () => collectionCalled(e.request.pathValue('collection')))
  } else if (pattern === HEALTH) {
    checkRoom($app)
  } else if (pattern === EXTENSIONS) {
    e.response.header().set('Cache-Control', 'no-cache')
  } else if (WANT_OBJECT.includes(pattern) && isJson(e.request.header.get('Content-Type'))) {
    const text = bodyText(e, MAX_BODY_BYTES)
    e.request.body.reread()
    if (parseJson(text) === null) throw new BadRequestError('An object was expected.')
  } else if (saveRoutes().includes(pattern) && !e.hasSuperuserAuth()) {
    refuseLongSave(e)
  }
  const next = () => e.next()
  answering(e, pattern === HEALTH || pattern === EXTENSIONS ? next : () => previewed(e, next))
}

const QUESTION = ['filter', 'sort', 'expand', 'perPage', 'fields']

const isJson = (type: string): boolean => type === '' || type.toLowerCase().startsWith('application/json')

type Tell = (found: readonly PbRecord[]) => void

/** By name or id, as PocketBase takes it; it says itself when there is none. */
function collectionCalled(nameOrId: string): PbCollection | undefined {
  try {
    return $app.findCachedCollectionByNameOrId(nameOrId)
  } catch {
    return undefined
  }
}

/**
 * onRecordsListRequest: the same once more, should a later PocketBase lead to lists by another way. What products cost
 * with an offer, and which refunds are delayed, is told from here: a hook of its own would hold one more script engine
 * until the answer is sent.
 * @param tell by the collection's name
 * @throws BadRequestError (400) when somebody but a superuser filters or sorts along a relation
 */
export function refuseDetour(e: PbListEvent, tell: { [name: string]: Tell }): void {
  if (!e.hasSuperuserAuth()) {
    const { filter = '', sort = '', expand = '', perPage = '', fields = '' } = e.requestInfo().query
    refuseQuestion({ filter, sort, expand, perPage, fields }, () => e.collection)
    tell[e.collection.name]?.(Array.from(e.records))
  }
  e.next()
}

/**
 * onRecordViewRequest, onRecordCreateRequest, onRecordUpdateRequest, onRecordAuthRequest: their answers are expanded
 * as well.
 * @throws BadRequestError (400) when somebody but a superuser expands further than two steps or picks too much of it,
 *   ForbiddenError (403) for a save from a preview
 */
export function refuseFarExpand(e: PbExpandedEvent, tell: { [name: string]: Tell } = {}): void {
  if (!e.hasSuperuserAuth()) {
    const { expand = '', fields = '' } = e.requestInfo().query
    refuseLongExpand(expand, fields)
    tell[e.record.collection().name]?.([e.record])
  }
  if (e.requestEvent.request.method !== 'GET') refuseInPreview(e.requestEvent)
  answering(e.requestEvent, () => e.next())
}
