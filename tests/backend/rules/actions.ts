import { ACCESS, type Access, order, type Refs } from './collections'
import { type Answer, ASKING, type Asking, inParallel, send, type World } from './world'

/**
 * Creating, changing and deleting: a row of answers for every collection, action and person. (Lists and views are in reading.ts.) What a rule
 * refuses and what a hook refuses is told apart, so that neither can go unnoticed because the other still stands.
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
const ACTORS: Actor[] = [...ASKING, 'newcomer']
const isOwner = (actor: Actor) => actor === 'owner' || actor === 'newcomer'

function expectedCreate(access: Access, actor: Actor): Outcome {
  if (access.create === 'never') return actor === 'superuser' ? 'refused otherwise' : 'for superusers only'
  if (access.create === 'stranger' || actor === 'superuser') return 'done'
  if (access.create === 'store') return 'for superusers only'
  if (actor === 'guest') return 'refused by the rule'
  const isProven = actor !== 'unverified' && actor !== 'newcomer'
  return isProven || access.create !== 'proven' ? 'done' : 'refused otherwise'
}

function expectedChange(changing: Access['update'], actor: Actor): Outcome {
  if (changing === 'never') return actor === 'superuser' ? 'refused otherwise' : 'for superusers only'
  if (actor === 'superuser') return changing === 'author' ? 'refused otherwise' : 'done'
  if (changing === 'store') return 'for superusers only'
  return isOwner(actor) ? 'done' : 'not found'
}

export async function refsFor(world: World, user: string): Promise<Refs> {
  return {
    user,
    product: await world.put('products', { name: 'Somewhere', category: 'soap', price: 1 }),
    review: world.rowOf('reviews', 'other').id,
    order: await world.put('orders', order(user)),
    paidOrder: await world.put('orders', order(user, { payment_status: 'paid', paid_total: 18_000 })),
  }
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
  const body = await access(name).body(await refsFor(world, user))
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
  const cases: Case[] = ACTORS.flatMap((actor) =>
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
  const wrong = await inParallel(
    cases.filter((one) => !one.ownerless),
    (one) => caseMismatches(world, name, one),
    // There is one settings record: one after the other.
    name === 'store_settings' ? 1 : undefined,
  )
  // These all try the same row.
  for (const one of cases.filter(({ ownerless }) => ownerless)) wrong.push(...(await caseMismatches(world, name, one)))
  return wrong
}

async function caseMismatches(world: World, name: string, { action, actor, ownerless }: Case): Promise<string[]> {
  const path = `/api/collections/${name}/records`
  let answer: Answer
  let expected: Outcome
  if (action === 'create') {
    const { user, token } = await creator(world, actor)
    const body = await toBody(await access(name).body(await refsFor(world, user)))
    answer = await send(world.store.url, token, 'POST', path, body)
    expected = expectedCreate(access(name), actor)
    if (answer.status === 200) await world.sql(`DELETE FROM "${name}" WHERE id = '${answer.json.id}'`)
  } else {
    const holder = await world.newShopper(actor !== 'newcomer')
    const row = ownerless ? world.rowOf(name, 'nobody') : undefined
    const id = row?.id ?? (await recordOf(world, name, holder.id))
    const token = isOwner(actor) ? holder.token : world.tokens[actor as Asking]
    const change = action === 'update' ? await toBody(access(name).change) : undefined
    const settings = name === 'store_settings' ? await readRow(world, name, id) : undefined
    answer = await send(world.store.url, token, action === 'update' ? 'PATCH' : 'DELETE', `${path}/${id}`, change)
    expected = expectedChange(access(name)[action], actor)
    if (row && expected === 'done') expected = 'not found'
    await world.sql(`DELETE FROM "${name}" WHERE id = '${id}'`)
    if (row ?? settings) await world.put(name, row?.values ?? settings ?? {})
  }
  const found = outcome(answer)
  const whose = ownerless ? ' of a record of nobody' : ''
  return found === expected ? [] : [`${name}: ${action}${whose} by ${actor}: ${found}, not ${expected}`]
}

/** Shoppers create for themselves, with a fresh account: some collections hold one record for each. */
async function creator(world: World, actor: Actor): Promise<{ user: string; token: string }> {
  if (actor === 'guest') return { user: '', token: '' }
  const { id, token } = await world.newShopper(actor !== 'newcomer' && actor !== 'unverified')
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
