import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkFolderIsFree, LOCK_FILE, lockFolder, nameStore } from '../../scripts/folder-lock.mjs'
import { start, startRefused } from './start'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('RUN one folder is one store’s: another start is refused and told by whom; a killed start takes its PocketBase along', async () => {
  const env = { STORE_DATA_DIR: folder, STORE_SEED: 'none' }
  const store = await start(env)
  const { start: first, store: pocketbase } = JSON.parse(await readFile(join(folder, LOCK_FILE), 'utf8'))

  const { code, output } = await startRefused(env)
  expect(code).toBe(1)
  expect(output).toContain(`The data folder ${folder} is in use by a running store (process ${first.pid}).`)
  expect((await fetch(`${store.url}/api/health`)).status).toBe(200)

  await store.stop('SIGKILL')
  // At once, on another port: it waits until the PocketBase of the killed one has ended.
  const next = await start(env)
  expect(() => process.kill(pocketbase.pid, 0)).toThrow('ESRCH')
  await expect(fetch(`${store.url}/api/health`)).rejects.toThrow()
  expect(await next.stop()).toBe(0)
  expect(await readdir(folder)).not.toContain(LOCK_FILE)
})

test('RUN a lock of processes that are gone, or whose number another one has, is none', async () => {
  await lockFolder(folder, process.pid)
  await expect(checkFolderIsFree(folder)).rejects.toThrow(`process ${process.pid}`)
  await expect(lockFolder(folder, process.pid)).rejects.toThrow(`process ${process.pid}`)
  const lock = JSON.parse(await readFile(join(folder, LOCK_FILE), 'utf8'))
  const other = { pid: process.pid, born: `${lock.start.born}0` }
  await writeFile(join(folder, LOCK_FILE), JSON.stringify({ start: other, store: other }))
  await checkFolderIsFree(folder)
  await writeFile(join(folder, LOCK_FILE), '{"start":{"pid"')
  await checkFolderIsFree(folder)
  await lockFolder(folder, process.pid)
  nameStore(folder, process.pid)
  await expect(checkFolderIsFree(folder)).rejects.toThrow('STORE_DATA_DIR')
})
