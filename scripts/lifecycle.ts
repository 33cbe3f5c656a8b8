import { Refusal } from './environment'
import { stopChildren } from './record-store'

const PARENT_CHECK_MS = 1000

/**
 * Runs a program that lasts until it is told to stop. SIGTERM and SIGINT end it cleanly with exit code 0, at any moment;
 * a Refusal is shown as it is and ends it with 1.
 *
 * @param cleanUp what else to close, before PocketBase is stopped
 */
export async function runUntilStopped(program: () => Promise<void>, cleanUp?: () => Promise<void>): Promise<void> {
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    await cleanUp?.()
    await stopChildren()
    process.exit(code)
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))

  // npm passes a signal on to the shell it started us with, and a shell that did not replace itself ends without
  // telling us: its end is then the signal.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) void stop(0)
    }, PARENT_CHECK_MS).unref()
  }

  try {
    await program()
  } catch (error) {
    if (stopping) return
    console.error(error instanceof Refusal ? error.message : error)
    await stop(1)
  }
}
