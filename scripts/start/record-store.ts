import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SCRIPT_ENGINES } from '../../src/domain/limits'
import { DIST_DIR, HOOKS_DIR, ROOT, type StoreConfig } from './environment'
import { track, UserError } from './lifecycle.mjs'
import type { ServingPlan } from './serving.mjs'

/** Our migrations: the schema the store is built on. */
export const MIGRATIONS_DIR = join(ROOT, 'pocketbase/pb_migrations')

/**
 * Where a store that is served would find migrations: nowhere, as they have run, and hold 12 MB. PocketBase empties
 * this folder as it starts; a backup that is restored has them laid there first (pocketbase/hooks/running/restore.ts).
 */
const NO_MIGRATIONS = '.pb_temp_to_delete/migrations'

function flags(dataDir: string, { watchHooks = false, engines = 1, migrations = MIGRATIONS_DIR } = {}): string[] {
  return [
    `--dir=${dataDir}`,
    `--hooksDir=${HOOKS_DIR}`,
    `--migrationsDir=${migrations}`,
    `--publicDir=${process.env.STORE_PUBLIC_DIR || DIST_DIR}`,
    // Merchandisers edit records; the schema changes by migrations alone.
    '--automigrate=false',
    `--hooksWatch=${watchHooks}`,
    `--hooksPool=${engines}`,
    '--dev=false',
    // Settings with their mail, storage and sign-in secrets are then unreadable in a stolen copy of the database.
    ...(process.env.STORE_ENCRYPTION_KEY ? ['--encryptionEnv=STORE_ENCRYPTION_KEY'] : []),
  ]
}

/**
 * Runs one PocketBase console command on a data folder. Answers its exit code and what it said, both streams together.
 *
 * @param migrations a folder without any where none is run: reading ours takes 0.1 s
 */
export async function runCommand(
  binary: string,
  dataDir: string,
  command: string[],
  { env = {}, migrations }: { env?: Record<string, string>; migrations?: string } = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(binary, [...command, ...flags(dataDir, { migrations })], {
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

/** @throws UserError when nothing can listen there: taken, not allowed, or not an address of this machine */
export async function checkPortIsFree(host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is already taken by another program. Stop it, or choose another port with STORE_PORT.`,
        EACCES: `Port ${port} may not be opened by this user. Choose a port above 1023 with STORE_PORT.`,
        EADDRNOTAVAIL: `STORE_HOST is ${host}, which is not an address of this machine.`,
      }
      reject(new UserError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** An address a person on this machine can open. */
export function browsableUrl({ host, port }: Pick<StoreConfig, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** How to serve a data folder that has just been prepared, with the environment of this process. */
export function servingPlan(
  binary: string,
  config: StoreConfig,
  { watchHooks = false, env = {} }: { watchHooks?: boolean; env?: Record<string, string> } = {},
): ServingPlan {
  const url = browsableUrl(config)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    program: binary,
    args: [
      'serve',
      `--http=${host}:${config.port}`,
      ...flags(config.dataDir, {
        watchHooks,
        engines: SCRIPT_ENGINES,
        migrations: watchHooks ? MIGRATIONS_DIR : join(config.dataDir, NO_MIGRATIONS),
      }),
    ],
    env: {
      ...process.env,
      STORE_PUBLIC_DIR: process.env.STORE_PUBLIC_DIR || DIST_DIR,
      STORE_SCHEMA_CHECKED: String(Date.now()),
      // Go lets half as much garbage grow as there is in use, not as much (docs/decisions/0034).
      GOGC: process.env.GOGC || '50',
      // Each worker that makes smaller copies of pictures holds a whole one in memory (MAX_PICTURE_MEMORY in
      // src/domain/limits.ts).
      PB_THUMBS_MAX_WORKERS: process.env.PB_THUMBS_MAX_WORKERS || '2',
      ...env,
    },
    url,
    dataDir: config.dataDir,
  }
}
