import { now } from './clock'

/** The newest backup: when, ms since 1970, and its bytes; both 0 where there is none. No file is of a time to come. */
export function newestBackup(app: PbApp): { time: number; size: number } {
  const files = app.newBackupsFilesystem()
  try {
    const all = Array.from(files.list('')).map(({ modTime, size }) => ({ time: modTime.unixMilli(), size }))
    const past = all.filter(({ time }) => time <= now())
    return past.sort((a, b) => b.time - a.time)[0] ?? { time: 0, size: 0 }
  } finally {
    files.close()
  }
}
