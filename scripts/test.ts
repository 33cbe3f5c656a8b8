import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser'
import { ROOT } from './environment'
import { findPocketBase } from './pocketbase'

/** `npm test`: everything, going on after a failure so that one run shows all. The last line counts. */

interface Counts {
  passed: number
  failed: number
}

const total: Counts = { passed: 0, failed: 0 }

function bin(name: string, ...args: string[]): string[] {
  const programs: Record<string, string> = {
    tsc: 'typescript/bin/tsc',
    biome: '@biomejs/biome/bin/biome',
    knip: 'knip/bin/knip.js',
    vitest: 'vitest/vitest.mjs',
    playwright: '@playwright/test/cli.js',
  }
  return [join(ROOT, 'node_modules', programs[name] as string), ...args]
}

/** Runs a Node program without input. Its words are shown as they come, or kept for when it fails. */
async function run(
  args: string[],
  { show = false, env = {} }: { show?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  return { code, output: output.trim() }
}

function report(name: string, startedAt: number, counts: Counts, output = ''): boolean {
  const ok = counts.failed === 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const detail = counts.passed + counts.failed > 1 ? ` (${counts.passed} passed, ${counts.failed} failed)` : ''
  if (output && !ok) console.log(output)
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}${detail}  ${seconds} s`)
  total.passed += counts.passed
  total.failed += counts.failed
  return ok
}

async function check(name: string, args: string[], { showOutput = false } = {}): Promise<boolean> {
  const startedAt = performance.now()
  const { code, output } = await run(args)
  if (showOutput && code === 0) console.log(output)
  return report(name, startedAt, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output)
}

/** Something the tests stand on. Counts only when it fails. */
async function need(name: string, work: () => Promise<unknown>): Promise<boolean> {
  const startedAt = performance.now()
  try {
    await work()
    return true
  } catch (error) {
    return report(name, startedAt, { passed: 0, failed: 1 }, (error as Error).message)
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** Runs a test runner and counts what its JSON report says; a runner that fails without a failed test is one failure. */
async function countTests<T>(
  name: string,
  args: string[],
  { report: file, env = {} }: { report: string; env?: Record<string, string> },
  count: (report: T) => Counts,
): Promise<boolean> {
  const startedAt = performance.now()
  const { code } = await run(args, { show: true, env })
  let counts: Counts
  try {
    counts = count(JSON.parse(await readFile(file, 'utf8')) as T)
  } catch {
    counts = { passed: 0, failed: 1 }
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  return report(name, startedAt, counts)
}

const scratch = await mkdtemp(join(tmpdir(), 'store-test-'))
try {
  // Two at a time: the smallest machine this is meant for has two cores.
  await Promise.all([
    (async () => {
      await check('types', bin('tsc', '--noEmit'))
      await check('types of the hooks', bin('tsc', '--noEmit', '-p', 'pocketbase/hooks'))
    })(),
    (async () => {
      await check('lint and format', bin('biome', 'check', '.'))
      await check('dead code', bin('knip'))
      await check('supply chain', ['--import', 'tsx', 'scripts/supply-chain.ts'], { showOutput: true })
    })(),
  ])

  // Before the tests: those of `npm start` and the end-to-end ones serve this build.
  const isBuilt = await check('build and size', ['--import', 'tsx', 'scripts/build.ts'], { showOutput: true })
  const hasPocketBase = await need('record store', () => findPocketBase())

  const vitestReport = join(scratch, 'vitest.json')
  await countTests<VitestReport>(
    'unit, flows, architecture, record store, running, attacks',
    bin(
      'vitest',
      'run',
      '--project=node',
      '--project=dom',
      '--project=attack',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${vitestReport}`,
    ),
    { report: vitestReport, env: { CI: 'true' } },
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed:
        numFailedTests +
        testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
          .length,
    }),
  )

  if (!isBuilt || !hasPocketBase) {
    report('end to end, not run: it needs the build and the record store', performance.now(), { passed: 0, failed: 1 })
  } else if (await need('browser', ensureBrowser)) {
    const playwrightReport = join(scratch, 'playwright.json')
    await countTests<PlaywrightReport>(
      'end to end',
      bin('playwright', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'),
      {
        report: playwrightReport,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, STORE_BUILT: '1', CI: 'true' },
      },
      ({ stats, errors }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
      }),
    )
  }
} finally {
  await rm(scratch, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
