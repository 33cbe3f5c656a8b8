import { ACCESS, type Access, order, type Refs } from './collections'
import { type Answer, ASKING, type Asking, DEARLY_ASKING, inParallel, isHelper, send, type World } from './world'

/**
 * Creating, changing and deleting: a row of answers for every collection, action and person. (Lists and views are in
 * reading.ts.) What a rule refuses and what a hook refuses is told apart, so that neither can go unnoticed because
 * the other still stands.
 */

type Outcome = 'done' | 'for superusers only' | 'not found' | 'refused by the rule' | 'refused otherwise'

const SUPERUSERS_ONLY = 'Only superusers can perform this action.'

function outcome({ status, json, text }: Answer): Outcome | string {
  if (status === 200 || status === 204) return 'done'
  if (status === 403) return json?.message === SUPERUSERS_ONLY ? 'for superusers only' : 'refused otherwise'
  if (status === 404) return 'not found'
  if (status === 400 && Object.keys(json?.data ?? {}).length === 0 && json?.message === 'Failed to create record.')
    return 'refused by the rule'
  return status === 400 ? 'refused otherwise' : `${status} ${text}`
}

/** `newcomer`: an account whose address was never confirmed, with records of its own. */
type Actor = Asking | 'newcomer'
const isOwner = (actor: Actor) => actor === 'owner' || actor === 'newcomer'

function expectedCreate(access: Access, actor: Actor): Outcome {
  if (access.create === 'never') return actor === 'superuser' ? 'refused otherwise' : 'for superusers only'
  if (access.create === 'stranger' || actor === 'superuser') return 'done'
  if (access.create === 'store') return 'for superusers only'
  if (actor === 'guest' || isHelper(actor)) return 'refused by the rule'
  const isProven = actor !== 'unverified' && actor !== 'newcomer'
  return isProven || access.create !== 'proven' ? 'done' : 'refused otherwise'
}

function expectedChange(changing: Access['update'], actor: Actor): Outcome {
  if (changing === 'never') return actor === 'superuser' ? 'refused otherwise' : 'for superusers only'
  if (actor === 'superuser') return changing === 'author' ? 'refused otherwise' : 'done'
  if (changing === 'store') return 'for superusers only'
  return isOwner(actor) ? 'done' : 'not found'
}

/** What a record may point at, made for it. */
const MADE = {
  product: (world: World) => world.put('products', { name: 'Somewhere', category: 'soap', price: 1 }),
  review: async (world: World) => world.rowOf('reviews', 'other').id,
  promotion: (world: World) => world.put('promotions', { name: 'Somewhere' }),
  order: (world: World, user: string) => world.put('orders', order(user)),
  paidOrder: (world: World, user: string) =>
    world.put('orders', order(user, { payment_status: 'paid', paid_total: 18_000 })),
}

export async function refsFor(world: World, user: string, needed = new Set(Object.keys(MADE))): Promise<Refs> {
  const refs: Refs = { user, product: '', review: '', order: '', paidOrder: '', promotion: '' }
  await Promise.all(
    Object.entries(MADE).map(async ([name, make]) => {
      if (needed.has(name)) refs[name as keyof typeof MADE] = await make(world, user)
    }),
  )
  return refs
}

const pointing = new Map<string, Set<string>>()

/** A body to create a record with, and of what it could point at only what it does. */
export async function bodyFor(world: World, name: string, user: string): Promise<Record<string, unknown>> {
  let needed = pointing.get(name)
  if (!needed) {
    const read = new Set<string>()
    const noting: ProxyHandler<Refs> = {
      get: (_, ref) => {
        read.add(String(ref))
        return ''
      },
    }
    await access(name).body(new Proxy({} as Refs, noting))
    pointing.set(name, read)
    needed = read
  }
  return access(name).body(await refsFor(world, user, needed))
}

export async function toBody(values: Record<string, unknown>): Promise<unknown> {
  if (!Object.values(values).some((value) => value instanceof File)) return values
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value instanceof File ? value : String(value))
  return form
}

/** A fresh record that belongs to `user`: made as a superuser does, or past the hooks where nobody may. */
export async function makeRecord(world: World, name: string, user: string): Promise<string> {
  if (name === 'users') return user
  const body = await bodyFor(world, name, user)
  if (['never', 'shopper', 'proven'].includes(access(name).create)) return world.put(name, body)
  const made = await world.ask('superuser', 'POST', `/api/collections/${name}/records`, await toBody(body))
  if (made.status !== 200) throw new Error(`${name}: ${made.text}`)
  return made.json.id
}

export function access(name: string): Access {
  const found = ACCESS[name]
  if (!found) throw new Error(`tests/backend/rules/collections.ts says nothing of ${name}`)
  return found
}

interface Case {
  action: 'create' | 'update' | 'delete'
  actor: Actor
  /** Rows that belong to nobody are not every guest's. */
  ownerless?: boolean
}

