import { isDeepStrictEqual } from 'node:util'
import type { CollectionField } from 'pocketbase'
import { access, makeRecord, readRow, recordOf, refsFor, toBody } from './actions'
import { next, PASSWORD, picture } from './collections'
import { isMany, isSystem } from './schema'
import { inParallel, rightsOf, send, type World } from './world'

/** Every field of every collection, written by its owner and by a superuser: what they may not write stays as the store has it. */

type Pen = 'owner' | 'superuser'

/** A value the field takes, that is not there yet. */
async function freshValue(world: World, name: string, field: CollectionField, before: unknown): Promise<unknown> {
  const given = access(name).values?.[field.name]
  if (given !== undefined) return given
  switch (field.type) {
    case 'number':
      return String(before) === '3' ? 4 : 3
    case 'bool':
      return !isTrue(before)
    case 'date':
    case 'autodate':
      return '2030-02-03 04:05:06.000Z'
    case 'email':
      return `written-${next()}@example.com`
    case 'url':
      return 'https://written.example.com/'
    case 'json':
      return name === 'carts' ? [{ productId: 'x', product: { price: 1 }, quantity: 1 }] : ['written']
    case 'select': {
      const last = (field.values as string[]).at(-1)
      return isMany(field) ? [last] : last
    }
    case 'file':
      return picture()
    case 'password':
      return 'another long one'
    case 'relation':
      return freshTarget(world, field)
    default:
      return field.name === 'id'
        ? `written${String(next()).padStart(8, '0')}`
        : `written ${next()}`.slice(0, field.max || 99)
  }
}

async function freshTarget(world: World, field: CollectionField): Promise<string> {
  const to = world.schema.collections.find(({ id }) => id === field.collectionId)?.name ?? ''
  if (to === 'users') return (await world.newShopper()).id
  if (to === 'reviews')
    return world.put('reviews', { user: (await world.newShopper()).id, product: world.rowOf('products', 'owner').id })
  const refs = await refsFor(world, '')
  return to === 'products' ? refs.product : to === 'orders' ? refs.order : makeRecord(world, to, '')
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

export function writingMismatches(world: World, name: string): Promise<string[]> {
  // There is one settings record: one after the other.
  return inParallel(
    writingCases(world, name),
    (attempt) => attemptMismatches(world, name, attempt),
    isOne(name) ? 1 : 12,
  )
}

const isOne = (name: string) => name === 'store_settings'

async function attemptMismatches(world: World, name: string, { pen, action, field, how }: Attempt): Promise<string[]> {
  const { id: user, token: own } = await world.newShopper()
  const token = pen === 'owner' ? own : world.tokens.superuser
  const path = `/api/collections/${name}/records`
  const id = action === 'update' ? await recordOf(world, name, user) : ''
  const row = id ? await readRow(world, name, id) : {}
  const before = row[field.name]
  const isOwn = isUser(world, field) && action === 'create' && how === 'set'
  const value = how === 'add' ? 1 : isOwn ? user : await freshValue(world, name, field, before)
  const key = how === 'add' ? `${field.name}+` : field.name
  const sent = { [key]: value, ...access(name).along?.[key], ...(key === 'password' && PASSWORDS) }
  let made = id
  if (action === 'create') {
    const body = await access(name).body(await refsFor(world, user))
    delete body[field.name]
    made = (await send(world.store.url, token, 'POST', path, await toBody({ ...body, ...sent }))).json?.id ?? ''
  } else {
    await send(world.store.url, token, 'PATCH', `${path}/${id}`, await toBody(sent))
  }
  const after = (await readRow(world, name, made))[field.name]
  const wanted = how === 'add' ? Number(before ?? 0) + 1 : value
  // Whoever is signed in is the author without saying so.
  const isWritten =
    holds(field, wanted, after) && text(before) !== text(after) && !(isOwn && pen === 'owner' && isForced(name))
  if (made) await world.sql(`DELETE FROM "${name}" WHERE id = '${made}'`)
  if (isOne(name)) await world.put(name, row)
  const writer = rightsOf(name, field.name)[action]
  const may = how !== 'foreign' && (writer === 'owner' || writer === (pen === 'owner' ? 'author' : 'store'))
  if (isWritten === may) return []
  return [
    `${name}: ${pen} ${may ? 'cannot write' : 'writes'} ${key} on ${action} (${text(before)} → ${text(after)}; ${text(value)})`,
  ]
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
