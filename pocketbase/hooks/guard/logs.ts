import { LOG_LINES_KEPT, LOGGED_LINES_A_MINUTE, LOGGED_REFUSALS_A_MINUTE } from '../../../src/domain/limits'
import { consume } from './rate-limits'

/** PocketBase writes a line for every request it refuses, with what the stranger sent: a disk in an afternoon. */

/** Of what a stranger chose: enough to know it by. */
const LONGEST_TEXT = 300
const CHOSEN = ['url', 'referer', 'userAgent']

/**
 * onModelCreate of `_logs`: requests that were refused are written so many a minute, whoever sent them; everything
 * else, such as failures of the store's own, more often. What a stranger chose is shortened. A line too many is left
 * out without a word.
 */
export function throttleLogLine(e: PbLogEvent): void {
  const { model } = e
  const { data } = model
  const isRequest = data.get('type') === 'request'
  const status = Number(data.get('status'))
  const isRefusal = isRequest && status >= 400 && status < 500
  const [kind, most] = isRefusal ? ['refusals', LOGGED_REFUSALS_A_MINUTE] : ['lines', LOGGED_LINES_A_MINUTE]
  if (consume(e.app, `logged ${kind}`, Number(most), 60) > 0) return
  if (isRequest) {
    model.message = model.message.slice(0, LONGEST_TEXT)
    for (const name of CHOSEN) data.set(name, String(data.get(name) ?? '').slice(0, LONGEST_TEXT))
  }
  e.next()
}

/** Hourly: the newest lines stay. What PocketBase forgets by their age alone may be many. */
export function dropOldLines(app: PbApp): void {
  const older = 'SELECT rowid FROM _logs ORDER BY rowid DESC LIMIT -1 OFFSET {:kept}'
  const query = app.auxDB().newQuery(`DELETE FROM _logs WHERE rowid IN (${older})`)
  query.bind({ kept: LOG_LINES_KEPT }).execute()
}
