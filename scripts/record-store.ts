import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIST_DIR, Refusal, ROOT, type StoreConfig } from './environment'
import { HOOKS_DIR } from './hooks'

/** Our migrations: the schema the store is built on. */
export const MIGRATIONS_DIR = join(ROOT, 'pocketbase/pb_migrations')

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const LAST_LINES = 20

/** What PocketBase says of itself when it starts; the store prints its addresses in its own words. */
const BANNER = /Server started at|REST API:|Dashboard:|^\s*$/

const children = new Set<ChildProcess>()

function flags(dataDir: string, watchHooks: boolean): string[] {
  return [
    `--dir=${dataDir}`,
    `--hooksDir=${HOOKS_DIR}`,
    `--migrationsDir=${MIGRATIONS_DIR}`,
    `--publicDir=${process.env.STORE_PUBLIC_DIR || DIST_DIR}`,
    // Merchandisers edit records; the schema changes by migrations alone.
    '--automigrate=false',
    `--hooksWatch=${watchHooks}`,
    '--dev=false',
    // Settings with their mail, storage and sign-in secrets are then unreadable in a stolen copy of the database.
    ...(process.env.STORE_ENCRYPTION_KEY ? ['--encryptionEnv=STORE_ENCRYPTION_KEY'] : []),
  ]
}

/** From here on the process ends with this one (`stopChildren`). */
export function track(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** Runs one PocketBase console command on a data folder. Answers its exit code and what it said, both streams together. */
export async function runCommand(
  binary: string,
  dataDir: string,
  command: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(binary, [...command, ...flags(dataDir, false)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  track(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  return { code, output: output.trim() }
}

/** @throws Refusal when nothing can listen there: taken, not allowed, or not an address of this machine */
export async function checkPortIsFree(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is already taken by another program. Stop it, or choose another port with STORE_PORT.`,
        EACCES: `Port ${port} may not be opened by this user. Choose a port above 1023 with STORE_PORT.`,
        EADDRNOTAVAIL: `STORE_HOST is ${host}, which is not an address of this machine.`,
      }
      reject(new Refusal(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** An address a person on this machine can open. */
export function browsableUrl({ host, port }: Pick<StoreConfig, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

export interface RunningStore {
  url: string
  /** Resolves when PocketBase has ended, with its exit code and its last lines. */
  ended: Promise<{ code: number; lastLines: string }>
}

/**
 * Serves a prepared data folder and resolves when `/api/health` answers 200. From then on PocketBase's words are passed on.
 *
 * @throws Refusal with PocketBase's last lines when it ends or stays silent for a minute
 */
export async function serve(
  binary: string,
  config: StoreConfig,
  { watchHooks = false, env = {} }: { watchHooks?: boolean; env?: Record<string, string> } = {},
): Promise<RunningStore> {
  const url = browsableUrl(config)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const child = spawn(binary, ['serve', `--http=${host}:${config.port}`, ...flags(config.dataDir, watchHooks)], {
    env: {
      ...process.env,
      STORE_PUBLIC_DIR: process.env.STORE_PUBLIC_DIR || DIST_DIR,
      STORE_URL: process.env.STORE_URL || url,
      // Each worker that makes smaller copies of pictures holds a whole one in memory (MAX_PICTURE_MEMORY in src/domain/limits.ts).
      PB_THUMBS_MAX_WORKERS: process.env.PB_THUMBS_MAX_WORKERS || '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  track(child)

  const lastLines: string[] = []
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        lastLines.push(line)
        if (lastLines.length > LAST_LINES) lastLines.shift()
        if (!BANNER.test(line)) target.write(`${line}\n`)
      }
    })
  }

  let hasEnded = false
  const ended = new Promise<{ code: number; lastLines: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      hasEnded = true
      resolve({ code: code ?? 1, lastLines: lastLines.join('\n') })
    })
  })

  const giveUpAt = Date.now() + START_TIMEOUT_MS
  while (!hasEnded && Date.now() < giveUpAt) {
    try {
      const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) })
      if (answer.ok) return { url, ended }
    } catch {
      // Not listening yet.
    }
    await sleep(50)
  }
  if (!hasEnded) await stopChildren()
  throw new Refusal(`PocketBase did not start:\n${(await ended).lastLines}`)
}

/** Asks PocketBase and every other process started here to end, and ends it by force when it does not. */
export async function stopChildren(): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      const closed = new Promise<void>((resolve) => {
        child.once('close', () => resolve())
      })
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await closed
      clearTimeout(timer)
    }),
  )
}
