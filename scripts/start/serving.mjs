// @ts-check
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { nameStore, unlockFolder } from './folder-lock.mjs'
import { stopChildren, track, UserError } from './lifecycle.mjs'

const START_TIMEOUT_MS = 60_000
const LAST_LINES = 20

/** What PocketBase says of itself when it starts; the store prints its addresses in its own words. */
const LISTENING = 'Server started at'
const BANNER = /Server started at|REST API:|Dashboard:|^\s*$/

/**
 * How a prepared data folder is served (`servingPlan` of record-store.ts).
 *
 * @typedef {object} ServingPlan
 * @property {string} program
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} url an address a person on this machine can open
 * @property {string} [dataDir] the folder, when it is locked (folder-lock.mjs): unlocked when PocketBase has ended
 */

/**
 * @typedef {object} RunningStore
 * @property {string} url
 * @property {Promise<{ code: number, lastLines: string }>} ended resolves when PocketBase has ended, with its exit
 *   code and its last lines
 */

/**
 * Asks the store on this machine. Not `fetch`: that is a client of 10 MB, and this process stays as long as the store
 * runs.
 *
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, timeoutMs: number }} options
 * @returns {Promise<{ status: number, body: string }>}
 */
export function ask(url, { method = 'GET', headers = {}, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text) => {
        body += text
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end()
  })
}

const ORPHAN = 'read -r _; kill -TERM "$1" 2>/dev/null && sleep 10 && kill -KILL "$1" 2>/dev/null'
/** Where there is no shell; it ends a process at once. */
const ORPHAN_ON_WINDOWS = 'process.stdin.resume().once("close", () => process.kill(Number(process.argv[1])))'

/**
 * Ends a process when this one ends, even by SIGKILL, which no process hears of: a watcher beside both holds the
 * other end of a pipe, and the system closes it.
 *
 * @param {number} pid
 */
function endWithThisProcess(pid) {
  const [program, ...args] =
    process.platform === 'win32'
      ? [process.execPath, '-e', ORPHAN_ON_WINDOWS, String(pid)]
      : ['/bin/sh', '-c', ORPHAN, 'sh', String(pid)]
  // None of the store's secrets.
  const { PATH, SystemRoot } = process.env
  const watcher = spawn(program, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH, SystemRoot },
    detached: true,
  })
  watcher.once('error', (error) =>
    console.warn(`Killed by force, this process would leave PocketBase running: ${error}`),
  )
  track(watcher)
  watcher.unref()
}

/**
 * Serves a prepared data folder and resolves when `/api/health` answers. From then on PocketBase's words are passed on.
 *
 * @param {ServingPlan} plan
 * @returns {Promise<RunningStore>}
 * @throws {UserError} with PocketBase's last lines when it ends or stays silent for a minute
 */
export async function serve({ program, args, env, url, dataDir }) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  track(child)
  if (child.pid !== undefined) {
    endWithThisProcess(child.pid)
    if (dataDir !== undefined) nameStore(dataDir, child.pid)
  }
  if (dataDir !== undefined) child.once('exit', () => unlockFolder(dataDir))

  // Another program that took the port meanwhile would answer in its place.
  let listens = false
  /** @type {string[]} */
  const lastLines = []
  const passOn = (/** @type {NodeJS.ReadableStream} */ stream, /** @type {NodeJS.WritableStream} */ target) => {
    let rest = ''
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        lastLines.push(line)
        if (lastLines.length > LAST_LINES) lastLines.shift()
        if (line.includes(LISTENING)) listens = true
        if (!BANNER.test(line)) target.write(`${line}\n`)
      }
    })
  }
  passOn(child.stdout, process.stdout)
  passOn(child.stderr, process.stderr)

  let hasEnded = false
  /** @type {RunningStore['ended']} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      hasEnded = true
      resolve({ code: code ?? 1, lastLines: lastLines.join('\n') })
    })
  })

  const giveUpAt = Date.now() + START_TIMEOUT_MS
  while (!hasEnded && Date.now() < giveUpAt) {
    await sleep(50)
    if (!listens) continue
    try {
      const { status } = await ask(`${url}/api/health`, { timeoutMs: 2000 })
      if (status === 503) console.warn('Nothing can be saved: is the disk full? The store shows what it has.')
      if (status === 200 || status === 503) return { url, ended }
    } catch {
      // Still busy with its start.
    }
  }
  if (!hasEnded) await stopChildren()
  throw new UserError(`PocketBase did not start:\n${(await ended).lastLines}`)
}
