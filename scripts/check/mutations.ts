import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { MUTATIONS } from '../../tests/mutations/list'
import type { Mutation } from '../../tests/mutations/mutation'
import { ROOT } from '../start/environment'
import { findPocketBase } from '../start/pocketbase'
import { ensureBrowser } from './browser'

/**
 * `npm run test:mutations [id …]`: makes each mutation of `tests/mutations` in a copy of the
 * checkout and runs the tests that carry its id: one of them must fail, and none without it. Without ids all of them;
 * `CART` is all of CART.
 */
const SIDE_BY_SIDE = 2
/** A mutation may make a loop without an end: what takes longer does not run, ms. */
const LIMIT_MS = 15 * 60_000
const wanted = process.argv.slice(2)
const mutations = MUTATIONS.filter(({ id }) => wanted.length === 0 || wanted.some((start) => id.startsWith(start)))

type Outcome = 'red' | 'SURVIVED' | 'RED WITHOUT IT' | 'NO TEST' | 'DOES NOT RUN' | 'NOT THERE ONCE'

async function copyCheckout(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'store-mutations-'))
  copies.add(copy)
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: ROOT, maxBuffer: 1 << 24 },
  )
  for (const path of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(ROOT, path), join(copy, path)).catch((error: NodeJS.ErrnoException) => {
      // Removed here, and git not told yet.
      if (error.code !== 'ENOENT') throw error
    })
  }
  // Its own folder, for the caches of builds in it.
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '.bin' || !name.startsWith('.'))
      await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  }
  // Tests of what `npm start` serves look for it.
  await node(copy, ['--import', 'tsx', 'scripts/build/build.ts'])
  return copy
}

/** What runs now, each the first of a group of processes, so that nothing of it stays behind. */
const groups = new Set<number>()
const copies = new Set<string>()

function kill(group: number): void {
  try {
    if (group) process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const group of groups) kill(group)
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
    process.exit(1)
  })
}

async function node(cwd: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...env, CI: 'true' },
  })
  const group = child.pid ?? 0
  groups.add(group)
  const limit = setTimeout(() => kill(group), LIMIT_MS)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(limit)
  kill(group)
  groups.delete(group)
}

interface Test {
  title: string
  isFailed: boolean
}

interface PlaywrightSuite {
  title: string
  /** One for each title, with a test for each screen it ran on; `ok` tells of the first alone. */
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

function specsOf({ title, specs = [], suites = [] }: PlaywrightSuite): Test[] {
  const own = specs.map(({ title, tests }) => ({
    title,
    isFailed: tests.some(({ status }) => status === 'unexpected'),
  }))
  return [...own, ...suites.flatMap(specsOf)].map((test) => ({ ...test, title: `${title} ${test.title}` }))
}

/** The tests of a file whose titles carry the id; undefined if they could not be run. */
async function runTests(copy: string, { id, test }: Mutation): Promise<Test[] | undefined> {
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  if (test.startsWith('e2e/')) {
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=json', '--grep', `\\b${id}\\b`, test]
    await node(copy, ['node_modules/@playwright/test/cli.js', ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    const text = await readFile(report, 'utf8').catch(() => undefined)
    if (!text) return undefined
    const { suites, errors } = JSON.parse(text) as { suites: PlaywrightSuite[]; errors: unknown[] }
    if (errors.length > 0) return undefined
    return suites.flatMap(specsOf)
  }
  await node(copy, [
    'node_modules/vitest/vitest.mjs',
    'run',
    test,
    '-t',
    id,
    '--project=!long',
    '--reporter=json',
    '--outputFile',
    report,
  ])
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (!text) return undefined
  const { testResults } = JSON.parse(text) as {
    testResults: { status: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A file that fails without a failed test could not be loaded, or was not set up.
  if (testResults.some(({ status }) => status === 'failed') && !tests.some(({ status }) => status === 'failed'))
    return undefined
  return tests.map(({ fullName, status }) => ({ title: fullName, isFailed: status === 'failed' }))
}

/** Whether a test that carries the id fails in the copy as it stands. */
async function judge(copy: string, mutation: Mutation): Promise<'red' | 'green' | 'NO TEST' | 'DOES NOT RUN'> {
  const tests = await runTests(copy, mutation).catch(() => undefined)
  if (!tests) return 'DOES NOT RUN'
  const own = tests.filter(({ title }) => title.includes(mutation.id))
  if (own.length === 0) return 'NO TEST'
  return own.some(({ isFailed }) => isFailed) ? 'red' : 'green'
}

async function tryMutation(copy: string, mutation: Mutation): Promise<Outcome> {
  const { file, from, to } = mutation
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  if (text.split(from).length !== 2) return 'NOT THERE ONCE'
  const mutated = text.replace(from, () => to)
  await writeFile(path, mutated)
  const seen = await judge(copy, mutation)
  await writeFile(path, text)
  if (seen !== 'red') return seen === 'green' ? 'SURVIVED' : seen
  return (await judge(copy, mutation)) === 'green' ? 'red' : 'RED WITHOUT IT'
}

process.env.POCKETBASE_BIN ??= await findPocketBase()
if (mutations.some(({ test }) => test.startsWith('e2e/'))) await ensureBrowser()
const waiting = [...mutations]
let red = 0
async function work(): Promise<void> {
  const copy = await copyCheckout()
  try {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const startedAt = performance.now()
      const outcome = await tryMutation(copy, mutation)
      if (outcome === 'red') red += 1
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      console.log(`${outcome.padEnd(15)} ${mutation.id.padEnd(10)} ${mutation.file} × ${mutation.test}  ${seconds} s`)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
    copies.delete(copy)
  }
}
await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, mutations.length) }, work))
console.log(`${red} of ${mutations.length} mutations seen by their tests`)
process.exitCode = red === mutations.length && red > 0 ? 0 : 1
