import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import type { CollectionField, CollectionModel } from 'pocketbase'
import { type RecordStore, startStore } from '../record-store'
import { ACCESS, PASSWORD, picture } from './collections'
import { FIELDS, type FieldRights } from './fields'
import { isMany, readSchema, type Schema } from './schema'

/**
 * A record store in which every field of every collection holds a value that stands nowhere else, once for each of some people. Whoever
 * asks, whatever comes back is searched for values and fields that are not theirs to read.
 */

/** `unverified` has an account whose e-mail address was never confirmed; it has the same rights, and no more. */
export const SHOPPERS = ['owner', 'other', 'unverified'] as const
export const ASKING = ['guest', ...SHOPPERS, 'superuser'] as const
export type Asking = (typeof ASKING)[number]
/** `quiet` never wrote anything in public; `nobody` is behind rows without an owner, such as guests' orders. */
export type Holder = (typeof SHOPPERS)[number] | 'quiet' | 'nobody'
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
  rowOf(collection: string, holder: Holder): PlantedRow
  requests(): number
}

interface Secret {
  row: PlantedRow
  field: string
}

/** What a planted value looks like in an answer: a marked text, a date or a number of seven digits that begins with 9. */
const MARKS = /zq[0-9a-z]{6}q|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z|\b9\d{6}\b/g

let planted = 0
const mark = () => `zq${(++planted).toString(36).padStart(6, '0')}q`
const markNumber = () => 9_000_000 + ++planted
/** In the future, so that nothing the store does by the clock is due. */
const markDate = () => new Date(Date.UTC(2031, 0, 1) + ++planted * 60_000).toISOString().replace('T', ' ')

function holdersOf({ name, fields }: CollectionModel): Holder[] {
  if (name === 'users') return HOLDERS.filter((holder) => holder !== 'nobody')
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

const randomId = () => Array.from({ length: 15 }, () => Math.floor(Math.random() * 36).toString(36)).join('')

export async function startWorld(): Promise<World> {
  const store = await startStore()
  const superuser = await store.superuser()
  // Not the limits are asked here. PocketBase also lets whoever filters in vain wait, by address: each request has its own.
  await superuser.settings.update({ rateLimits: { enabled: false }, trustedProxy: { headers: [ADDRESS_HEADER] } })
  const schema = await readSchema(superuser)
  const rows: PlantedRow[] = []
  const secrets = new Map<string, Secret>()
  const byId = new Map<string, PlantedRow>()
  const ids = Object.fromEntries(
    HOLDERS.map((holder) => [holder, holder === 'nobody' ? '' : randomId()]),
  ) as World['ids']
  const usersId = schema.byName('users').id

  const rowOf = (collection: string, holder: Holder) => {
    const row = rows.find((one) => one.collection === collection && one.holder === holder && one.isPublished)
    if (!row) throw new Error(`${holder} has no row in ${collection}`)
    return row
  }
  /** Public things are shared, so that people's rows meet there; private ones are each holder's own. */
  const pointAt = (collection: string, holder: Holder): string => {
    if (collection === 'users') return ids[holder]
    const shared = ACCESS[collection]?.view === 'all' ? 'owner' : holder
    return rows.find((row) => row.collection === collection && row.holder === shared)?.id ?? ''
  }
  const plant = async (
    collection: CollectionModel,
    holder: Holder,
    more: Record<string, unknown>,
    isPublished = true,
  ) => {
    const values: Record<string, unknown> = {}
    for (const field of collection.fields) {
      const target = schema.collections.find(({ id }) => id === field.collectionId)
      values[field.name] =
        field.type === 'relation' && target ? pointAt(target.name, holder) : markedValue(field as CollectionField)
    }
    const id = collection.name === 'users' ? ids[holder] : String(more.id ?? randomId())
    const given = { id, ...ACCESS[collection.name]?.planted, ...more }
    Object.assign(values, given)
    if ('collectionRef' in values) Object.assign(values, { collectionRef: usersId, recordRef: ids[holder] })
    if (collection.name === 'users')
      Object.assign(values, { verified: holder !== 'unverified', emailVisibility: false })
    await store.insert(collection.name, values)
    const marked = new Set<string>()
    const row = { collection: collection.name, id, holder, isPublished, values, marked }
    rows.push(row)
    byId.set(`${collection.name}/${id}`, row)
    for (const field of collection.fields) {
      const marks = field.name in given ? [] : (JSON.stringify(values[field.name]).match(MARKS) ?? [])
      for (const found of marks) secrets.set(found, { row, field: field.name })
      if (marks.length > 0) marked.add(field.name)
      if (field.type === 'file') await keepFile(store, collection, id, String(values[field.name]))
    }
  }
  for (const collection of inOrder(schema)) {
    for (const holder of holdersOf(collection)) await plant(collection, holder, {})
    for (const more of ACCESS[collection.name]?.unpublished ?? []) await plant(collection, 'owner', more, false)
  }

  const known = await superuser.collection('users').create({ email: 'known@example.com', ...PASSWORD })
  const hash = (await superuser.sql.run(`SELECT password FROM users WHERE id = '${known.id}'`)).rows?.[0]?.[0]
  const impersonate = async (id: string) => (await superuser.collection('users').impersonate(id, 3600)).authStore.token
  const tokens = { guest: '', superuser: superuser.authStore.token } as World['tokens']
  for (const shopper of SHOPPERS) tokens[shopper] = await impersonate(ids[shopper])

  let leaks: string[] = []
  let requests = 0
  const search: World['search'] = (person, where, text, json) => {
    for (const found of text.match(MARKS) ?? []) {
      const secret = secrets.get(found)
      if (secret && !readsField(person, secret.row, secret.field))
        leaks.push(`${person}: ${where}: ${secret.row.collection}.${secret.field} of ${secret.row.holder} (${found})`)
    }
    for (const object of recordsIn(json)) {
      const row = byId.get(`${object.collectionName}/${object.id}`)
      if (!row) continue
      for (const [field, value] of Object.entries(object)) {
        // Passwords come as nothing, where they come.
        if (NOT_FIELDS.has(field) || value === '' || readsField(person, row, field)) continue
        leaks.push(`${person}: ${where}: ${row.collection}.${field} of ${row.holder}`)
      }
    }
  }
  const ask: World['ask'] = async (person, method, path, body) => {
    requests++
    const answer = await send(store.url, tokens[person], method, path, body)
    search(person, `${method} ${decodeURIComponent(path)}`, answer.text, answer.json)
    return answer
  }
  const sql: World['sql'] = async (query) => (await superuser.sql.run(query)).rows ?? []
  return {
    store,
    superuser,
    schema,
    rows,
    tokens,
    ids,
    search,
    ask,
    sql,
    rowOf,
    put: (collection, row) => store.insert(collection, row),
    newShopper: async (verified = true) => {
      const id = randomId()
      await store.insert('users', {
        ...{ id, name: 'Somebody', email: `${id}@example.com`, emailVisibility: false, verified },
        ...{ tokenKey: `${id}${randomId()}${randomId()}`, password: hash, avatar: '' },
      })
      return { id, token: await impersonate(id) }
    },
    takeLeaks: () => {
      const found = [...new Set(leaks)]
      leaks = []
      return found
    },
    requests: () => requests,
  }
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
