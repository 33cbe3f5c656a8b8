import { createHmac } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import type { CollectionField, CollectionModel } from 'pocketbase'
import { type RecordStore, startStore } from '../record-store'
import { ACCESS, PASSWORD, picture } from './collections'
import { FIELDS, type FieldRights } from './fields'
import { isMany, readSchema, type Schema } from './schema'

/**
 * A record store in which every field of every collection holds a value that stands nowhere else, once for each of
 * some people. Whoever asks, whatever comes back is searched for values and fields that are not theirs to read.
 */

/** `unverified` has an account whose email address was never confirmed; it has the same rights, and no more. */
const SHOPPERS = ['owner', 'other', 'unverified'] as const
/**
 * Helpers at the maker's desk, who are nobody in the shop. Each has the id of somebody's account, so that a rule that
 * asks for the id alone is noticed; `shut out` is not let in any more.
 */
export const STAFF = ['packer', 'editor', 'staff owner', 'shut out'] as const
export type Helper = (typeof STAFF)[number]
export const ASKING = ['guest', ...SHOPPERS, ...STAFF, 'superuser'] as const
/** Those who are asked where a question is dear: one helper stands for the others. */
export const DEARLY_ASKING = ASKING.filter((person) => !STAFF.slice(1).some((helper) => helper === person))
export type Asking = (typeof ASKING)[number]
export const isHelper = (person: string): person is Helper => STAFF.some((helper) => helper === person)
/** `quiet` never wrote anything in public; `nobody` is behind rows without an owner, such as guests' orders. */
type Holder = (typeof SHOPPERS)[number] | 'quiet' | 'nobody'
const HOLDERS: Holder[] = [...SHOPPERS, 'quiet', 'nobody']

export interface PlantedRow {
  collection: string
  id: string
  holder: Holder
  isPublished: boolean
  values: Record<string, unknown>
  /** Fields whose value stands nowhere else. */
  marked: Set<string>
}

export interface Answer {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at from outside, whatever they are
  json: any
}

export interface World {
  store: RecordStore
  superuser: PocketBase
  schema: Schema
  rows: PlantedRow[]
  tokens: Record<Asking, string>
  ids: Record<Holder, string>
  /** What was found in answers to people who may not read it. Emptied by `takeLeaks`. */
  takeLeaks(): string[]
  /** Sends a request and searches the answer. */
  ask(person: Asking, method: string, path: string, body?: unknown): Promise<Answer>
  /** Searches what reached a person in another way. */
  search(person: Asking, where: string, text: string, json?: unknown): void
  /** Past rules and hooks. */
  sql(query: string): Promise<unknown[][]>
  put(collection: string, row: Record<string, unknown>): Promise<string>
  /** A user of its own, and a token. */
  newShopper(verified?: boolean): Promise<{ id: string; token: string }>
  /** An account of the staff with the id of a shopper's, and a token. */
  newHelper(helper: Helper, id: string): Promise<string>
  rowOf(collection: string, holder: Holder): PlantedRow
  requests(): number
}

interface Secret {
  row: PlantedRow
  field: string
}

/**
 * What a planted value looks like in an answer: a marked text, a date or a number of seven digits that begins with 9.
 */
const MARKS = /zq[0-9a-z]{6}q|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z|\b9\d{6}\b/g

let planted = 0
const mark = () => `zq${(++planted).toString(36).padStart(6, '0')}q`
const markNumber = () => 9_000_000 + ++planted
/** In the future, so that nothing the store does by the clock is due. */
const markDate = () => new Date(Date.UTC(2031, 0, 1) + ++planted * 60_000).toISOString().replace('T', ' ')

function holdersOf({ name, fields }: CollectionModel): Holder[] {
  if (name === 'users' || name === 'staff') return HOLDERS.filter((holder) => holder !== 'nobody')
  if (ACCESS[name]?.list !== 'all') return HOLDERS
  // What is the shop's is there once; words in public are never of the quiet.
  return fields.some((field) => field.name === 'user') ? [...SHOPPERS, 'nobody'] : ['owner']
}

