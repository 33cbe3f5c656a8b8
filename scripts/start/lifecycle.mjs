// @ts-check
/** @import { ChildProcess } from 'node:child_process' */

const PARENT_CHECK_MS = 1000
const STOP_TIMEOUT_MS = 10_000

/** A reason not to start, meant for the person at the terminal: its message is shown without a stack. */
export class UserError extends Error {}

/**
 * What builds the shop does not begin in an older Node, nor says why; npm only warns of `engines` in package.json.
 *
 * @param {string} version such as 20.19.0
 * @throws {UserError}
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const first = major === 20 ? 19 : 12
  if (major > 22 || ((major === 20 || major === 22) && minor >= first)) return
  throw new UserError(`This is Node ${version}, and the store needs 20.19, 22.12 or newer: https://nodejs.org/.`)
}

/** How the system says that nothing can be written. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']
/** And that somebody else may: after `sudo npm ci`, for instance. */
const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS']

/** What is shown of a reason not to start: a sentence, or an error that nobody thought of as it is. */
function wordsOf(/** @type {unknown} */ error) {
  if (error instanceof UserError) return error.message
  const { code = '', path, dest } = /** @type {NodeJS.ErrnoException & { dest?: string }} */ (error ?? {})
  // The disk of /tmp may be another, and a small one.
  if (NO_ROOM.includes(code))
    return `The disk is full (${code}${dest ? ` at ${dest}` : ''}). Make room and start again.`
  if (path === undefined || !NOT_ALLOWED.includes(code)) return error
  return `This user may not use ${path} (${code}). Start the store as the user who owns its folders.`
}

/** @type {Set<ChildProcess>} */
const children = new Set()

/**
 * From here on the process ends with this one (`stopChildren`).
 *
 * @param {ChildProcess} child
 */
export function track(child) {
  children.add(child)
  for (const event of ['exit', 'error']) child.once(event, () => children.delete(child))
}

/** Asks PocketBase and every other process started here to end, and ends it by force when it does not. */
export async function stopChildren() {
  const stop = async (/** @type {ChildProcess} */ child) => {
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await closed
    clearTimeout(timer)
  }
  // Whoever waited for one of them may have started another.
  while (children.size > 0) await Promise.all([...children].map(stop))
}

/**
 * Runs a program that lasts until it is told to stop. SIGTERM and SIGINT end it cleanly with exit code 0, at any
 * moment; a UserError is shown as it is, a full disk and a forbidden file as one, and ends it with 1.
 *
 * @param {() => Promise<void>} program
 * @param {() => Promise<void>} [cleanUp] what else to close, before PocketBase is stopped
 */
export async function runUntilStopped(program, cleanUp) {
  let stopping = false
  const stop = async (/** @type {number} */ code) => {
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
    console.error(wordsOf(error))
    await stop(1)
  }
}
