export { recordDate } from '../../../src/domain/date'

/**
 * What time it is for the store, ms since 1970. Everything that decides by time (offers, holds, retries, bills) asks
 * here, so that tests can move it: `STORE_CLOCK_FILE` names a file holding the milliseconds to add. Production does
 * not look.
 */
export function now(): number {
  return Date.now() + offset()
}

function offset(): number {
  const file = $os.getenv('STORE_CLOCK_FILE')
  if (!file || $os.getenv('STORE_ENV') === 'production') return 0
  try {
    return Number(toString($os.readFile(file))) || 0
  } catch {
    return 0
  }
}