/** A value that stands nowhere else, where the type allows. */
function markedValue(field: CollectionField): unknown {
  switch (field.type) {
    case 'number':
      return markNumber()
    case 'bool':
      return true
    case 'date':
    case 'autodate':
      return markDate()
    case 'email':
      return `${mark()}@example.com`
    case 'url':
      return `https://${mark()}.example.com/`
    case 'json':
      return [mark()]
    case 'select':
      return isMany(field) ? [(field.values as string[])[0]] : (field.values as string[])[0]
    case 'file':
      return isMany(field) ? [`${mark()}.png`] : `${mark()}.png`
    case 'password':
      return `$2a$10$${mark()}`
    default:
      return mark()
  }
}

/** May this person read the row at all: in a list, or by its id. */
export function seesRow(person: Asking, row: PlantedRow, how: 'list' | 'view'): boolean {
  if (person === 'superuser') return true
  if (!row.isPublished) return false
  const reading = ACCESS[row.collection]?.[how]
  if (reading === 'all') return true
  if (reading === 'reviewer' && row.holder !== 'quiet') return true
  return reading !== 'store' && row.holder === person
}

export function rightsOf(collection: string, field: string): FieldRights {
  const rights = FIELDS[collection]?.[field]
  if (!rights) throw new Error(`tests/backend/rules/fields.ts says nothing of ${collection}.${field}`)
  return rights
}

export function readsField(person: Asking, row: PlantedRow, field: string): boolean {
  const { read } = rightsOf(row.collection, field)
  if (read === 'nobody') return false
  if (person === 'superuser') return true
  if (!seesRow(person, row, 'view')) return false
  return read === 'public' || (read === 'owner' && row.holder === person)
}

/**
 * Whether PocketBase itself may take this for the person's own email address: it asks for the id of an account alone,
 * and outside of these scenarios no helper has a shopper's.
 */
export const isMistakenEmail = (person: Asking, { collection, holder }: PlantedRow, field: string): boolean =>
  collection === 'users' && field === 'email' && SHOPPERS[STAFF.indexOf(person as Helper)] === holder

const randomId = () => Array.from({ length: 15 }, () => Math.floor(Math.random() * 36).toString(36)).join('')

/** What is planted: the rows, which value is whose, and which row an answer shows. */
interface Planted {
  ids: World['ids']
  rows: PlantedRow[]
  secrets: Map<string, Secret>
  byId: Map<string, PlantedRow>
}

export async function startWorld(): Promise<World> {
  const store = await startStore()
  const superuser = await store.superuser()
  // Not the limits are asked here. PocketBase also lets whoever filters in vain wait, by address: each request has
  // its own.
  await superuser.settings.update({ rateLimits: { enabled: false }, trustedProxy: { headers: [ADDRESS_HEADER] } })
  const schema = await readSchema(superuser)
  const planted = await plantRows(store, schema)
  const { rows, ids } = planted
  const sql: World['sql'] = async (query) => (await superuser.sql.run(query)).rows ?? []
  const newShopper = await shopperMaker(store, superuser, schema.byName('users').id, sql)
  const impersonate = async (id: string) => (await superuser.collection('users').impersonate(id, 3600)).authStore.token
  const tokens = { guest: '', superuser: superuser.authStore.token } as World['tokens']
  for (const shopper of SHOPPERS) tokens[shopper] = await impersonate(ids[shopper])
  const newHelper = await helperMaker(store, schema.byName('staff').id, sql)
  const accounts = [...SHOPPERS, 'quiet'] as const
  for (const [position, helper] of STAFF.entries())
    tokens[helper] = await newHelper(helper, ids[accounts[position] ?? 'quiet'])
  const { search, takeLeaks } = leakSearch(planted)
  let requests = 0
  return {
    store,
    superuser,
    schema,
    rows,
    tokens,
    ids,
    search,
    takeLeaks,
    sql,
    newShopper,
    newHelper,
    ask: async (person, method, path, body) => {
      requests++
      const answer = await send(store.url, tokens[person], method, path, body)
      search(person, `${method} ${decodeURIComponent(path)}`, answer.text, answer.json)
      return answer
    },
    rowOf: (collection, holder) => {
      const row = rows.find((one) => one.collection === collection && one.holder === holder && one.isPublished)
      if (!row) throw new Error(`${holder} has no row in ${collection}`)
      return row
    },
    put: (collection, row) => store.insert(collection, row),
    requests: () => requests,
  }
}

