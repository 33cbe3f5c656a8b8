import type { CollectionField } from 'pocketbase'

import { isMany } from './schema'
import { type Asking, DEARLY_ASKING, inParallel, type PlantedRow, readsField, type World } from './world'

/**
 * Filters and orders as questions. Of two that differ only in whether they guess a value right, both must be answered
 * alike to whoever may not read the value: directly, with modifiers, and along every relation, forward and back.
 * Superusers must get different answers, or the questions would ask nothing.
 */

const WRONG: Record<string, unknown> = {
  number: 8_765_432,
  date: '1999-12-31 00:00:00.000Z',
  autodate: '1999-12-31 00:00:00.000Z',
}

const guess = (field: CollectionField, row: PlantedRow, isRight: boolean): unknown => {
  const value = row.values[field.name]
  if (!isRight) return field.type === 'bool' ? !value : (WRONG[field.type] ?? 'zq-none')
  const one = Array.isArray(value) ? value[0] : value
  return field.type === 'relation' && one === '' ? 'zq-none' : one
}

/** Conditions that hold for the row when `isRight`, and never else. */
function guesses(field: CollectionField, prefix: string, row: PlantedRow, isRight: boolean): string[] {
  const name = prefix + field.name + (field.type === 'select' && isMany(field) ? ':each' : '')
  const value = guess(field, row, isRight)
  const literal = typeof value === 'string' ? `"${value}"` : String(value)
  const here = `${prefix}id ?= "${row.id}"`
  if (!row.marked.has(field.name)) return [`(${name} ?= ${literal} && ${here})`]
  switch (field.type) {
    case 'number':
      return [`${name} ?= ${literal}`]
    case 'date':
    case 'autodate':
      return [`${name} ?= ${literal}`]
    case 'file':
      return [`${name} ?~ ${literal}`, ...(isMany(field) ? [`${name}:each ?~ ${literal}`] : [])]
    case 'json':
      return [`${name} ?~ ${literal}`]
    default:
      return [`${name} ?= ${literal}`, `${name}:lower ?~ ${literal}`]
  }
}

/**
 * The same turned round: holds for every row but when `isRight`. Along back relations it compares every row on the way.
 */
function denials(field: CollectionField, prefix: string, row: PlantedRow, isRight: boolean): string[] {
  if (!row.marked.has(field.name)) return []
  const value = guess(field, row, isRight)
  const literal = typeof value === 'string' ? `"${value}"` : String(value)
  return [`${prefix}${field.name} ${field.type === 'number' ? '!=' : '!~'} ${literal}`]
}

interface Question {
  person: Asking
  from: string
  where: string
  right: string
  wrong: string
  isSort?: boolean
}

/** Whose values somebody is after: a stranger's, and of the own rows what is not shown. */
function targets(world: World, person: Asking, collection: string): PlantedRow[] {
  const rows = world.rows.filter((row) => row.collection === collection && row.isPublished)
  const wanted = person === 'owner' ? ['other', 'owner'] : ['owner', 'quiet']
  return rows.filter((row) => wanted.includes(row.holder))
}

interface Way {
  path: string
  to: string
  /** Every person; else those who stand for the others: a stranger, and a shopper whose records meet the owner's. */
  byAll: boolean
}

/** The collection itself, two relations on, and one more where private records hang from accounts. */
function waysOf(world: World, from: string): Way[] {
  const near = world.schema.paths(from, 2)
  const far = world.schema.paths(from, 3).filter(({ path }) => /\.user\.\w+_via_user$/.test(path))
  const names = from === 'products' ? world.schema.collections.map(({ name }) => name) : []
  const elsewhere = names.map((to) => ({ path: `@collection.${to}`, to }))
  const signedIn = world.schema.paths('users', 1).map(({ path, to }) => ({ path: `@request.auth.${path}`, to }))
  const ways = [...near, ...far, ...elsewhere, ...signedIn].map((way) => ({ ...way, byAll: false }))
  return [{ path: '', to: from, byAll: true }, ...ways]
}

