// @ts-check
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './lifecycle.mjs'

/** Stands in the data folder of a running store: which processes have it. */
export const LOCK_FILE = 'store.lock'

/** How long a PocketBase whose `npm start` was killed may take to end (serving.mjs ends it), ms. */
const ORPHAN_ENDS_MS = 20_000
const LOOK_MS = 100

/**
 * A process and when it began: numbers are given out anew, after a restart of a container even the same ones.
 *
 * @typedef {{ pid: number, born: string }} Process
 * @typedef {{ start: Process, store?: Process }} Lock `start`: what was told to run the store; `store`: its PocketBase
 */

/**
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process; empty where the system does not say when it began
 */
function bornAt(pid) {
  if (process.platform === 'linux') {
    try {
      // The name of the program stands in brackets and may hold anything.
      const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return state === 'Z' ? undefined : fields[18]
    } catch {
      return undefined
    }
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return undefined
  }
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** @param {Process | undefined} found */
const isAlive = (found) => found !== undefined && bornAt(found.pid) === found.born

/** @returns {Lock | undefined} undefined when there is none, or half a one: it was being written when everything ended */
function readLock(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Looks whether a store has the folder. Waits for a PocketBase that is about to end because its `npm start` was killed. Writes nothing.
 *
 * @param {string} dataDir
 * @throws {Refusal} saying which process has it and what to do
 */
export async function checkFolderIsFree(dataDir) {
  const file = join(dataDir, LOCK_FILE)
  const giveUpAt = Date.now() + ORPHAN_ENDS_MS
  for (;;) {
    const lock = readLock(file)
    const isRunning = isAlive(lock?.start)
    if (!lock || (!isRunning && !isAlive(lock.store))) return
    if (isRunning || Date.now() > giveUpAt) {
      const { pid } = isRunning ? lock.start : /** @type {Process} */ (lock.store)
      throw new Refusal(
        `The data folder ${dataDir} is in use by a running store (process ${pid}). Stop that one first, or choose another folder with STORE_DATA_DIR. If process ${pid} is no store, delete ${file}.`,
      )
    }
    await sleep(LOOK_MS)
  }
}

/**
 * Takes a folder that was found free.
 *
 * @param {string} dataDir
 * @param {number} pid of the process that stays
 * @throws {Refusal} when another start was faster
 */
export async function lockFolder(dataDir, pid) {
  const file = join(dataDir, LOCK_FILE)
  const text = JSON.stringify({ start: { pid, born: bornAt(pid) ?? '' } })
  for (const flag of ['wx', 'wx', 'wx']) {
    try {
      writeFileSync(file, text, { flag })
      return
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
      await checkFolderIsFree(dataDir)
      rmSync(file, { force: true })
    }
  }
  await checkFolderIsFree(dataDir)
}

/**
 * Names the PocketBase that serves a locked folder: it may outlive the process that started it, for a moment.
 *
 * @param {string} dataDir
 * @param {number} pid
 */
export function nameStore(dataDir, pid) {
  const file = join(dataDir, LOCK_FILE)
  const lock = readLock(file)
  if (lock) writeFileSync(file, JSON.stringify({ ...lock, store: { pid, born: bornAt(pid) ?? '' } }))
}

/** @param {string} dataDir */
export function unlockFolder(dataDir) {
  rmSync(join(dataDir, LOCK_FILE), { force: true })
}