/** Rows of every collection for everybody who holds some, and those that are not published. */
async function plantRows(store: RecordStore, schema: Schema): Promise<Planted> {
  const ids = Object.fromEntries(HOLDERS.map((holder) => [holder, holder === 'nobody' ? '' : randomId()]))
  const planted: Planted = { ids: ids as World['ids'], rows: [], secrets: new Map(), byId: new Map() }
  for (const collection of inOrder(schema)) {
    for (const holder of holdersOf(collection)) await plantRow(store, schema, planted, { collection, holder })
    for (const more of ACCESS[collection.name]?.unpublished ?? [])
      await plantRow(store, schema, planted, { collection, holder: 'owner', more, isPublished: false })
  }
  return planted
}

interface Planting {
  collection: CollectionModel
  holder: Holder
  more?: Record<string, unknown>
  isPublished?: boolean
}

async function plantRow(
  store: RecordStore,
  schema: Schema,
  { ids, rows, secrets, byId }: Planted,
  { collection, holder, more = {}, isPublished = true }: Planting,
): Promise<void> {
  const { name, fields } = collection
  /** Public things are shared, so that people's rows meet there; private ones are each holder's own. */
  const pointAt = (target: string): string => {
    if (target === 'users') return ids[holder]
    const shared = ACCESS[target]?.view === 'all' ? 'owner' : holder
    return rows.find((row) => row.collection === target && row.holder === shared)?.id ?? ''
  }
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const target = schema.collections.find(({ id }) => id === field.collectionId)
    values[field.name] =
      field.type === 'relation' && target ? pointAt(target.name) : markedValue(field as CollectionField)
  }
  const id = name === 'users' ? ids[holder] : String(more.id ?? randomId())
  const given = { id, ...ACCESS[name]?.planted, ...more }
  Object.assign(values, given)
  if ('collectionRef' in values)
    Object.assign(values, { collectionRef: schema.byName('users').id, recordRef: ids[holder] })
  if (name === 'users') Object.assign(values, { verified: holder !== 'unverified', emailVisibility: false })
  await store.insert(name, values)
  const row: PlantedRow = { collection: name, id, holder, isPublished, values, marked: new Set() }
  rows.push(row)
  byId.set(`${name}/${id}`, row)
  for (const field of fields) {
    const marks = field.name in given ? [] : (JSON.stringify(values[field.name]).match(MARKS) ?? [])
    for (const found of marks) secrets.set(found, { row, field: field.name })
    if (marks.length > 0) row.marked.add(field.name)
    if (field.type === 'file') await keepFile(store, collection, id, String(values[field.name]))
  }
}

/** Searches answers for what the one who got them may not read. */
function leakSearch({ secrets, byId }: Planted): Pick<World, 'search' | 'takeLeaks'> {
  let leaks: string[] = []
  const shows: typeof readsField = (...what) => readsField(...what) || isMistakenEmail(...what)
  return {
    search: (person, where, text, json) => {
      for (const found of text.match(MARKS) ?? []) {
        const secret = secrets.get(found)
        if (secret && !shows(person, secret.row, secret.field))
          leaks.push(`${person}: ${where}: ${secret.row.collection}.${secret.field} of ${secret.row.holder} (${found})`)
      }
      for (const object of recordsIn(json)) {
        const row = byId.get(`${object.collectionName}/${object.id}`)
        if (!row) continue
        for (const [field, value] of Object.entries(object)) {
          // Passwords come as nothing, where they come.
          if (NOT_FIELDS.has(field) || value === '' || shows(person, row, field)) continue
          leaks.push(`${person}: ${where}: ${row.collection}.${field} of ${row.holder}`)
        }
      }
    },
    takeLeaks: () => {
      const found = [...new Set(leaks)]
      leaks = []
      return found
    },
  }
}

