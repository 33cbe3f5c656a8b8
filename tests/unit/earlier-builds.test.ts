import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepEarlierBuilds } from '../../scripts/build/earlier-builds'
import { scratchFolder } from '../scratch-folder'

const DAY = 24 * 60 * 60_000
const scratch = scratchFolder()

/** A client with one script of its own and one that every build has. */
async function made(name: string): Promise<string> {
  const dir = join(scratch, name)
  await mkdir(join(dir, 'assets'), { recursive: true })
  await writeFile(join(dir, 'index.html'), `<meta name="build" content="${name}">`)
  await writeFile(join(dir, `assets/page-${name}.js`), name)
  await writeFile(join(dir, 'assets/font-same.woff2'), name)
  return dir
}
const has = (dir: string, name: string) => existsSync(join(dir, `assets/page-${name}.js`))

test('DEPLOY-01 the hashed files of the last three builds stay, for thirty days', async () => {
  const first = await made('one')
  await keepEarlierBuilds(join(scratch, 'nothing'), first, 0)
  const second = await made('two')
  await keepEarlierBuilds(first, second, DAY)
  const third = await made('three')
  await keepEarlierBuilds(second, third, 2 * DAY)
  expect([has(third, 'one'), has(third, 'two'), has(third, 'three')]).toEqual([true, true, true])
  const fourth = await made('four')
  await keepEarlierBuilds(third, fourth, 3 * DAY)
  expect([has(fourth, 'one'), has(fourth, 'two'), has(fourth, 'three')]).toEqual([false, true, true])
  const late = await made('late')
  await keepEarlierBuilds(fourth, late, 32.5 * DAY)
  expect([has(late, 'two'), has(late, 'three'), has(late, 'four')]).toEqual([false, false, true])
})

test('DEPLOY-01 the same build again pushes no other out', async () => {
  const first = await made('a')
  await keepEarlierBuilds(join(scratch, 'nothing'), first, 0)
  const second = await made('b')
  await keepEarlierBuilds(first, second, DAY)
  for (let again = 0; again < 3; again += 1) await keepEarlierBuilds(second, second, DAY)
  const third = await made('c')
  await keepEarlierBuilds(second, third, DAY)
  expect([has(third, 'a'), has(third, 'b')]).toEqual([true, true])
})

test('DEPLOY-01 a list that a power cut emptied stops no build', async () => {
  const first = await made('before')
  await writeFile(join(first, '.builds.json'), '')
  const second = await made('after')
  await keepEarlierBuilds(first, second, DAY)
  const third = await made('next')
  await keepEarlierBuilds(second, third, DAY)
  expect([has(third, 'before'), has(third, 'after')]).toEqual([false, true])
})
