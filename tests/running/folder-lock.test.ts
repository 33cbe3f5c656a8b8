import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, utimesSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  checkFolderIsFree,
  LOCK_FILE,
  LOCK_TURN,
  lockFolder,
  nameStore,
  unlockFolder,
} from '../../scripts/start/folder-lock.mjs'
import { findPocketBase } from '../../scripts/start/pocketbase'
import { scratchFolder } from '../scratch-folder'
import { start, startInterrupted, startRefused } from './start'

vi.setConfig({ testTimeout: 180_000 })

const GONE = { start: { pid: 4_194_304, born: '1' } }

let folder: string
beforeEach(() => {
  folder = scratchFolder(onTestFinished)
})

test('RUN-04 RUN-05 one folder is one store’s: another start is refused and told by whom; a killed start takes its PocketBase along', async () => {
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
  await expect(fetch(`${store.url}/api/health`)).rejects.toThrow()
  // Its number is free a moment later, when the system has taken note of its end.
  await vi.waitFor(() => expect(() => process.kill(pocketbase.pid, 0)).toThrow('ESRCH'), { timeout: 10_000 })
  expect(await next.stop()).toBe(0)
  expect(await readdir(folder)).not.toContain(LOCK_FILE)
})

test('RUN-05 the start after one that was killed waits until nothing works on the folder any more', async () => {
  const tools = scratchFolder(onTestFinished)
  const program = join(tools, 'program')
  const working = join(tools, 'working')
  // The first of all migrations takes its time, whatever it is told.
  const code = `#!/bin/sh
if [ -e ${working} ]; then kill -0 $(cat ${working}) 2>/dev/null && touch ${join(tools, 'early')}
elif [ $1 = migrate ]; then trap '' TERM; echo $$ > ${working}; sleep 4; exit 1; fi
exec ${await findPocketBase()} "$@"
`
  await writeFile(program, code, { mode: 0o755 })
  const env = { STORE_DATA_DIR: folder, STORE_SEED: 'none', POCKETBASE_BIN: program }
  const migrates = () => vi.waitFor(() => expect(existsSync(working)).toBe(true), { timeout: 120_000 })
  const killed = startInterrupted(env, migrates, 'SIGKILL')
  await migrates()
  const next = await start(env)
  expect(await next.stop()).toBe(0)
  await killed
  expect(await readdir(tools)).toEqual(['program', 'working'])
})

test('RUN-05 a lock of processes that are gone, or whose number another one has, is none', async () => {
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
  unlockFolder(folder)
})

test('RUN-05 a store of another container or machine has its folder as long as it dates its lock anew', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  // Each start that waits says so, and the six seconds pass.
  const said = vi.spyOn(console, 'log').mockImplementation(() => void vi.advanceTimersByTime(6001))
  onTestFinished(() => said.mockRestore())
  await lockFolder(folder, process.pid)
  nameStore(folder, process.pid)
  const file = join(folder, LOCK_FILE)
  const lock = JSON.parse(await readFile(file, 'utf8'))
  expect(lock.host).toBe(hostname())
  // As this machine sees that of another; process numbers mean nothing there.
  const text = JSON.stringify({ host: 'shop-2', start: GONE.start })
  // Nor do they in a container that was given the same host name, as one in the network of its machine is.
  const alike = JSON.stringify({ ...lock, space: 'pid:[1]', start: GONE.start, store: GONE.start })
  for (const [there, words] of [
    [text, '(process 4194304 on the host shop-2)'],
    [alike, `(process 4194304 on the host ${hostname()})`],
  ] as const) {
    await writeFile(file, there)
    await expect(lockFolder(folder, process.pid)).rejects.toThrow(words)
  }
  unlockFolder(folder)
  await checkFolderIsFree(folder)
  await writeFile(file, text)
  await utimes(file, 0, 0)
  said.mockClear()
  await lockFolder(folder, process.pid, await checkFolderIsFree(folder))
  expect(said.mock.calls).toEqual([[expect.stringMatching('4194304 on the host shop-2 .* 6 seconds')]])
  unlockFolder(folder)
})

test('RUN-05 so has one whose clock is another', async () => {
  const file = join(folder, LOCK_FILE)
  await writeFile(file, JSON.stringify({ host: 'shop-2', start: GONE.start }))
  let beat = 0
  // At once: one that is under way would find no file after the test.
  const beating = setInterval(() => utimesSync(file, ++beat, beat), 50)
  await expect(lockFolder(folder, process.pid)).rejects.toThrow('on the host shop-2')
  clearInterval(beating)
  unlockFolder(folder)
})

test('RUN-05 of many starts over a lock that was left behind one takes the folder', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(join(folder, LOCK_FILE), round % 2 ? JSON.stringify(GONE) : '{"start":{"pid"')
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, process.pid)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(folder)).toEqual([LOCK_FILE])
  }
})

test('RUN-05 nor do processes of their own take it together', async () => {
  const module = new URL('../../scripts/start/folder-lock.mjs', import.meta.url)
  // Each begins when all are there, and stays, as a store does, until its standard input ends.
  const code = `
    const { lockFolder } = await import(${JSON.stringify(module.href)})
    process.stdin.once('data', () =>
      lockFolder(process.argv[1], process.pid).then(() => console.log('taken'), () => console.log('refused')),
    )
    console.log('there')
  `
  for (let round = 0; round < 6; round++) {
    await writeFile(join(folder, LOCK_FILE), JSON.stringify(GONE))
    const takers = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code, folder], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const words = () => Promise.all(takers.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
    expect(await words()).toEqual(Array(6).fill('there'))
    for (const { stdin } of takers) stdin.write('go')
    expect((await words()).sort()).toEqual([...Array(5).fill('refused'), 'taken'])
    const ended = takers.map((taker) => once(taker, 'exit'))
    for (const { stdin } of takers) stdin.end()
    await Promise.all(ended)
  }
})

test('RUN-05 a start that was killed while it took the folder keeps no other out', async () => {
  const turn = join(folder, LOCK_TURN)
  await mkdir(turn)
  await utimes(turn, 0, 0)
  await lockFolder(folder, process.pid)
  expect(await readdir(folder)).toEqual([LOCK_FILE])
})
