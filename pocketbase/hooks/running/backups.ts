import { indianDay } from '../../../src/domain/date'
import { now } from '../lib/clock'
import { newestBackup } from '../lib/newest-backup'

/** PocketBase's own job, which makes a backup and takes away those beyond what is kept. */
const BACKUP_JOB = '__pbAutoBackup__'
const DAILY = /^\d+ \d+ \* \* \*$/
/** Since the newest of a store that makes one a day, with room for one that takes long, ms. */
const MISSED_MS = 25 * 60 * 60_000
const TRIED = 'backup:tried'

/**
 * Hourly: makes the day's backup where the machine was off or asleep at its minute. Of other times than daily ones
 * nothing is said. Writes wait for a backup, so one that fails is not tried again before the next day.
 */
export function catchUpBackup(app: PbApp): void {
  const job = Array.from(app.cron().jobs()).find((one) => one.id() === BACKUP_JOB)
  const today = indianDay(now())
  if (!job || !DAILY.test(job.expression()) || app.store().get(TRIED) === today) return
  if (now() - newestBackup(app).time < MISSED_MS) return
  app.store().set(TRIED, today)
  job.run()
}
