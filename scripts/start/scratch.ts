import { readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function clear(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another user's.
  }
}

/** Longer than any work here takes, ms: the process may be another container's, which this one does not see. */
const WORK_ENDS_MS = 10 * 60_000

/** Folders of processes that were killed, and so left them. */
function clearAbandoned(prefix: string, isShared: boolean): void {
  for (const name of readdirSync(dirname(prefix))) {
    const pid = name.startsWith(basename(prefix)) ? /^(\d+)-/.exec(name.slice(basename(prefix).length))?.[1] : undefined
    if (!pid || isRunning(Number(pid))) continue
    const folder = join(dirname(prefix), name)
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (!isShared || Math.abs(Date.now() - since) > WORK_ENDS_MS) clear(folder)
  }
}

/**
 * Does a work in a folder of its own, which is gone afterwards. That of a process that was killed is taken away by the
 * next.
 *
 * @param prefix how the folder's path begins; what holds it must be there
 */
export async function inScratch<Made>(
  prefix: string,
  work: (folder: string) => Promise<Made>,
  isShared = false,
): Promise<Made> {
  clearAbandoned(prefix, isShared)
  const folder = await mkdtemp(`${prefix}${process.pid}-`)
  try {
    return await work(folder)
  } finally {
    // At once: a process that is told to stop does not wait for more.
    clear(folder)
  }
}

/** The same where other containers work too. */
export const inSharedScratch = <Made>(prefix: string, work: (folder: string) => Promise<Made>): Promise<Made> =>
  inScratch(prefix, work, true)
