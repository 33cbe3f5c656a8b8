import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import PocketBase from 'pocketbase'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SUPERUSER_EMAIL, SUPERUSER_PASSWORD } from '../backend/record-store'
import { scratchFolder } from '../scratch-folder'
import { TOKEN_SECRET, type UpgradeFacts } from '../upgrade/facts'
import { start, startRefused } from './start'

vi.setConfig({ testTimeout: 180_000 })

const KEPT = join(import.meta.dirname, '../upgrade')
/** The oldest that is kept: every migration has to run. */
const OLDEST = '38420c7'
/** Backups of earlier releases name the store that made them. */
const OF_BEFORE = JSON.stringify({ start: { pid: 4_194_304, born: '1' } })

test('RUN-15 RUN-05 RUN-09 a backup of an older release that is restored in the admin UI is brought up to date', async () => {
  const { orders } = JSON.parse(await readFile(join(KEPT, `${OLDEST}.json`), 'utf8')) as UpgradeFacts
  const [order] = orders
  const records = brotliDecompressSync(await readFile(join(KEPT, `${OLDEST}.db.br`)))
  const dir = scratchFolder(onTestFinished)
  const store = await start({
    STORE_DATA_DIR: dir,
    STORE_SEED: 'none',
    STORE_SUPERUSER_EMAIL: SUPERUSER_EMAIL,
    STORE_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD,
    STORE_TOKEN_SECRET: TOKEN_SECRET,
  })
  onTestFinished(async () => void (await store.stop()))
  await mkdir(join(dir, 'backups'), { recursive: true })
  await writeFile(join(dir, 'backups/older.zip'), zipSync({ 'data.db': records, 'store.lock': strToU8(OF_BEFORE) }))
  const owner = new PocketBase(store.url)
  await owner.collection('_superusers').authWithPassword(SUPERUSER_EMAIL, SUPERUSER_PASSWORD)
  await owner.backups.restore('older.zip')

  const opened = () =>
    fetch(`${store.url}/api/store/orders/${order?.id}`, { headers: { 'X-Order-Token': order?.token ?? '' } })
      .then(({ status }) => status)
      .catch(() => 0)
  await expect.poll(opened, { timeout: 60_000 }).toBe(200)
  expect((await fetch(`${store.url}/api/collections/promotions/records`)).status).toBe(200)
  // Compared at serve, and nothing to say.
  expect(store.output()).not.toMatch(/schema|migration/i)

  // The folder is still this store's, and what it makes of it now says nothing of processes.
  const { code, output } = await startRefused({ STORE_DATA_DIR: dir })
  expect(code).toBe(1)
  expect(output).toContain('is in use by a running store')
  await owner.collection('_superusers').authWithPassword(SUPERUSER_EMAIL, SUPERUSER_PASSWORD)
  await owner.backups.create('now.zip')
  expect(Object.keys(unzipSync(await readFile(join(dir, 'backups/now.zip'))))).not.toContain('store.lock')
})
