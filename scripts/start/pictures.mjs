// @ts-check
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { track } from './lifecycle.mjs'
import { ask } from './serving.mjs'

/** How often the record store is asked whether pictures wait, ms. */
const LOOK_EVERY_MS = 3000
/** After a helper that died, ms: the picture that killed it comes up twice more. */
const REST_MS = 10_000
const NO_ENCODER = 3

/**
 * Runs the helper until it has nothing left to do.
 *
 * @param {string} url
 * @param {string} key
 * @returns {Promise<number | null>} its exit code; null when it was ended by a signal
 */
export async function makePictures(url, key) {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=128', '--import', 'tsx', fileURLToPath(new URL('picture-worker.ts', import.meta.url))],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
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

/**
 * @param {string} url
 * @param {string} key
 * @returns {Promise<boolean>}
 */
async function waiting(url, key) {
  try {
    const { status, body } = await ask(`${url}/.pictures/waiting`, {
      method: 'POST',
      headers: { 'X-Pictures-Key': key },
      timeoutMs: 10_000,
    })
    return status === 200 && JSON.parse(body).waiting
  } catch {
    // Stopping, or restarting while its hooks are worked on.
    return false
  }
}

/**
 * Sees to it that every picture of the shop gets its small copies (docs/decisions/0030): looks whether any wait, and
 * runs the helper while they do. Between, nothing of it is in memory. Ends by itself where the helper cannot run;
 * pictures are then what PocketBase makes of them.
 *
 * @param {string} url
 * @param {string} key what both were started with
 */
export async function runPictureWorker(url, key) {
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