function questionsAlong(world: World, person: Asking, from: string, { path, to }: Way): Question[] {
  const prefix = path && `${path}.`
  const questions: Question[] = []
  const ask = (where: string, of: (isRight: boolean) => string[], join: string) => {
    if (of(true).length > 0)
      questions.push({ person, from, where, right: of(true).join(join), wrong: of(false).join(join) })
  }
  const rows = targets(world, person, to)
  for (const row of path ? rows.slice(0, 1) : rows) {
    const fields = world.schema.byName(to).fields as CollectionField[]
    const secret = fields.filter((field) => !readsField(person, row, field.name))
    // One at a time where the engine refuses by field; the others together, as many as a question may be long.
    const open = secret.filter((field) => !field.hidden)
    const half = Math.ceil(open.length / 2)
    for (const group of [
      open.slice(0, half),
      open.slice(half),
      ...secret.filter((field) => field.hidden).map((field) => [field]),
    ]) {
      const where = `${prefix || `${to}.`}${group.map(({ name }) => name).join('|')} of ${row.holder}`
      ask(`not ${where}`, (isRight) => group.flatMap((field) => denials(field, prefix, row, isRight)), ' && ')
      ask(where, (isRight) => group.flatMap((field) => guesses(field, prefix, row, isRight)), ' || ')
    }
    for (const { name } of path ? secret.slice(0, 1) : secret) {
      const right = `${prefix}${name},id`
      questions.push({ person, from, where: `order by ${prefix}${name}`, right, wrong: `-${right}`, isSort: true })
    }
  }
  return questions
}

/** What each person asks of a collection, by the way it goes. */
export function oracleQuestions(world: World, from: string): Question[][] {
  if (world.schema.byName(from).listRule === null) return []
  return waysOf(world, from).flatMap((way) =>
    (way.byAll ? DEARLY_ASKING.filter((person) => person !== 'superuser') : (['guest', 'other'] as const)).map(
      (person) => questionsAlong(world, person, from, way),
    ),
  )
}

async function answerTo(world: World, { person, from, isSort }: Question, text: string): Promise<string> {
  const asked = encodeURIComponent(text)
  const query = isSort ? `sort=${asked}` : `filter=${asked}&sort=id`
  const { status, json } = await world.ask(
    person,
    'GET',
    `/api/collections/${from}/records?perPage=500&fields=id&${query}`,
  )
  if (status !== 200) return `${status} ${json?.message}`
  return JSON.stringify([json.totalItems, json.items.map(({ id }: { id: string }) => id)])
}

/** The whole way is refused, whatever is asked along it; that no query runs meanwhile is shown in endpoints.test.ts. */
const isClosed = (answer: string) => answer === '400 Records are filtered and sorted by their own fields only.'

export async function oracleMismatches(world: World, from: string): Promise<string[]> {
  const wrong = await inParallel(oracleQuestions(world, from), async (questions) => {
    const learnt: string[] = []
    for (const question of questions) {
      const first = await answerTo(world, question, question.right)
      const second = await answerTo(world, question, question.wrong)
      if (first !== second) learnt.push(`${from}: ${question.person} learns ${question.where}: ${first} / ${second}`)
      if (isClosed(first) && isClosed(second) && !question.isSort) break
    }
    return learnt
  })
  return [...wrong, ...world.takeLeaks()]
}

/** The questions themselves are sound: a superuser learns every field by them. */
export async function controlMismatches(world: World, from: string): Promise<string[]> {
  const ways = waysOf(world, from).filter(({ path }) => !path.includes('@') && path.split('.').length < 3)
  const questions = ways.flatMap(({ path, to }) => {
    const row = world.rows.find((one) => one.collection === to && one.holder === 'owner' && one.isPublished)
    if (!row) return []
    const prefix = path && `${path}.`
    const fields = (world.schema.byName(to).fields as CollectionField[]).filter(({ type }) => type !== 'password')
    const asked = path ? fields.filter(({ name }) => row.marked.has(name)).slice(0, 1) : fields
    return asked.map((field): Question => {
      const [right = '', wrong = ''] = [true, false].map((isRight) => guesses(field, prefix, row, isRight)[0])
      return { person: 'superuser', from, where: prefix + field.name, right, wrong }
    })
  })
  return inParallel(questions, async (question) => {
    const first = await answerTo(world, question, question.right)
    const second = await answerTo(world, question, question.wrong)
    return first !== second && first.startsWith('[')
      ? []
      : [`${from}: a superuser cannot ask for ${question.where}: ${first}`]
  })
}