export function actionCases(name: string): Case[] {
  const { create, update, delete: remove } = access(name)
  // Without a rule nobody's session matters.
  const isClosed = [create, update, remove].every((who) => who === 'store' || who === 'never')
  const actors: Actor[] = [...(isClosed ? DEARLY_ASKING : ASKING), 'newcomer']
  const cases: Case[] = actors.flatMap((actor) =>
    (['create', 'update', 'delete'] as const).map((action) => ({ action, actor })),
  )
  if (name === 'store_settings')
    return cases.filter(({ action, actor }) => action !== 'delete' || actor !== 'superuser')
  const hasOwner = access(name).delete === 'owner'
  if (!hasOwner || name === 'users') return cases
  for (const actor of ['guest', 'owner'] as const) {
    for (const action of ['update', 'delete'] as const) cases.push({ action, actor, ownerless: true })
  }
  return cases
}

/** What differs from the table, one line each. */
export async function actionMismatches(world: World, name: string, action?: Case['action']): Promise<string[]> {
  const cases = actionCases(name).filter((one) => !action || one.action === action)
  const made: string[] = []
  const wrong = await inParallel(
    cases.filter((one) => !one.ownerless),
    (one) => caseMismatches(world, name, one, made),
    // There is one settings record: one after the other.
    name === 'store_settings' ? 1 : undefined,
  )
  // These all try the same row.
  for (const one of cases.filter(({ ownerless }) => ownerless))
    wrong.push(...(await caseMismatches(world, name, one, made)))
  await removeRows(world, name, made)
  return wrong
}

/** Takes rows out past every rule. */
export async function removeRows(world: World, name: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await world.sql(`DELETE FROM "${name}" WHERE id IN (${ids.map((id) => `'${id}'`).join(', ')})`)
}

/** `made` gathers what is left of it, to be taken out when all are through. */
async function caseMismatches(world: World, name: string, one: Case, made: string[]): Promise<string[]> {
  const { action, actor, ownerless } = one
  const { answer, expected } =
    action === 'create' ? await tryCreate(world, name, actor, made) : await tryChange(world, name, one, action, made)
  const found = outcome(answer)
  const whose = ownerless ? ' of a record of nobody' : ''
  return found === expected ? [] : [`${name}: ${action}${whose} by ${actor}: ${found}, not ${expected}`]
}

interface Tried {
  answer: Answer
  expected: Outcome
}

async function tryCreate(world: World, name: string, actor: Actor, made: string[]): Promise<Tried> {
  const { user, token } = await creator(world, actor)
  const body = await toBody(await bodyFor(world, name, user))
  const answer = await send(world.store.url, token, 'POST', `/api/collections/${name}/records`, body)
  if (answer.status === 200) made.push(answer.json.id)
  return { answer, expected: expectedCreate(access(name), actor) }
}

async function tryChange(
  world: World,
  name: string,
  { actor, ownerless }: Case,
  action: 'update' | 'delete',
  made: string[],
): Promise<Tried> {
  const holder = await world.newShopper(actor !== 'newcomer')
  const row = ownerless ? world.rowOf(name, 'nobody') : undefined
  const id = row?.id ?? (await recordOf(world, name, holder.id))
  const token = isOwner(actor)
    ? holder.token
    : isHelper(actor)
      ? await world.newHelper(actor, holder.id)
      : world.tokens[actor as Asking]
  const change = action === 'update' ? await toBody(access(name).change) : undefined
  const settings = name === 'store_settings' ? await readRow(world, name, id) : undefined
  const path = `/api/collections/${name}/records/${id}`
  const answer = await send(world.store.url, token, action === 'update' ? 'PATCH' : 'DELETE', path, change)
  if (row ?? settings) {
    await removeRows(world, name, [id])
    await world.put(name, row?.values ?? settings ?? {})
  } else {
    made.push(id)
  }
  const expected = expectedChange(access(name)[action], actor)
  return { answer, expected: row && expected === 'done' ? 'not found' : expected }
}

/** Shoppers create for themselves, with a fresh account: some collections hold one record for each. */
async function creator(world: World, actor: Actor): Promise<{ user: string; token: string }> {
  if (actor === 'guest') return { user: '', token: '' }
  const { id, token } = await world.newShopper(actor !== 'newcomer' && actor !== 'unverified')
  if (isHelper(actor)) return { user: id, token: await world.newHelper(actor, id) }
  return { user: id, token: actor === 'superuser' ? world.tokens.superuser : token }
}

/** A record to change: fresh, but for the settings, of which there is one. */
export async function recordOf(world: World, name: string, user: string): Promise<string> {
  if (name === 'store_settings')
    return String((await world.sql("SELECT id FROM store_settings WHERE [key] = 'store'"))[0]?.[0])
  return makeRecord(world, name, user)
}

/** A row as it is stored. */
export async function readRow(world: World, name: string, id: string): Promise<Record<string, unknown>> {
  const { columns = [], rows = [] } = await world.superuser.sql.run(`SELECT * FROM "${name}" WHERE id = '${id}'`)
  return Object.fromEntries(columns.map((column, position) => [column.name, rows[0]?.[position]]))
}
