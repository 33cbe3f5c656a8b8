import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inScratch, inSharedScratch } from '../../scripts/start/scratch'
import { scratchFolder } from '../scratch-folder'

const root = scratchFolder()

test('RUN-04 a folder for a moment is gone after it, and so is that of a start that was killed', async () => {
  const killed = spawnSync(process.execPath, ['--version']).pid
  // The second may be at work in another container, whose processes are not seen from here.
  const [now, before] = [new Date(), new Date(Date.now() - 3_600_000)]
  const made: [string, Date][] = [
    [`making-${killed}-left`, before],
    [`making-${killed}-new`, now],
    [`making-${process.ppid}-theirs`, before],
    [`making-${killed}aBcDe`, before],
    ['making-something', before],
    ['notes', before],
  ]
  for (const [name, time] of made) {
    await mkdir(join(root, name, 'new'), { recursive: true })
    await utimes(join(root, name), time, time)
  }
  const kept = made.slice(1).map(([name]) => name)
  const work = async (made: string) => {
    expect(existsSync(made)).toBe(true)
    return made
  }
  const folder = await inSharedScratch(join(root, 'making-'), work)
  expect(existsSync(folder)).toBe(false)
  await expect(inScratch(join(root, 'else-'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await readdir(root)).sort()).toEqual(kept.sort())
})

test('RUN-04 what a killed start left where no other container works is gone at the next start', async () => {
  const killed = spawnSync(process.execPath, ['--version']).pid
  await mkdir(join(root, `state-${killed}-new`))
  await inScratch(join(root, 'state-'), async () => {})
  expect((await readdir(root)).filter((name) => name.startsWith('state-'))).toEqual([])
})
