import { categoriesAnswer } from '../catalog/categories'
import { facetsAnswer } from '../catalog/facets'
import { searchAnswer } from '../catalog/search'
import { tellLeft } from '../catalog/stock'
import { stockOf } from '../lib/page-stamps'
import { tellOffers } from '../offers/certain-offers'

/** A record as PocketBase's JSON has it. */
type JsonRecord = { [field: string]: unknown }

/** Highest page size, as the API has it. */
const MAX_PER_PAGE = 1000

/** Parameters of a request as the SDK hands them over: text, numbers and booleans. */
type Query = Readonly<{ [name: string]: unknown }>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Answers what the REST API would answer to a guest, straight from the records: rules, expand, fields and hidden
 * fields included.
 *
 * @param saw told, before it is read, of every collection whose records an answer depends on, and of a product's stock
 * @returns for a path of the API with its query: the answer's JSON, or null where the API says 404
 * @throws for anything but reading and searching records and the ways to sign in, for a list only superusers see, and
 *   for a list rule that asks who is asking: such answers must not stand in a page for everybody
 */
export function guestAnswers(app: PbApp, saw: (collection: string) => void): (path: string, query: Query) => unknown {
  return (path, query) => {
    if (path === '/api/store/search') {
      saw('products')
      const asked = { get: (name: string) => text(String(query[name] ?? '')) }
      return searchAnswer(app, asked, (records) => asJson(app, saw, records, {}))
    }
    if (path === '/api/store/categories') {
      saw('products')
      return categoriesAnswer(app)
    }
    if (path === '/api/store/facets') {
      saw('products')
      return facetsAnswer(app, text(query.category))
    }
    if (path === '/api/collections/users/auth-methods') {
      saw('users')
      const { enabled, providers } = app.findCachedCollectionByNameOrId('users').oauth2
      return { oauth2: { enabled, providers: providers.map(({ name }) => ({ name })) } }
    }
    const parts = /^\/api\/collections\/([^/]+)\/records(?:\/([^/]+))?$/.exec(path)
    if (!parts) throw new Error(`A rendered page cannot ask for ${path}`)
    const collection = app.findCachedCollectionByNameOrId(decodeURIComponent(parts[1] as string))
    saw(collection.name)
    return parts[2] === undefined
      ? list(app, saw, collection, query)
      : view(app, saw, collection, decodeURIComponent(parts[2]), query)
  }
}

function list(app: PbApp, saw: (collection: string) => void, collection: PbCollection, query: Query) {
  const whole = collection.listRule === null ? '@request' : String(collection.listRule)
  // `public part || own part`: asked for the public part alone, everybody gets the same.
  const [open = ''] = whole.split(' || ')
  const rule = text(query.filter).split(' && ').includes(open) ? open : whole
  if (/@request|@collection/.test(rule)) throw new Error(`The list of ${collection.name} is not the same for everybody`)
  const page = Math.max(1, Number(query.page) || 1)
  const perPage = Math.min(MAX_PER_PAGE, Math.max(1, Number(query.perPage) || 30))
  const where = [rule, text(query.filter)]
    .filter((part) => part !== '')
    .map((part) => `(${part})`)
    .join(' && ')
  const found = (limit: number, offset: number, sort = '') =>
    app.findRecordsByFilter(collection.name, where, sort, limit, offset)

  const records = found(perPage, (page - 1) * perPage, text(query.sort))
  const uncounted = query.skipTotal === true || query.skipTotal === '1'
  const total = () => {
    if (records.length > 0 && records.length < perPage) return (page - 1) * perPage + records.length
    const equal = equalities(where)
    // An empty condition would be written out, as one that is no SQL.
    if (equal) return app.countRecords(collection.name, ...(where === '' ? [] : [$dbx.hashExp(equal)]))
    return countUpwards((offset) => found(1, offset).length > 0)
  }
  const totalItems = uncounted ? -1 : total()
  return {
    page,
    perPage,
    totalItems,
    totalPages: uncounted ? -1 : Math.ceil(totalItems / perPage),
    items: asJson(app, saw, records, query),
  }
}

const EQUALITY = /^\(?([a-z_]+) = (true|false|"[^"\\]*")\)?$/i

/**
 * A filter that only asks whether fields are equal to something, as PocketBase's query builder takes it; undefined
 * for any other.
 */
function equalities(filter: string): { [field: string]: unknown } | undefined {
  const equal: { [field: string]: unknown } = {}
  for (const part of filter.split(' && ').filter(Boolean)) {
    const [, field, value] = EQUALITY.exec(part) ?? []
    // An empty text would also find what has none.
    if (field === undefined || value === undefined || value === '""' || field in equal) return undefined
    equal[field] = JSON.parse(value)
  }
  return equal
}

/**
 * How many there are, asking only whether there is one at a place: PocketBase's filters count for its own API alone.
 */
function countUpwards(isThere: (offset: number) => boolean): number {
  let over = 1
  while (isThere(over - 1)) over *= 2
  let under = over >> 1
  // `under` are there, `over` are not.
  while (over - under > 1) {
    const middle = (under + over) >> 1
    if (isThere(middle - 1)) under = middle
    else over = middle
  }
  return under
}

function view(app: PbApp, saw: (collection: string) => void, collection: PbCollection, id: string, query: Query) {
  if (collection.viewRule === null) throw new Error(`Records of ${collection.name} are for superusers`)
  let record: PbRecord
  try {
    record = app.findRecordById(collection.name, id)
  } catch (error) {
    if (/no rows/.test(String(error))) return null
    throw error
  }
  if (!app.canAccessRecord(record, guest('default'), collection.viewRule)) return null
  if (collection.name === 'products') {
    saw(stockOf(id))
    tellLeft(app, record)
  }
  return asJson(app, saw, [record], query)[0]
}

function guest(context: 'default' | 'expand'): unknown {
  return new RequestInfo({ context, method: 'GET', query: {}, headers: {}, body: {} })
}

function asJson(app: PbApp, saw: (collection: string) => void, records: PbRecord[], query: Query): JsonRecord[] {
  const first = records[0]
  if (first === undefined) return []
  if (first.collection().isAuth()) throw new Error('Accounts are not listed on pages')
  const expands = text(query.expand).split(',').filter(Boolean)
  if (expands.length > 0) {
    app.expandRecords(records, expands, (collection, ids) => {
      saw(collection.name)
      if (collection.viewRule === null) return []
      const readable: PbRecord[] = []
      for (const record of app.findRecordsByIds(collection.id, ids)) {
        if (app.canAccessRecord(record, guest('expand'), collection.viewRule)) readable.push(record)
      }
      return readable
    })
  }
  if (first.collection().name === 'products') {
    saw('promotions')
    tellOffers(app, records)
  }
  const wanted = text(query.fields).split(',').filter(Boolean)
  if (wanted.some((name) => !/^[a-z_]+$/i.test(name))) throw new Error(`Not a plain list of fields: ${query.fields}`)
  const json: JsonRecord[] = []
  for (const record of records) {
    const whole = JSON.parse(JSON.stringify(record)) as JsonRecord
    json.push(
      wanted.length === 0
        ? whole
        : Object.fromEntries(wanted.filter((name) => name in whole).map((name) => [name, whole[name]])),
    )
  }
  return json
}
