import { fieldNames } from './schema'
import {
  ASKING,
  type Asking,
  DEARLY_ASKING,
  inParallel,
  isMistakenEmail,
  type PlantedRow,
  readsField,
  seesRow,
  type World,
} from './world'

/** Lists, views, `fields` and `expand`: which records, and which fields of them, each person is given. */

const EXTRA = ['collectionId', 'collectionName']

function expectedFields(world: World, person: Asking, row: PlantedRow): string {
  const names = fieldNames(world.schema.byName(row.collection)).filter((field) => readsField(person, row, field))
  return [...names, ...EXTRA].sort().join(' ')
}

const shownFields = (record: Record<string, unknown>) =>
  Object.keys(record)
    .filter((name) => name !== 'expand' && !(name === 'password' && record[name] === ''))
    .sort()
    .join(' ')

export async function readingMismatches(world: World, name: string): Promise<string[]> {
  const planted = world.rows.filter((row) => row.collection === name)
  const path = `/api/collections/${name}/records`
  const collection = world.schema.byName(name)
  const found = await inParallel(ASKING, async (person) => {
    const wrong: string[] = []
    const note = (row: PlantedRow, how: string, seen: string, expected: string) => {
      if (seen !== expected)
        wrong.push(`${name}: ${how} by ${person}, record of ${row.holder}: “${seen}”, not “${expected}”`)
    }
    const list = await world.ask(person, 'GET', `${path}?perPage=500`)
    const isClosed = collection.listRule === null && person !== 'superuser'
    if ((list.status === 403) !== isClosed) wrong.push(`${name}: list by ${person}: ${list.status}`)
    for (const row of planted) {
      const listed = (list.json?.items ?? []).find(({ id }: { id: string }) => id === row.id)
      const inList = seesRow(person, row, 'list') ? expectedFields(world, person, row) : 'unseen'
      note(row, 'list', listed ? shownFields(listed) : 'unseen', inList)
      const view = await world.ask(person, 'GET', `${path}/${row.id}`)
      if (isMistakenEmail(person, row, 'email')) delete view.json.email
      const byId = seesRow(person, row, 'view') ? expectedFields(world, person, row) : 'unseen'
      note(row, 'view', view.status === 200 ? shownFields(view.json) : 'unseen', byId)
      const miss = collection.viewRule === null ? 403 : 404
      if (view.status !== 200 && view.status !== miss) wrong.push(`${name}: view by ${person}: ${view.status}`)
    }
    return wrong
  })
  return [...found, ...world.takeLeaks()]
}

/**
 * Ways along which shoppers may expand: back along a relation at first only. Others are refused, which
 * endpoints.test.ts shows.
 */
export const isOpenWay = (path: string): boolean => !path.split('.').slice(1).join('.').includes('_via_')

/** Joined by commas, none longer than a shopper's question may be. */
function texts(parts: string[]): string[] {
  const joined = ['']
  for (const part of parts) {
    const longer = [joined.at(-1), part].filter(Boolean).join(',')
    if (longer.length <= 2000) joined[joined.length - 1] = longer
    else joined.push(part)
  }
  return joined
}

/** More names of what is expanded are refused. */
const byTwenties = (names: string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / 20) }, (_, page) => names.slice(page * 20, page * 20 + 20))

/** Asks for every field by name and for everything along relations; what may not be read must not come. */
export async function detourMismatches(world: World, name: string): Promise<string[]> {
  const planted = world.rows.filter((row) => row.collection === name)
  const path = `/api/collections/${name}/records`
  const own = fieldNames(world.schema.byName(name))
  const ways = world.schema.paths(name, 2)
  const everyField = [...new Set(ways.flatMap(({ to }) => fieldNames(world.schema.byName(to))))]
  const expands = texts(ways.map((way) => way.path).filter(isOpenWay))
  const picks = [
    own.join(','),
    own.map((field) => `${field}:excerpt(200,true)`).join(','),
    ...byTwenties(everyField.map((field) => `expand.*.${field}`)).map((names) => `*,expand,${names}`),
    '*,expand.*,expand.*.expand.*',
  ]
  const queries = expands.flatMap((expand) =>
    ['', ...picks].map((fields) => `?perPage=100&expand=${expand}${fields && `&fields=${encodeURIComponent(fields)}`}`),
  )
  const wrong = await inParallel(
    DEARLY_ASKING.filter((person) => person !== 'superuser').flatMap((person) =>
      queries.map((query) => ({ person, query })),
    ),
    async ({ person, query }) => {
      const answers = [await world.ask(person, 'GET', path + query)]
      if (!query.includes('&fields=')) {
        for (const row of planted) answers.push(await world.ask(person, 'GET', `${path}/${row.id}${query}`))
      }
      const failed = answers.find(({ status }) => status >= 500 || status === 400)
      return failed ? [`${name}: ${person} ${query}: ${failed.text}`] : []
    },
  )
  const ownWays = world.schema.paths(name, 1).map((way) => way.path)
  const all = await world.ask('superuser', 'GET', `${path}?perPage=500&expand=${ownWays.join(',')}`)
  // Were nothing expanded for superusers either, this would show nothing.
  const expanded = new Set<string>((all.json?.items ?? []).flatMap(({ expand = {} }) => Object.keys(expand)))
  const unreached = ownWays.filter((way) => !expanded.has(way)).map((way) => `${name}: ${way} was never expanded`)
  return [...wrong, ...unreached, ...world.takeLeaks()]
}
