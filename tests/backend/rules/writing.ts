import { isDeepStrictEqual } from 'node:util'
import type { CollectionField } from 'pocketbase'
import { access, bodyFor, makeRecord, readRow, recordOf, refsFor, removeRows, toBody } from './actions'
import { next, PASSWORD, picture } from './collections'
import { isMany, isSystem } from './schema'
import { inParallel, rightsOf, send, type World } from './world'

/**
 * Every field of every collection, written by its owner and by a superuser: what they may not write stays as the
 * store has it.
 */

type Pen = 'owner' | 'superuser'

/** A value of each type that is not there yet; all others are texts. */
const FRESH: Record<string, (field: CollectionField, before: unknown) => unknown> = {
  number: (_, before) => (String(before) === '3' ? 4 : 3),
  bool: (_, before) => !isTrue(before),
  date: () => '2030-02-03 04:05:06.000Z',
  autodate: () => '2030-02-03 04:05:06.000Z',
  email: () => `written-${next()}@example.com`,
  url: () => 'https://written.example.com/',
  json: () => ['written'],
  select: (field) => {
    const last = (field.values as string[]).at(-1)
    return isMany(field) ? [last] : last
  },
  file: () => picture(),
  password: () => 'another long one',
}
const FRESH_CART = [{ productId: 'x', product: { price: 1 }, quantity: 1 }]

/** A value the field takes, that is not there yet. */
async function freshValue(world: World, name: string, field: CollectionField, before: unknown): Promise<unknown> {
  const given = access(name).values?.[field.name]
  if (given !== undefined) return given
  if (field.type === 'relation') {
    const target = await freshTarget(world, field)
    return isMany(field) ? [target] : target
  }
  if (field.type === 'json' && name === 'carts') return FRESH_CART
  if (field.name === 'id') return `written${String(next()).padStart(8, '0')}`
  return FRESH[field.type]?.(field, before) ?? `written ${next()}`.slice(0, field.max || 99)
}

async function freshTarget(world: World, field: CollectionField): Promise<string> {
  const to = world.schema.collections.find(({ id }) => id === field.collectionId)?.name ?? ''
  if (to === 'users') return (await world.newShopper()).id
  if (to === 'reviews') {
    const [user, product] = [(await world.newShopper()).id, world.rowOf('products', 'owner').id]
    return world.put('reviews', { user, product, state: 'published' })
  }
  if (to === 'products') return (await refsFor(world, '', new Set(['product']))).product
  if (to === 'orders') return (await refsFor(world, '', new Set(['order']))).order
  return makeRecord(world, to, '')
}

interface Attempt {
  pen: Pen
  action: 'create' | 'update'
  field: CollectionField
  /** `add`: PocketBase's way to change a number. `foreign`: naming somebody else, where oneself is allowed. */
  how: 'set' | 'add' | 'foreign'
}

const isUser = (world: World, field: CollectionField) => field.collectionId === world.schema.byName('users').id

export function writingCases(world: World, name: string): Attempt[] {
  const collection = world.schema.byName(name)
  if (isSystem(collection)) return []
  const { create, update, untried = [] } = access(name)
  const pens: [pen: Pen, action: Attempt['action'], may: boolean][] = [
    ['owner', 'create', ['stranger', 'shopper', 'proven'].includes(create)],
    ['owner', 'update', update === 'owner' || update === 'author'],
    ['superuser', 'update', update !== 'never'],
  ]
  return (collection.fields as CollectionField[])
    .filter((field) => !untried.includes(field.name))
    .flatMap((field) =>
      pens
        .filter(([, , may]) => may)
        .flatMap(([pen, action]) => {
          const hows: Attempt['how'][] = field.type === 'number' ? ['set', 'add'] : ['set']
          if (isUser(world, field) && action === 'create') hows.push('foreign')
          return hows.map((how) => ({ pen, action, field, how }))
        }),
    )
}

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const isTrue = (stored: unknown) => ['1', 'true'].includes(String(stored))

export async function writingMismatches(world: World, name: string): Promise<string[]> {
  const left: string[] = []
  // There is one settings record: one after the other.
  const wrong = await inParallel(
    writingCases(world, name),
    (attempt) => attemptMismatches(world, name, attempt, left),
    isOne(name) ? 1 : 12,
  )
  await removeRows(world, name, left)
  return wrong
}

