import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../start/environment'

const PORT = '8497'
/** Where `npm start` begins, here and in older checkouts that are measured beside this one. */
const START = ['scripts/start/start.mjs', 'scripts/start.mjs']

export interface RunningStore {
  url: string
  stop: () => Promise<void>
  /** Waits until every picture has its small copies. */
  picturesMade: () => Promise<void>
  /**
   * Resident memory of all its processes, MiB; of it `anonymous` is what the system cannot drop and read again from a
   * file, as it may the programs themselves; and that of PocketBase alone.
   */
  memory: () => Promise<{ whole: number; anonymous: number; recordStore: number }>
}

/** Processes below one, itself first. */
async function family(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(family))
  return [pid, ...below.flat()]
}

const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

/** Memory of a process, MiB: now, without files, and at most so far; 0 where the system does not tell (proc(5)). */
export async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(status)?.[1] ?? ''
  const mib = (name: string) => Number.parseInt(field(name) || '0', 10) / 1024
  return { name: field('Name'), resident: mib('VmRSS'), anonymous: mib('RssAnon'), most: mib('VmHWM') }
}

/**
 * Starts a built store on a data folder, as `npm start` does. @param checkout the store's folder, when it is not this
 * one
 */
export async function startShop(
  dataDir: string,
  settings: Record<string, string>,
  checkout: string = ROOT,
): Promise<RunningStore> {
  const env = { ...process.env, STORE_BUILT: '1', STORE_PORT: PORT, STORE_DATA_DIR: dataDir, ...settings }
  const shop: ChildProcess = spawn(
    process.execPath,
    [START.find((path) => existsSync(join(checkout, path))) as string],
    {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise<void>((ready, failed) => {
    shop.stdout?.on('data', (text) => String(text).includes('The store is ready') && ready())
    shop.on('exit', (code) => failed(new Error(`The store ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${env.STORE_PORT}`,
    stop: async () => {
      shop.removeAllListeners('exit')
      if (shop.exitCode !== null || shop.signalCode !== null) return
      shop.kill('SIGTERM')
      await once(shop, 'exit')
    },
    picturesMade: async () => {
      for (let quiet = 0; quiet < 4; ) {
        await sleep(2000)
        const commands = await Promise.all((await family(shop.pid as number)).map(commandOf))
        quiet = commands.some((command) => command.includes('picture-worker')) ? 0 : quiet + 1
      }
    },
    memory: async () => {
      const processes = await Promise.all((await family(shop.pid as number)).map(memoryOf))
      const recordStore = processes.find(({ name }) => name !== 'node' && name !== 'MainThread')
      return {
        whole: processes.reduce((sum, { resident }) => sum + resident, 0),
        anonymous: processes.reduce((sum, { anonymous }) => sum + anonymous, 0),
        recordStore: recordStore?.resident ?? 0,
      }
    },
  }
}
