import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import PocketBase from 'pocketbase'
import { ROOT } from '../../scripts/start/environment'
import { freePort } from '../../scripts/start/free-port'
import { findPocketBase } from '../../scripts/start/pocketbase'
import { orderOf } from '../backend/paying-shop'
import { SUPERUSER_EMAIL, SUPERUSER_PASSWORD, storeFlags, USER_PASSWORD } from '../backend/record-store'
import { RazorpayFake } from '../gateway/razorpay'
import { type KeptOrder, TOKEN_SECRET, type UpgradeFacts } from './facts'

/**
 * `npm run fixture:upgrade -- v0.2.0`: runs the store of that tag or commit, with its own hooks and migrations, on a
 * new data folder; sells through its own routes; and keeps the folder's database beside this file for
 * tests/backend/upgrade.test.ts. What that store could not do yet (pay online, make bills) is left out.
 */

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
const READY_TIMEOUT_MS = 30_000

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_TIMEOUT_MS; Date.now() < end; ) {
    const ready = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('That store did not start.')
}

/** What an order shows that no upgrade may change. */
async function keptOrder(owner: PocketBase, id: string, token: string, key: string, body: unknown): Promise<KeptOrder> {
  const { number, status, payment_status, fulfilment_status, items, items_total, grand_total, access_token_hash } =
    await owner.collection('orders').getOne(id)
  const row = { number, status, payment_status, fulfilment_status, items, items_total, grand_total, access_token_hash }
  return { id, token, key, body, row }
}

async function sell(url: string, commit: string, gateway: RazorpayFake): Promise<UpgradeFacts> {
  const owner = new PocketBase(url).autoCancellation(false)
  await owner.collection('_superusers').authWithPassword(SUPERUSER_EMAIL, SUPERUSER_PASSWORD)
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json().catch(() => ({})) }
  }

  const product = async (fields: Record<string, unknown>, stock?: number) => {
    const made = await owner.collection('products').create({ category: 'soap', inStock: true, price: 180, ...fields })
    if (stock !== undefined)
      await owner.collection('stock_movements').create({ product: made.id, delta: stock, reason: 'restock' })
    return made.id
  }
  const soap = await product({ name: 'Neem & Tulsi Soap', tags: ['gift', 'साबुन'], list_order: 2 }, 40)
  const bag = await product({ name: 'Indigo Jhola', category: 'bag', price: 900, list_order: 1 })
  await product({ name: 'Turmeric Bar', description: 'Ground by hand.' })

  const email = 'asha@example.com'
  const user = await owner
    .collection('users')
    .create({ name: 'Asha', email, password: USER_PASSWORD, passwordConfirm: USER_PASSWORD, verified: true })
  const shopper = (await owner.collection('users').impersonate(user.id, 3600)).autoCancellation(false)
  const { contact, address } = orderOf(soap)
  await shopper.collection('addresses').create({
    ...address,
    user: user.id,
    name: contact.name,
    phone: '+919845012345',
    pincode: '560003',
  })
  const kept = { id: soap, name: 'Neem & Tulsi Soap', price: 180, images: [] }
  const lines = [{ productId: soap, product: kept, quantity: 2, color: '' }]
  await shopper.collection('carts').create({ user: user.id, items: lines })

  let keys = 0
  const orders: KeptOrder[] = []
  const place = async (change: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const key = `fixture-key-${String(++keys).padStart(12, '0')}`
    const body = orderOf(soap, change)
    const answer = await post('/api/store/orders', body, { 'Idempotency-Key': key, ...headers })
    if (answer.status !== 201) return undefined
    return { ...answer.body, key, body }
  }
  const keep = async (placed: { id: string; access_token: string; key: string; body: unknown }) =>
    orders.push(await keptOrder(owner, placed.id, placed.access_token, placed.key, placed.body))
  const pack = (id: string) => owner.collection('orders').update(id, { fulfilment_status: 'packed' })

  const cash = await place({ payment_method: 'cod' })
  if (!cash) throw new Error('That store takes no order.')
  await pack(cash.id)
  await keep(cash)
  const signedIn = await place({ payment_method: 'cod' }, { Authorization: shopper.authStore.token })
  if (!signedIn) throw new Error('That store takes no order of an account.')
  await pack(signedIn.id)
  await keep(signedIn)
  await shopper
    .collection('reviews')
    .create({ user: user.id, product: soap, rating: 5, title: 'Lovely', content: 'Smells of rain.' })
  const cancelled = await place({ payment_method: 'cod', contact: { ...contact, phone: '9845012346' } })
  await post(`/api/store/orders/${cancelled.id}/cancel`, {}, { 'X-Order-Token': cancelled.access_token })
  await keep(cancelled)

  const paid = await place({ payment_method: 'online', contact: { ...contact, phone: '9845012347' } })
  if (paid?.payment?.provider === 'razorpay') {
    const payment = gateway.pay(paid.payment.gateway_order_id)
    const back = { 'X-Order-Token': paid.access_token }
    await post(`/api/store/orders/${paid.id}/payment/verify`, gateway.returned(payment), back)
    await pack(paid.id)
    const refunds = owner.collection('refunds')
    const refund = { order: paid.id, reason: 'by_shop' }
    // Paise, before rupees were typed.
    await refunds.create({ ...refund, rupees: 10 }).catch(() => refunds.create({ ...refund, amount: 1000 }))
    await keep(paid)
    const waiting = await place({ payment_method: 'online', contact: { ...contact, phone: '9845012348' } })
    await keep(waiting)
  }
  await owner.collection('special_offers').create({
    ...{ title: 'A jhola, on us', active: true, min_order_value: 300, offer_type: 'free_gift', gift_product_id: bag },
    ...{ start_date: '2020-01-01 00:00:00.000Z', end_date: '2099-01-01 00:00:00.000Z' },
  })
  const two = { items: [{ product: soap, quantity: 2, color: '' }], expected_total: 36_000 }
  const gifted = await place({ ...two, payment_method: 'cod', contact: { ...contact, phone: '9845012349' } })
  await pack(gifted.id)
  await keep(gifted)
  const bills = await owner
    .collection('bills')
    .getFullList({ sort: 'sequence' })
    .catch(() => [])
  return {
    commit,
    time: Date.now(),
    product: soap,
    user: { id: user.id, email },
    orders,
    bills: bills.map(({ number, order, sequence }) => ({ number, order, sequence })),
    paidOnline: paid?.payment?.provider === 'razorpay',
  }
}

