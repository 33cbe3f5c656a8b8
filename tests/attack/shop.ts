import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShop, orderOf, type PayingShop, type PlacedOnline } from '../backend/paying-shop'
import type { NewUser } from '../backend/record-store'
import { picture } from './pictures'
import { send } from './wire'

/** With which a courier sends its news. */
export const COURIER_KEY = 'key-of-the-attacked-courier'

/** Words of the victim's that must never reach anybody else. */
export const VICTIM = {
  name: 'Victim Vasudha',
  email: 'victim.vasudha@example.in',
  phone: '9845098450',
  line1: '77 Hidden Lane',
  note: 'the key is under the flower pot',
}
export const VICTIMS_WORDS = [VICTIM.name, 'vasudha@', VICTIM.phone, VICTIM.line1, 'flower pot']

/** A file that stands where no request may reach it. */
export const OUTSIDE = 'outside-of-the-shop'
const PAGE = `<!doctype html><html lang="en-IN"><head><title>Shop</title><script type="module" src="/assets/index-abc123.js"></script></head><body><div id="root"></div></body></html>`
const SITE: Record<string, string> = {
  'index.html': PAGE,
  'assets/index-abc123.js': 'export {}',
  '.env': OUTSIDE,
  '.fingerprint': OUTSIDE,
}

export interface AttackedShop extends PayingShop {
  /** Three products with stock, 100,000 pieces each. */
  products: string[]
  attacker: NewUser
  victim: NewUser
  /** The session of an editor of the staff, whose id is that of the victim's account. */
  editor: string
  /** The victim's orders: one by her account, one placed as a guest. */
  owned: PlacedOnline
  guests: PlacedOnline
  review: string
  /** Name of the picture of the victim's review. */
  photo: string
}

/** A store with the built client's place filled, people who own something, and one who wants it. */
export async function openAttackedShop(): Promise<AttackedShop> {
  const home = await mkdtemp(join(tmpdir(), 'attacked-shop-'))
  const site = join(home, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  for (const [name, content] of Object.entries(SITE)) await writeFile(join(site, name), content)
  await writeFile(join(home, 'outside.txt'), OUTSIDE)
  const shop = await openShop({ env: { STORE_PUBLIC_DIR: site, SHIPROCKET_WEBHOOK_KEY: COURIER_KEY } })
  const products: string[] = []
  for (const name of ['Neem Soap', 'Rose Soap', 'Jute Bag']) products.push(await shop.newProduct({ name }, 100_000))
  const product = products[0] ?? ''
  const attacker = await shop.store.newUser('Mallory')
  // Her name here is public: it stands beside her review.
  const victim = await shop.store.newUser('Vasu')
  await shop.owner.collection('users').update(victim.id, { email: VICTIM.email })
  victim.pb = (await shop.owner.collection('users').impersonate(victim.id, 3600)).autoCancellation(false)
  // Past PocketBase, which gives no id to two accounts.
  const helper = { id: victim.id, name: 'Mallory', email: 'mallory@example.in', role: 'editor' }
  await shop.store.insert('staff', { ...helper, tokenKey: 'x'.repeat(50), disabled: false, verified: true })
  const editor = (await shop.owner.collection('staff').impersonate(victim.id, 3600)).authStore.token
  const hers = {
    contact: { name: VICTIM.name, email: VICTIM.email, phone: VICTIM.phone },
    address: { line1: VICTIM.line1, city: 'Mysuru', state: 'KA', pincode: '570001' },
    note: VICTIM.note,
  }
  const guests = await shop.placeOnline(product, hers)
  const { status, body } = await shop.post<PlacedOnline>('/api/store/orders', orderOf(product, hers), {
    'Idempotency-Key': 'the-order-of-the-victim',
    Authorization: victim.pb.authStore.token,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  await victim.pb.collection('carts').create({ user: victim.id, items: [] })
  await victim.pb.collection('addresses').create({
    user: victim.id,
    label: 'Home',
    name: VICTIM.name,
    phone: VICTIM.phone,
    ...hers.address,
  })
  const images = [new File([Uint8Array.from(picture('photograph'))], 'photo.jpg', { type: 'image/jpeg' })]
  const words = { user: victim.id, product, rating: 5, title: 'Good', content: 'Soap.', images }
  const review = await victim.pb.collection('reviews').create(words)
  const gatewayOrder = (body as unknown as { payment: { gateway_order_id: string } }).payment.gateway_order_id
  return {
    ...shop,
    products,
    attacker,
    victim,
    editor,
    owned: { ...body, gatewayOrder },
    guests,
    review: review.id,
    photo: String(review.images[0]),
    close: async () => {
      await shop.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

let looks = 0

/**
 * What the store wrote to its log of a request that went wrong; it writes a few seconds late. Of many alike the first
 * few tell enough.
 */
export async function logOf({ owner }: AttackedShop, path: string): Promise<string> {
  const filter = `data.error != "" && data.status = 400 && data.url ~ "${path.replace(/[^\w/.-].*/s, '')}"`
  for (let tries = 0; looks < 3 && tries < 60; tries++) {
    const { items } = await owner.logs.getList(1, 1, { sort: '-@rowid', filter })
    if (items[0]) {
      looks++
      return JSON.stringify(items[0].data)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 'nothing in the log'
}

/** What is wrong with the store after an attack: it must serve as before, and money and stock must add up. */
export async function expectUnharmed(shop: AttackedShop): Promise<void> {
  const health = await send(shop.store.url, { path: '/api/health' })
  if (health.status !== 200) throw new Error(`not healthy after the attack: ${health.status} ${health.text}`)
  const order = await shop.placeOnline(shop.products[0] ?? '').catch(async (error: Error) => {
    throw new Error(`cannot be bought from: ${error.message} (${await logOf(shop, '/api/store/orders')})`)
  })
  const cancelled = await shop.act(order, 'cancel')
  if (cancelled.status !== 200) throw new Error(`cannot be bought from: ${JSON.stringify(cancelled)}`)
  await shop.assertInvariants()
}
