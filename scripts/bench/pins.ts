import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { liftLimits, type RecordStore, startStore } from '../../tests/backend/record-store'
import { ensureBrowser } from '../check/browser'
import { writeReport } from '../check/reports'
import { DIST_DIR, ROOT } from '../start/environment'
import { memoryOf } from './bench-shop'
import { writePinFile } from './pin-file'

/**
 * `npm run bench:pins [file.csv]`: what India Post's directory costs: brought in by the command, and by the desk on a
 * phone of a quarter of this machine's speed; its place on the disk, the record store's memory, and how long a
 * question takes. Without a file it makes one of 165,000 rows. Needs a built store. Writes `reports/pins-bench.json`.
 */

const SUPERUSER = {
  STORE_SUPERUSER_EMAIL: 'owner@example.com',
  STORE_SUPERUSER_PASSWORD: 'owner password of the tests',
}
const QUESTIONS = 3000
const SLOWER = 4
const PHONE = { width: 390, height: 844 }

const since = (began: number) => Math.round(performance.now() - began)

async function memory(store: RecordStore): Promise<{ now: number; most: number }> {
  const { resident, most } = await memoryOf(store.pid())
  return { now: Math.round(resident), most: Math.round(most) }
}

async function databaseBytes(store: RecordStore): Promise<number> {
  await (await store.superuser()).sql.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return (await stat(join(store.dir, 'data.db'))).size
}

async function byCommand(store: RecordStore, file: string): Promise<{ ms: number; said: string }> {
  const began = performance.now()
  const args = ['--import', 'tsx', 'scripts/start/pins.ts', file, '--url', store.url]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...SUPERUSER },
  })
  return { ms: since(began), said: stdout.trim() }
}

async function questions(store: RecordStore): Promise<{ p50: number; p95: number }> {
  const { items } = await (await store.superuser()).collection('pin_codes').getList(1, 1000, { skipTotal: true })
  const times: number[] = []
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const began = performance.now()
    await (await fetch(`${store.url}/api/store/pin/${items[(asked * 37) % items.length]?.pincode}`)).text()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => Number((times[Math.floor(times.length * part)] ?? 0).toFixed(2))
  return { p50: at(0.5), p95: at(0.95) }
}

/** Read and brought in by a browser, ms, and the longest time it did not answer. */
async function byDesk(store: RecordStore, file: string): Promise<{ read: number; brought: number; frozen: number }> {
  const { executablePath, args } = await ensureBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ viewport: PHONE })
    const { authStore } = await store.superuser()
    const session = JSON.stringify({ token: authStore.token, record: authStore.record })
    await page.addInitScript((session) => {
      localStorage.setItem('__pb_superusers__/_', session)
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      })
    }, session)
    await page.goto(`${store.url}/_/#/setup`)
    const input = page.getByLabel('CSV of India Post’s directory')
    await input.waitFor({ state: 'attached' })
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.evaluate('tasks.length = 0')
    let began = performance.now()
    await input.setInputFiles(file)
    const bring = page.getByRole('button', { name: /^Bring in/ })
    await bring.waitFor({ timeout: 120_000 })
    const read = since(began)
    began = performance.now()
    await bring.click()
    await page.getByText(/PIN codes in place\./).waitFor({ timeout: 120_000 })
    const brought = since(began)
    return { read, brought, frozen: Math.round(Number(await page.evaluate('Math.max(0, ...tasks)'))) }
  } finally {
    await browser.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pins-bench-'))
const store = await startStore({ seed: 'demo', asInShop: true, env: { STORE_PUBLIC_DIR: DIST_DIR } })
try {
  await liftLimits(store)
  const [, , given] = process.argv
  const file = given ?? join(folder, 'pincode.csv')
  if (!given) await writePinFile(file)
  const before = { bytes: await databaseBytes(store), memory: await memory(store) }
  const command = await byCommand(store, file)
  const kB = Math.round(((await databaseBytes(store)) - before.bytes) / 1000)
  const facts = {
    file: `${((await stat(file)).size / 1e6).toFixed(1)} MB`,
    command,
    disk: `${kB} kB more than ${Math.round(before.bytes / 1000)} kB`,
    memory: { before: before.memory, after: await memory(store) },
    question: await questions(store),
    desk: await byDesk(store, file),
    again: { disk: `${Math.round((await databaseBytes(store)) / 1000)} kB`, memory: await memory(store) },
  }
  console.log(JSON.stringify(facts, null, 2))
  await writeReport('pins-bench', facts)
} finally {
  await store.stop()
  await rm(folder, { recursive: true, force: true })
}
