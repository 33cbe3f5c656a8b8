import { rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startStore } from './record-store'

test('RUN-21 a backup that was missed at night is made by day, once; with other times than daily ones none is', async () => {
  const store = await startStore()
  onTestFinished(() => store.stop())
  const owner = await store.superuser()
  const made = async (hours: number, cron: string) => {
    await store.setAhead(hours * 60 * 60_000)
    const { backups } = await owner.settings.getAll()
    await owner.settings.update({ backups: { ...backups, cron } })
    await store.runJob('store-backup')
    return (await owner.backups.getFullList()).length
  }
  const [start, hour] = [Date.now(), 60 * 60_000]
  // Its minute, in UTC.
  const daily = (hours: number) => {
    const at = new Date(start + hours * hour)
    return `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  }
  const night = daily(-2)
  expect(await made(0, '')).toBe(0)
  expect(await made(0, night.replace(/\*$/, '0'))).toBe(0)
  // The night's own may still be at work.
  expect(await made(0, daily(-0.5))).toBe(0)
  expect(await made(0, night)).toBe(1)
  // Their names have the second in which they are made.
  const [first] = await owner.backups.getFullList()
  const file = join(store.dir, 'backups', 'first.zip')
  await rename(join(store.dir, 'backups', first?.key ?? ''), file)
  expect(await made(21.5, night)).toBe(1)
  // One that was copied here from a clock that was ahead is none of today's.
  await utimes(file, start / 1000, (start + 90 * hour) / 1000)
  expect(await made(22.5, night)).toBe(1)
  // Less than a day after the last one, which was made late.
  expect(await made(23.5, night)).toBe(2)
  // Still of a day ago by this clock, as where a backup fails; a restart tries no more.
  await store.kill()
  await store.restart()
  expect(await made(23.6, night)).toBe(2)
  expect((await owner.backups.getFullList()).find(({ key }) => key !== 'first.zip')?.key).toMatch(/^@auto_pb_backup_/)
})
