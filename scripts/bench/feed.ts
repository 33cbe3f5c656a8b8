import { readFile } from 'node:fs/promises'
import type { RecordStore } from '../../tests/backend/record-store'
import { writeReport } from '../check/reports'

/** The store's time on a processor until now, ms; Linux counts it in hundredths of a second. */
async function processorMs(store: RecordStore): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${store.pid()}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}

/**
 * `npm run bench:catalogue -- --feed`: what `/feeds/google.xml` takes with 5,000 products, ms, and of that the
 * store's processor, which says more on a busy machine: made for the first time after a start, and when the minute's
 * job has made it, after a change of the settings (all is made again), after a change of one product, and kept. Writes
 * `reports/feed-bench.json`.
 */
export async function measureFeed(store: RecordStore, rounds: number): Promise<void> {
  const owner = await store.superuser()
  const settings = owner.collection('store_settings')
  const { id, store_name } = await settings.getFirstListItem('')
  const product = await owner.collection('products').getFirstListItem('archived = false')
  const timed = async () => {
    const workedBefore = await processorMs(store)
    const startedAt = performance.now()
    const answer = await fetch(`${store.url}/feeds/google.xml`)
    const text = await answer.text()
    if (!answer.ok || !text.includes('</rss>')) throw new Error(`The feed answered ${answer.status}`)
    return { ms: performance.now() - startedAt, processor: (await processorMs(store)) - workedBefore }
  }
  const restart = async () => {
    await store.kill()
    await store.restart()
    await (await fetch(`${store.url}/sitemap.xml`)).text()
  }
  const changes: [string, (round: number) => Promise<unknown>][] = [
    ['first, right after a start', restart],
    [
      'first, after its job',
      async () => {
        await restart()
        await store.runJob('store-feed')
      },
    ],
    ['all made again', (round) => settings.update(id, { store_name: `${store_name} ${round}` })],
    ['one product changed', (round) => owner.collection('products').update(product.id, { price: 200 + round })],
    ['kept', async () => {}],
  ]
  const results = []
  for (const [name, change] of changes) {
    const times: { ms: number; processor: number }[] = []
    for (let round = 0; round < rounds; round++) {
      await change(round)
      times.push(await timed())
    }
    const middle = (of: 'ms' | 'processor') =>
      times.map((time) => time[of]).sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const [ms, processor] = [middle('ms'), middle('processor')]
    console.log(`${name.padEnd(24)}${ms.toFixed(0).padStart(8)} ms${String(processor).padStart(8)} ms of processor`)
    results.push({ name, ms, processor, times })
  }
  await writeReport('feed-bench', { rounds, results })
}
