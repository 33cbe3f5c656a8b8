import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startStore } from './record-store'

test('RUN-21 a backup that was missed at night is made by day, once; with other times than daily ones none is', async () => {
  const home = await mkdtemp(join(tmpdir(), 'backups-'))
  const clock = join(home, 'clock')
  const store = await startStore({ env: { STORE_CLOCK_FILE: clock } })
  try {
    const owner = await store.superuser()
    const made = async (hours: number, cron: string) => {
      await writeFile(clock, String(hours * 60 * 60_000))
      const { backups } = await owner.settings.getAll()
      await owner.settings.update({ backups: { ...backups, cron } })
      await store.runJob('store-backup')
      return (await owner.backups.getFullList()).length
    }
    expect(await made(0, '')).toBe(0)
    expect(await made(0, '30 20 * * 0')).toBe(0)
    expect(await made(0, '30 20 * * *')).toBe(1)
    // Their names have the second in which they are made.
    const [first] = await owner.backups.getFullList()
    await rename(join(store.dir, 'backups', first?.key ?? ''), join(store.dir, 'backups', 'first.zip'))
    expect(await made(24.5, '30 20 * * *')).toBe(1)
    expect(await made(25.5, '30 20 * * *')).toBe(2)
    // Still of a day ago by this clock, as where a backup fails.
    expect(await made(25.6, '30 20 * * *')).toBe(2)
    expect((await owner.backups.getFullList()).find(({ key }) => key !== 'first.zip')?.key).toMatch(/^@auto_pb_backup_/)
  } finally {
    await store.stop()
    await rm(home, { recursive: true, force: true })
  }
})
