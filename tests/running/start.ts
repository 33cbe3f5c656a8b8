import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/start/environment'
import { freePort } from '../../scripts/start/free-port'
import { GARBAGE_PERCENT } from '../backend/record-store'
import { endsWithTests } from '../ends-with-tests'

/** `npm start` as a person runs it: a real child process, seen only through its words, its addresses and its exit. */

const READY_TIMEOUT_MS = 110_000

/** Variables of this machine that would change what a started store does. */
const OWN_VARIABLES = /^(?:STORE|RAZORPAY|SHIPROCKET|SMTP|GOOGLE|VITE)_|^npm_/

export interface StartedStore {
  url: string
  output(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  /** Sends the signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

function spawnStart(env: Record<string, string>, command: string[]) {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name))
  const [program = process.execPath, ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    // One test looks at a build, and one at small copies of pictures: of a whole shop they are work for a minute.
    env: { ...Object.fromEntries(inherited), GOGC: GARBAGE_PERCENT, STORE_BUILT: '1', STORE_PICTURES: 'jpeg', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endsWithTests(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => printed, exited }
}

const START = [process.execPath, 'scripts/start/start.mjs']

/** Starts the store and waits for its ready line. */
export async function start(env: Record<string, string>, command: string[] = START): Promise<StartedStore> {
  const port = env.STORE_PORT ?? String(await freePort())
  const { child, output, exited } = spawnStart({ STORE_PORT: port, ...env }, command)
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The store did not start:\n${output()}`))
    const timer = setTimeout(fail, READY_TIMEOUT_MS)
    const look = () => {
      if (!/Admin UI\s+http\S+\n/.test(output())) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', look)
    void exited.then(() => {
      clearTimeout(timer)
      fail()
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

/** Starts the store where it must refuse; resolves with its exit code and words. */
export async function startRefused(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output, exited } = spawnStart({ STORE_PORT: String(await freePort()), ...env }, START)
  const timer = setTimeout(() => child.kill('SIGTERM'), READY_TIMEOUT_MS)
  const code = await exited
  clearTimeout(timer)
  return { code, output: output() }
}

/** Starts the store and tells it to stop at a moment of the preparation; resolves with its exit code and words. */
export async function startInterrupted(
  env: Record<string, string>,
  moment: () => Promise<void>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<{ code: number | null; output: string }> {
  const { child, output, exited } = spawnStart({ STORE_PORT: String(await freePort()), ...env }, START)
  await moment()
  child.kill(signal)
  return { code: await exited, output: output() }
}

/** Every file under a folder with its bytes' hash and its time of change, folders included. */
export async function photograph(folder: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const name of ['', ...(await readdir(folder, { recursive: true }))].sort()) {
    const path = join(folder, name)
    const facts = await stat(path)
    const bytes = facts.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : 'folder'
    seen[name] = `${bytes} ${facts.mtimeMs}`
  }
  return seen
}
