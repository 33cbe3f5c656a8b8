import type { CollectionField, CollectionModel } from 'pocketbase'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeReport } from '../../../scripts/check/reports'
import { helperSignInMismatches, signInMismatches } from './accounts'
import { actionMismatches } from './actions'
import { fileMismatches } from './files'
import { readingMismatches } from './reading'
import { isSystem } from './schema'
import { startWorld, type World } from './world'
import { writingMismatches } from './writing'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

/**
 * The scenarios against a store whose rules are broken on purpose, one at a time: loosened for everybody, relieved of
 * one of its conditions, or closed where it was open; fields unhidden and files unprotected. A break that no scenario
 * notices fails.
 */

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.store.stop())

type Check = () => Promise<string[]>
interface Break {
  collection: string
  what: string
  change: Partial<CollectionModel>
  /** Those that should notice it. */
  checks: Check[]
}

/** `a && (b || c)` → `a`, `(b || c)`; a rule that is an alternative as a whole has no conditions to drop. */
function conditions(rule: string): string[] {
  const parts = ['']
  let depth = 0
  for (const piece of rule.split(/(&&|\|\||[()])/)) {
    if (piece === '||' && depth === 0) return [rule]
    if (piece === '&&' && depth === 0) {
      parts.push('')
      continue
    }
    depth += Number(piece === '(') - Number(piece === ')')
    parts[parts.length - 1] += piece
  }
  return parts.map((part) => part.trim())
}

function brokenRules(rule: string | null): [what: string, rule: string | null][] {
  if (rule === '') return [['closed', null]]
  if (rule === null) return [['opened to everybody', '']]
  const parts = conditions(rule)
  const shorter = parts.map((part) => [`without “${part}”`, parts.filter((one) => one !== part).join(' && ')] as const)
  return [
    ['opened to everybody', ''],
    ...shorter.filter(([, rest]) => rest !== '').map(([what, rest]): [string, string] => [what, rest]),
  ]
}

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule'] as const

function breaksOf({ name, fields, ...rules }: CollectionModel): Break[] {
  const reading = () => readingMismatches(world, name)
  const writing = () => writingMismatches(world, name)
  const action = (which: 'create' | 'update' | 'delete') => () => actionMismatches(world, name, which)
  const checks: Record<(typeof RULES)[number], Check[]> = {
    listRule: [reading],
    viewRule: [reading],
    createRule: [action('create'), writing],
    updateRule: [action('update'), writing],
    deleteRule: [action('delete')],
    authRule: [() => (name === 'staff' ? helperSignInMismatches(world) : signInMismatches(world))],
    manageRule: [writing],
  }
  // Who manages accounts makes and changes them: nobody where both are closed.
  const isManaged = rules.createRule !== null || rules.updateRule !== null
  const ofRules = RULES.filter((rule) => rule in rules && (rule !== 'manageRule' || isManaged)).flatMap((rule) =>
    // PocketBase takes no empty one of these.
    (rule === 'manageRule' ? [['opened to everybody', 'id != ""'] as const] : brokenRules(rules[rule])).map(
      ([what, broken]) => ({
        ...{ collection: name, what: `${rule} ${what}`, change: { [rule]: broken }, checks: checks[rule] },
      }),
    ),
  )
  const without = (field: CollectionField, flag: 'hidden' | 'protected', check: Check): Break => ({
    collection: name,
    what: `${field.name} not ${flag}`,
    change: {
      fields: fields.map((one: CollectionField) => (one.name === field.name ? { ...one, [flag]: false } : one)),
    },
    checks: [check],
  })
  return [
    ...ofRules,
    // PocketBase hides these of an account whatever the schema says.
    ...fields
      .filter(({ hidden, name: field }: CollectionField) => hidden && !['password', 'tokenKey'].includes(field))
      .map((field: CollectionField) => without(field, 'hidden', reading)),
    ...fields
      .filter((field: CollectionField) => field.protected)
      .map((field: CollectionField) => without(field, 'protected', () => fileMismatches(world, name))),
  ]
}

test('ORDER-02 AUTH-02 GUARD-05 every loosened rule and every unhidden field is noticed', async () => {
  const collections = world.schema.collections.filter((collection) => !isSystem(collection))
  const breaks = collections.flatMap(breaksOf)
  const unnoticed: string[] = []
  for (const { collection, what, change, checks } of breaks) {
    const whole = world.schema.byName(collection)
    await world.superuser.collections.update(whole.id, change)
    let noticed = false
    for (const check of checks) noticed ||= (await check()).length > 0
    if (!noticed) unnoticed.push(`${collection}: ${what}`)
    const before = Object.fromEntries(Object.keys(change).map((key) => [key, whole[key]]))
    await world.superuser.collections.update(whole.id, before)
    world.takeLeaks()
  }
  await writeReport('rules-broken', { broken: breaks.length, unnoticed })
  console.log(`${breaks.length} rules, conditions and flags broken, ${breaks.length - unnoticed.length} noticed`)
  expect(unnoticed).toEqual([])
  // Mended, the store is as before: it was the breaks that were noticed.
  const left: string[] = []
  for (const { name } of collections)
    left.push(...(await readingMismatches(world, name)), ...(await actionMismatches(world, name)))
  expect(left).toEqual([])
})
