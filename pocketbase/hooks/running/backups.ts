import { DAY_MS } from '../../../src/domain/date'
import { now } from '../lib/clock'
import { keepValue, keptValue } from '../lib/kept-value'
import { newestBackup } from '../lib/newest-backup'

/** PocketBase's own job, which makes a backup and takes away those beyond what is kept. */
const BACKUP_JOB = '__pbAutoBackup__'
const DAILY = /^(\d+) (\d+) \* \* \*$/
/** A night's own backup may take so long, ms. */
const OWN_MS = 60 * 60_000
const TRIED = 'store-backup-tried'

/**
 * Hourly: makes the day's backup where the machine was off or asleep at its minute. Of other times than daily ones
 * nothing is said. Writes wait for a backup, so one that fails is not tried again before the next day.
 */
export function catchUpBackup(app: PbApp): void {
  const job = Array.from(app.cron().jobs()).find((one) => one.id() === BACKUP_JOB)
  const due = job && lastDue(job.expression())
  if (!due || now() < due + OWN_MS || keptValue(app, TRIED) === due) return
  if (newestBackup(app).time >= due) return
  keepValue(app, TRIED, due)
  job.run()
}

/** When a daily job had its last time, ms; undefined for others. PocketBase's jobs go by UTC. */
function lastDue(expression: string): number | undefined {
  const [, minute, hour] = DAILY.exec(expression) ?? []
  if (!hour) return undefined
  const inDay = (Number(hour) * 60 + Number(minute)) * 60_000
  return Math.floor((now() - inDay) / DAY_MS) * DAY_MS + inDay
}
