import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from './environment'
import { track } from './record-store'

/** How often the record store is asked whether pictures wait, ms. */
const LOOK_EVERY_MS = 3000
/** After a helper that died, ms: the picture that killed it comes up twice more. */
const REST_MS = 10_000
const NO_ENCODER = 3

/** Runs the helper until it has nothing left to do. Answers its exit code; null when it was ended by a signal. */
export async function makePictures(url: string, key: string): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=128', '--import', 'tsx', join(ROOT, 'scripts/picture-worker.ts')],
    {
      cwd: ROOT,
      // None of the store's secrets: what it decodes comes from outside.
      env: { PATH: process.env.PATH, STORE_PICTURES_URL: url, STORE_PICTURES_KEY: key },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  track(child)
  return new Promise((resolve) => {
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // A system that has no such thing runs it like any other.
      }
    })
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
}

async function waiting(url: string, key: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/.pictures/waiting`, {
      method: 'POST',
      headers: { 'X-Pictures-Key': key },
      signal: AbortSignal.timeout(10_000),
    })
    return answer.ok && ((await answer.json()) as { waiting: boolean }).waiting
  } catch {
    // Stopping, or restarting while its hooks are worked on.
    return false
  }
}

/**
 * Sees to it that every picture of the shop gets its small copies (docs/decisions/0030): looks whether any wait, and runs the helper while they do.
 * Between, nothing of it is in memory. Ends by itself where the helper cannot run; pictures are then what PocketBase makes of them.
 */
export async function keepPicturesSmall(url: string, key: string): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
    if (!(await waiting(url, key))) continue
    const code = await makePictures(url, key)
    if (code === NO_ENCODER) {
      console.warn('sharp does not run here (npm ci installs it): pictures stay JPEG.')
      return
    }
    if (code !== 0) await sleep(REST_MS, undefined, { ref: false })
  }
}
