import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../start/environment'

/**
 * `npm run test:attack`: the attack tests of `npm test`, with 10,000 random requests at every route instead of a few
 * dozen, and those that need a browser. What they found stands in `reports/attack.md` and, for programs, in
 * `reports/attack.json`. `ATTACK_RUNS` changes the number of requests, `ATTACK_SEED` repeats those of an earlier run.
 */

const RUNS = process.env.ATTACK_RUNS || '10000'

function run(args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ATTACK_RUNS: RUNS },
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

const hasHeld = await run([join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project=attack'])
const browser = await run([
  join(ROOT, 'node_modules/@playwright/test/cli.js'),
  'test',
  '--config=e2e/playwright.config.ts',
  'attack.spec.ts',
  'policy.spec.ts',
])
process.exitCode = hasHeld && browser ? 0 : 1