const isOne = (name: string) => name === 'store_settings'

/** `left` gathers the records to be taken out when all are through. */
async function attemptMismatches(world: World, name: string, attempt: Attempt, left: string[]): Promise<string[]> {
  const { pen, action, field } = attempt
  const { id: user, token: own } = await world.newShopper()
  const id = action === 'update' ? await recordOf(world, name, user) : ''
  const row = id ? await readRow(world, name, id) : {}
  const before = row[field.name]
  const { key, value, wanted, isOwn } = await triedValue(world, name, attempt, user, before)
  const sent = { [key]: value, ...access(name).along?.[key], ...(key === 'password' && PASSWORDS) }
  const made = await write(world, name, {
    token: pen === 'owner' ? own : world.tokens.superuser,
    id,
    sent,
    body: action === 'create' ? without(await bodyFor(world, name, user), field.name) : {},
  })
  const after = (await readRow(world, name, made))[field.name]
  left.push(...(await leaveAsBefore(world, name, made, row)))
  // Whoever is signed in is the author without saying so.
  const isNoNews = isOwn && pen === 'owner' && isForced(name)
  const isWritten = !isNoNews && holds(field, wanted, after) && text(before) !== text(after)
  const may = mayWrite(name, attempt)
  if (isWritten === may) return []
  return [
    `${name}: ${pen} ${may ? 'cannot write' : 'writes'} ${key} on ${action} (${text(before)} → ${text(after)}; ${text(value)})`,
  ]
}

/** What is sent for the field, under which name, and what it would be then. */
async function triedValue(
  world: World,
  name: string,
  { action, field, how }: Attempt,
  user: string,
  before: unknown,
): Promise<{ key: string; value: unknown; wanted: unknown; isOwn: boolean }> {
  if (how === 'add') return { key: `${field.name}+`, value: 1, wanted: Number(before ?? 0) + 1, isOwn: false }
  const isOwn = isUser(world, field) && action === 'create' && how === 'set'
  const value = isOwn ? user : await freshValue(world, name, field, before)
  return { key: field.name, value, wanted: value, isOwn }
}

/** Puts the one record of its kind back, and says which of others are left. */
async function leaveAsBefore(
  world: World,
  name: string,
  made: string,
  row: Record<string, unknown>,
): Promise<string[]> {
  if (!isOne(name)) return made ? [made] : []
  await removeRows(world, name, [made])
  await world.put(name, row)
  return []
}

interface Written {
  token: string
  /** The record that is changed; empty for one that is made of `body`. */
  id: string
  sent: Record<string, unknown>
  body: Record<string, unknown>
}

/** Sends what is tried; the id of the record it was tried on, empty when none was made. */
async function write(world: World, name: string, { token, id, sent, body }: Written): Promise<string> {
  const path = `/api/collections/${name}/records`
  if (id) {
    await send(world.store.url, token, 'PATCH', `${path}/${id}`, await toBody(sent))
    return id
  }
  const answer = await send(world.store.url, token, 'POST', path, await toBody({ ...body, ...sent }))
  return answer.json?.id ?? ''
}

const without = (body: Record<string, unknown>, name: string) => {
  const { [name]: _, ...rest } = body
  return rest
}

function mayWrite(name: string, { pen, action, field, how }: Attempt): boolean {
  const writer = rightsOf(name, field.name)[action]
  return how !== 'foreign' && (writer === 'owner' || writer === (pen === 'owner' ? 'author' : 'store'))
}

const isForced = (name: string) => rightsOf(name, 'user').create === 'store'

/** Whether the stored value is what was sent. Files get names of their own, passwords are hashed. */
function holds(field: CollectionField, value: unknown, stored: unknown): boolean {
  if (stored === undefined || stored === null) return false
  if (field.type === 'file' || field.type === 'password') return !['', '[]'].includes(String(stored))
  if (field.type === 'bool') return isTrue(stored) === value
  if (field.type === 'json') return isDeepStrictEqual(JSON.parse(String(stored)), value)
  return String(stored) === text(value)
}

/** Passwords are sent twice, and the old one with them. */
const PASSWORDS = { passwordConfirm: 'another long one', oldPassword: PASSWORD.password }
