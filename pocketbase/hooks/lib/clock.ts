import { readFile } from './files'

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
  const ahead = readFile(file)
  return ahead ? Number(toString(ahead)) || 0 : 0
}
