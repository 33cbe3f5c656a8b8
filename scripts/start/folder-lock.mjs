// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from './lifecycle.mjs'

/** Stands in the data folder of a running store: which processes have it. */
export const LOCK_FILE = 'store.lock'
/** Stands there for the moment in which a start takes the folder: one at a time looks who has it and writes. */
export const LOCK_TURN = 'store.lock.turn'
/** The moment is some milliseconds. An older mark was left behind by a start that was killed in it. */
const TURN_ENDS_MS = 10_000

/** How long a PocketBase whose `npm start` was killed may take to end (serving.mjs ends it), ms. */
const ORPHAN_ENDS_MS = 20_000
const LOOK_MS = 100

/** So often a running store dates its lock anew, ms: process numbers say nothing in another container or machine. */
const BEAT_MS = 2000
/** A lock from elsewhere that nobody dates anew for so long was left behind, ms. Clocks elsewhere may go otherwise. */
const SILENT_MS = 3 * BEAT_MS

/**
 * A process and when it began: numbers are given out anew, after a restart of a container even the same ones.
 *
 * @typedef {{ pid: number, born: string }} Process
 * @typedef {{ host?: string, space?: string, start: Process, store?: Process }} Lock `start`: what was told to run the
 *   store; `store`: its PocketBase; `space`: where their numbers mean something, see `ownSpace`
 */

/** What sets the processes of a container apart from those of another one with the same host name; empty elsewhere. */
function ownSpace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

const isHere = (/** @type {Lock} */ { host = hostname(), space = ownSpace() }) =>
  host === hostname() && space === ownSpace()

/**
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process; empty where the system does not say when it
 *   began
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

/**
 * @returns {Lock | undefined} undefined when there is none, or half a one: it was being written when everything ended
 */
function readLock(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** When something was written last, ms; undefined when it is not there. */
const writtenAt = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/**
 * @param {string} dataDir
 * @param {number} [silent] the beat that was found to be the last one
 * @returns {{ name: string, isStart: boolean, beat?: number } | undefined} what has the folder: a start, or the
 *   PocketBase of one that was killed. `beat`: of one elsewhere, how its lock is dated
 */
function holderOf(dataDir, silent) {
  const file = join(dataDir, LOCK_FILE)
  const lock = readLock(file)
  if (lock && !isHere(lock)) {
    const beat = writtenAt(file) ?? 0
    const name = `process ${lock.start.pid} on the host ${lock.host}`
    return beat === silent ? undefined : { name, isStart: false, beat }
  }
  if (lock && isAlive(lock.start)) return { name: `process ${lock.start.pid}`, isStart: true }
  return lock?.store && isAlive(lock.store) ? { name: `process ${lock.store.pid}`, isStart: false } : undefined
}

/**
 * Looks whether a store has the folder. Waits for a PocketBase that is about to end because its `npm start` was
 * killed, and for a store elsewhere until it shows that it lives. Writes nothing.
 *
 * @param {string} dataDir
 * @param {number} [silent] what an earlier look answered
 * @returns {Promise<number | undefined>} the last beat of a store elsewhere that left its lock behind
 * @throws {UserError} saying which process has it and what to do
 */
export async function checkFolderIsFree(dataDir, silent) {
  const began = Date.now()
  const first = holderOf(dataDir, silent)
  if (first?.beat !== undefined)
    console.log(`${first.name} has locked the data folder. Looking for ${SILENT_MS / 1000} seconds whether it runs.`)
  for (;;) {
    const holder = holderOf(dataDir, silent)
    if (!holder) return silent
    const waited = Date.now() - began
    if (holder.beat !== undefined && holder.beat === first?.beat && waited > SILENT_MS) return holder.beat
    if (holder.isStart || holder.beat !== first?.beat || waited > ORPHAN_ENDS_MS) {
      throw new UserError(
        `The data folder ${dataDir} is in use by a running store (${holder.name}). Stop that one first, or choose another folder with STORE_DATA_DIR. If ${holder.name} is no store, delete ${join(dataDir, LOCK_FILE)}.`,
      )
    }
    await sleep(LOOK_MS)
  }
}

/** Only one process can make a folder. */
function takeTurn(/** @type {string} */ turn) {
  try {
    mkdirSync(turn)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  const since = writtenAt(turn) ?? Date.now()
  // Whoever else finds it now removes it as well: none of them goes on before all have.
  if (Math.abs(Date.now() - since) > TURN_ENDS_MS) rmSync(turn, { recursive: true, force: true })
  return false
}

/**
 * Takes a folder that was found free.
 *
 * @param {string} dataDir
 * @param {number} pid of the process that stays
 * @param {number} [silent] what `checkFolderIsFree` answered
 * @throws {UserError} when another start was faster
 */
export async function lockFolder(dataDir, pid, silent) {
  const turn = join(dataDir, LOCK_TURN)
  const text = JSON.stringify({ host: hostname(), space: ownSpace(), start: { pid, born: bornAt(pid) ?? '' } })
  for (let last = silent; ; ) {
    last = await checkFolderIsFree(dataDir, last)
    if (takeTurn(turn)) {
      try {
        if (!holderOf(dataDir, last)) return writeFileSync(join(dataDir, LOCK_FILE), text)
      } finally {
        rmSync(turn, { recursive: true, force: true })
      }
    } else await sleep(LOOK_MS)
  }
}

/** @type {NodeJS.Timeout | undefined} */
let beating

/**
 * Names the PocketBase that serves a locked folder: it may outlive the process that started it, for a moment. From then
 * on this process shows other hosts that the folder is in use.
 *
 * @param {string} dataDir
 * @param {number} pid
 */
export function nameStore(dataDir, pid) {
  const file = join(dataDir, LOCK_FILE)
  const lock = readLock(file)
  if (!lock) return
  // At no moment is there half a lock, which counts as none.
  writeFileSync(`${file}.new`, JSON.stringify({ ...lock, store: { pid, born: bornAt(pid) ?? '' } }))
  renameSync(`${file}.new`, file)
  clearInterval(beating)
  beating = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Somebody deleted it, or the disk is away: others say so.
    }
  }, BEAT_MS).unref()
}

/** @param {string} dataDir */
export function unlockFolder(dataDir) {
  clearInterval(beating)
  rmSync(join(dataDir, LOCK_FILE), { force: true })
}
