import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { type RunningStore, startShop } from './bench-shop'

const OWNER = { email: 'owner@example.com', password: 'owner password of the start' }

/** All in ms. */
export interface Start {
  /** From the command on a folder that has been used, with nothing changed, to the home page whole. */
  toFirstPage: number[]
  /** Page → from asking for it after a product was saved until it is there whole. */
  drawn: { [path: string]: number[] }
}

async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url)
  await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

async function timeDrawing({ url }: RunningStore, drawn: Start['drawn']): Promise<void> {
  const client = new PocketBase(url)
  await client.collection('_superusers').authWithPassword(OWNER.email, OWNER.password)
  const { items } = await client.collection('products').getList(1, 1, { sort: '-bestseller,name' })
  const [product] = items
  if (!product) throw new Error('The demo shop has no product')
  for (const path of ['/', '/shop', `/product/${product.id}`, '/about']) {
    await timeOf(url + path)
    await client.collection('products').update(product.id, { price: product.price })
    const times = drawn[path.replace(product.id, '…')] ?? []
    times.push(await timeOf(url + path))
    drawn[path.replace(product.id, '…')] = times
  }
  // Somebody has been there since the last save.
  await timeOf(url)
}

/** @param checkout a built checkout of the store */
export async function measureStart(checkout: string, runs: number): Promise<Start> {
  const scratch = await mkdtemp(join(tmpdir(), 'start-'))
  const settings = {
    STORE_BUILT: '',
    STORE_PICTURES: 'jpeg',
    STORE_SUPERUSER_EMAIL: OWNER.email,
    STORE_SUPERUSER_PASSWORD: OWNER.password,
  }
  const start = () => startShop(join(scratch, 'data'), settings, checkout)
  const result: Start = { toFirstPage: [], drawn: {} }
  try {
    await (await start()).stop()
    for (let run = 0; run < runs; run++) {
      const began = performance.now()
      const shop = await start()
      try {
        await timeOf(shop.url)
        result.toFirstPage.push(performance.now() - began)
        await timeDrawing(shop, result.drawn)
      } finally {
        await shop.stop()
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return result
}