export async function makeFixture(ref: string): Promise<void> {
  const commit = (await run('git', ['rev-parse', '--short=7', `${ref}^{commit}`], { cwd: ROOT })).stdout.trim()
  const name = /^v\d/.test(ref) ? ref : commit
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const scratch = await mkdtemp(join(cache, 'upgrade-fixture-'))
  const gateway = await RazorpayFake.start()
  try {
    const archive = join(scratch, 'source.tar')
    await run('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT })
    await run('tar', ['-xf', archive, '-C', scratch])
    await symlink(join(ROOT, 'node_modules'), join(scratch, 'node_modules'))
    // Releases before 0.4 had their scripts in one folder.
    const places = ['scripts/build/hooks.ts', 'scripts/hooks.ts'].map((path) => join(scratch, path))
    const { buildHooks } = await import(places.find((path) => existsSync(path)) as string)
    const hooks = join(scratch, 'built-hooks')
    await buildHooks(hooks)

    const binary = await findPocketBase()
    const data = join(scratch, 'data')
    const flags = storeFlags(data, hooks, join(scratch, 'pocketbase/pb_migrations'))
    const env = { ...process.env, ...gateway.env, STORE_TOKEN_SECRET: TOKEN_SECRET }
    await run(binary, ['migrate', 'up', ...flags], { env })
    await run(binary, ['superuser', 'upsert', SUPERUSER_EMAIL, SUPERUSER_PASSWORD, ...flags], { env })
    const url = `http://127.0.0.1:${await freePort()}`
    const server = spawn(binary, ['serve', `--http=${url.slice(7)}`, ...flags], { env, stdio: 'ignore' })
    const closed = new Promise((resolve) => server.once('close', resolve))
    try {
      await waitUntilReady(url)
      const facts = await sell(url, commit, gateway)
      await writeFile(join(HERE, `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`)
    } finally {
      server.kill('SIGTERM')
      await closed
    }
    // A server told to stop may leave changes in SQLite's log beside the file; a command that ends by itself does not.
    await run(binary, ['store-state', join(scratch, 'state.json'), ...flags], { env })
    const log = await stat(join(data, 'data.db-wal')).catch(() => ({ size: 0 }))
    if (log.size > 0) throw new Error('Changes were left in the log.')
    const database = await readFile(join(data, 'data.db'))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
    await writeFile(join(HERE, `${name}.db.br`), brotliCompressSync(database, { params }))
    console.log(`tests/upgrade/${name}.db.br and .json are written.`)
  } finally {
    await gateway.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

for (const ref of process.argv.slice(2)) await makeFixture(ref)
