import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeReport } from '../../../scripts/check/reports'
import { actionCases, actionMismatches } from './actions'
import { ACCESS } from './collections'
import { accountRouteMismatches, deskMismatches, helperMismatches } from './desk'
import { FIELDS } from './fields'
import { controlMismatches, oracleMismatches, oracleQuestions } from './oracles'
import { detourMismatches, readingMismatches } from './reading'
import { fieldNames } from './schema'
import { ASKING, startWorld, type World } from './world'
import { writingCases, writingMismatches } from './writing'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let world: World
beforeAll(async () => {
  world = await startWorld()
})
/** Titles of what did not hold. */
const failed: string[] = []
/** How often a person was sent to a route. */
let routes = 0
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed.push(task.name)
})
afterAll(async () => {
  const names = Object.keys(ACCESS)
  const count = (of: (name: string) => number) => names.reduce((sum, name) => sum + of(name), 0)
  const fields = count((name) => fieldNames(world.schema.byName(name)).length)
  const rows = count((name) => world.rows.filter((row) => row.collection === name).length)
  // Each row is listed, viewed and reached along relations by each person.
  const scenarios =
    routes +
    rows * ASKING.length * 3 +
    count((name) => actionCases(name).length + writingCases(world, name).length) +
    count((name) => oracleQuestions(world, name).flat().length)
  const requests = world.requests()
  console.log(`${scenarios} scenarios over ${names.length} collections, ${fields} fields (${requests} requests)`)
  await writeReport('rules', {
    callers: ASKING,
    scenarios,
    routes,
    collections: names.length,
    fields,
    requests,
    failed,
  })
  await world.store.stop()
})

test('GUARD-05 every collection and every field has its scenarios, and nothing else', () => {
  const { collections } = world.schema
  expect(Object.keys(ACCESS).sort()).toEqual(collections.map(({ name }) => name).sort())
  const fields = Object.fromEntries(collections.map((collection) => [collection.name, fieldNames(collection).sort()]))
  const described = Object.fromEntries(
    Object.entries(FIELDS).map(([name, rights]) => [name, Object.keys(rights).sort()]),
  )
  expect(described).toEqual(fields)
})

describe('routes', () => {
  test('STAFF-01 STAFF-02 of the desk let in the roles they are for, and no shopper', async () => {
    const { wrong, tried } = await deskMismatches(world)
    routes += tried
    expect(wrong).toEqual([])
  })

  test('STAFF-02 of the shop take a helper for a guest', async () => {
    const { wrong, tried } = await helperMismatches(world)
    routes += tried
    expect(wrong).toEqual([])
  })

  test('STAFF-03 of accounts give a helper no other address, role or session', async () => {
    expect(await accountRouteMismatches(world)).toEqual([])
  })
})

describe.each(Object.entries(ACCESS).map(([name, { ids = '' }]) => [`${ids} ${name}`.trim(), name] as const))(
  'GUARD-05 %s',
  (_, name) => {
    test('is read by whom it may be', async () => {
      expect(await readingMismatches(world, name)).toEqual([])
    })
    test('shows no more by fields and expand', async () => {
      expect(await detourMismatches(world, name)).toEqual([])
    })
    test('is written by whom it may be', async () => {
      expect(await actionMismatches(world, name)).toEqual([])
    })
    test('has only the fields written that may be', async () => {
      expect(await writingMismatches(world, name)).toEqual([])
    })
    test('GUARD-06 tells nothing by filters and orders', async () => {
      expect(await oracleMismatches(world, name)).toEqual([])
      expect(await controlMismatches(world, name)).toEqual([])
    })
  },
)
