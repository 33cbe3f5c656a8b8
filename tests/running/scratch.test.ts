import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inScratch } from '../../scripts/start/scratch'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scratch-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('RUN-04 a folder for a moment is gone after it, and so is that of a start that was killed', async () => {
  const killed = spawnSync(process.execPath, ['--version']).pid
  const kept = [`making-${process.ppid}-theirs`, 'making-something', 'notes']
  for (const name of [`making-${killed}-left`, ...kept]) await mkdir(join(root, name, 'new'), { recursive: true })
  const folder = await inScratch(join(root, 'making-'), async (made) => {
    expect(existsSync(made)).toBe(true)
    return made
  })
  expect(existsSync(folder)).toBe(false)
  await expect(inScratch(join(root, 'making-'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await readdir(root)).sort()).toEqual(kept.sort())
})
