import { argv } from 'node:process'
import PocketBase from 'pocketbase'
import type { CsvChange } from '../../src/domain/desk/csv-rows'

/**
 * An import of new products as the desk sends it, at its pace, beside whatever else the store does:
 * `csv-import.ts URL TOKEN ROWS`. Prints how far it came and how long it took.
 */
const [url = '', token = '', rows = '5000'] = argv.slice(2)

// What the desk's part needs of a browser.
Object.assign(globalThis, {
  localStorage: { setItem: () => undefined, removeItem: () => undefined, getItem: () => null },
  addEventListener: () => undefined,
})
const { importRun, startRun } = await import('../../src/desk/import/import-run')

const pb = new PocketBase(url)
pb.authStore.save(token)
const changes = Array.from({ length: Number(rows) }, (_, number): CsvChange => {
  const name = `Imported Soap ${number}`
  const description = `Soap number ${number}, made by hand of coconut oil, neem leaves and what else there is.`
  const cells = {
    name,
    category: 'soap',
    price: '190.00',
    on_sale: 'yes',
    on_hand: '12',
    description,
    tags: 'neem | gift',
  }
  const isNew = Object.entries(cells).map(([column, now]) => [column, ['', now]] as const)
  return { line: number + 2, id: '', name, cells: Object.fromEntries(isNew) }
})
const began = performance.now()

function tell(): void {
  const run = importRun.get()
  const seconds = Math.round((performance.now() - began) / 1000)
  process.exitCode = run?.state === 'done' && run.refused.length === 0 ? 0 : 1
  console.log(`import: ${run?.done} of ${rows} rows in ${seconds} s, ${run?.refused.length} refused. ${run?.why ?? ''}`)
}
process.on('SIGTERM', () => {
  tell()
  process.exit()
})
const TELL_MS = 30_000
setInterval(tell, TELL_MS).unref()
startRun((route, { body } = {}) => pb.send(`/api/store/desk/${route}`, { method: 'POST', body, requestKey: null }), {
  kind: 'products',
  file: 'load.csv',
  mark: '00000000',
  headings: new Map(),
  rows: changes,
  at: Date.now(),
})
await new Promise<void>((done) => importRun.subscribe(() => importRun.get()?.state !== 'running' && done()))
tell()