/** Makes users of their own past the API, each with a session: their password is that of one user made through it. */
async function shopperMaker(
  store: RecordStore,
  superuser: PocketBase,
  collectionId: string,
  sql: World['sql'],
): Promise<World['newShopper']> {
  const known = await superuser.collection('users').create({ email: 'known@example.com', ...PASSWORD })
  const secret = await tokenSecret(sql, 'users')
  const hash = (await sql(`SELECT password FROM users WHERE id = '${known.id}'`))[0]?.[0]
  return async (verified = true) => {
    const id = randomId()
    const tokenKey = `${id}${randomId()}${randomId()}`
    await store.insert('users', {
      ...{ id, name: 'Somebody', email: `${id}@example.com`, emailVisibility: false, verified },
      ...{ tokenKey, password: hash, avatar: '' },
    })
    const payload = { id, collectionId, type: 'auth', refreshable: true, exp: inTenMinutes() }
    return { id, token: signed(JWT_HEADER, payload, tokenKey + secret) }
  }
}

/** Makes accounts of the staff past the API, each with a session, and with the password of `shopperMaker`. */
async function helperMaker(store: RecordStore, collectionId: string, sql: World['sql']): Promise<World['newHelper']> {
  const secret = await tokenSecret(sql, 'staff')
  const password = (await sql("SELECT password FROM users WHERE email = 'known@example.com'"))[0]?.[0]
  return async (helper, id) => {
    const tokenKey = `${id}${randomId()}${randomId()}`
    await store.insert('staff', {
      ...{ id, name: 'Suresh', email: `${id}@staff.example.com`, verified: true, tokenKey, password },
      ...{ role: helper === 'packer' || helper === 'editor' ? helper : 'owner', disabled: helper === 'shut out' },
    })
    return signed(
      JWT_HEADER,
      { id, collectionId, type: 'auth', refreshable: true, exp: inTenMinutes() },
      tokenKey + secret,
    )
  }
}

export const JWT_HEADER = { alg: 'HS256', typ: 'JWT' }
export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token as the store makes them: a session costs no request. */
export const signed = (header: unknown, payload: unknown, secret: string) => {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600

/** What sessions are signed with, beside a key of the account's own. */
async function tokenSecret(sql: World['sql'], accounts: string): Promise<string> {
  const [[options]] = (await sql(`SELECT options FROM _collections WHERE name = '${accounts}'`)) as [[string]]
  return JSON.parse(options).authToken.secret
}

const NOT_FIELDS = new Set(['collectionId', 'collectionName', 'expand'])

const ADDRESS_HEADER = 'X-Test-Address'
let address = 0

export async function send(url: string, token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      // A realtime connection is held to the address that opened it.
      ...(path !== '/api/realtime' && {
        [ADDRESS_HEADER]: `10.${(++address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      }),
      ...(token && { Authorization: token }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, text, json }
}

/** Every record in an answer, expanded ones too. */
function* recordsIn(json: unknown): Generator<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return
  if ('collectionName' in json && 'id' in json) yield json as Record<string, unknown>
  for (const value of Object.values(json)) yield* recordsIn(value)
}

/** Collections after those they point at. */
function inOrder(schema: Schema): CollectionModel[] {
  const placed: CollectionModel[] = []
  const waiting = [...schema.collections]
  while (waiting.length > 0) {
    const ready = waiting.findIndex((collection) =>
      collection.fields.every(
        (field) =>
          field.type !== 'relation' ||
          field.collectionId === collection.id ||
          placed.some(({ id }) => id === field.collectionId),
      ),
    )
    placed.push(...waiting.splice(Math.max(ready, 0), 1))
  }
  return placed
}

async function keepFile(store: RecordStore, collection: CollectionModel, id: string, name: string): Promise<void> {
  const folder = join(store.dir, 'storage', collection.id, id)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), Buffer.from(await picture().arrayBuffer()))
}

/** Works through a list, some at a time; what is wrong comes back in the list's order. */
export async function inParallel<T>(
  list: readonly T[],
  work: (item: T) => Promise<string[]>,
  atOnce = 12,
): Promise<string[]> {
  const found: string[][] = []
  let position = 0
  const worker = async () => {
    for (let own = position++; own < list.length; own = position++) found[own] = await work(list[own] as T)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found.flat()
}
