import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_ADDRESSES } from '../../src/domain/account/saved-address'
import { type LocalServer, startLocalServer } from '../local-server'
import { Mailbox } from '../mailbox'
import { PIXEL } from '../pixel'
import { liftLimits, type NewUser, type RecordStore, startStore } from './record-store'

let mailbox: Mailbox
let google: LocalServer
let store: RecordStore
let owner: PocketBase
let product: string
/** Who signs in at Google: its answer to whose token it is. */
let person = { email: '', name: '' }

beforeAll(async () => {
  mailbox = await Mailbox.start()
  google = await startLocalServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const whole = { sub: person.email, email: person.email, email_verified: true, name: person.name, picture: '' }
    response.end(JSON.stringify(request.url === '/token' ? { access_token: 'x', token_type: 'Bearer' } : whole))
  })
  const at = google.url
  store = await startStore({
    env: {
      ...mailbox.env,
      ...{ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' },
      ...{ GOOGLE_AUTH_URL: `${at}/auth`, GOOGLE_TOKEN_URL: `${at}/token`, GOOGLE_USERINFO_URL: `${at}/me` },
    },
  })
  await liftLimits(store)
  owner = await store.superuser()
  product = (await owner.collection('products').create({ name: 'Soap', category: 'soap', price: 180, inStock: true }))
    .id
})
afterAll(async () => {
  await store?.stop()
  await mailbox?.stop()
  await google?.stop()
})

/** An account with somebody's address and something in every place, made by whoever knows its password alone. */
async function prepared(): Promise<NewUser> {
  const stranger = await store.newUser('Mallory', false)
  const { pb, id: user } = stranger
  await owner.collection('users').update(user, { avatar: new File([PIXEL], 'a.png') })
  const to = { name: 'Mallory', phone: '98450 12345', line1: '1 Other Street', city: 'Bengaluru', state: 'KA' }
  await pb.collection('addresses').create({ user, label: 'Home', pincode: '560001', ...to })
  await pb.collection('carts').create({ user, items: [] })
  await pb.collection('wishlists').create({ user, items: [] })
  const about = { user, product, rating: 1, title: 'Bad', content: 'Bad.' }
  const review = await owner.collection('reviews').create(about)
  await pb.collection('review_votes').create({ review: review.id, user })
  await owner.collection('review_comments').create({ review: review.id, user, content: 'Bad.' })
  await store.insert('orders', { user, number: `SJ-${randomUUID().slice(0, 8)}`, email: stranger.email, items: [] })
  return stranger
}

async function kept({ id }: NewUser) {
  const names = ['addresses', 'carts', 'wishlists', 'reviews', 'review_comments', 'review_votes', 'orders']
  const found = await Promise.all(names.map((name) => owner.collection(name).getFullList({ filter: `user = "${id}"` })))
  const { name, avatar, verified } = await owner.collection('users').getOne(id)
  return { stored: found.map(({ length }) => length), name, picture: avatar !== '', verified }
}
const ALL = { stored: [1, 1, 1, 1, 1, 1, 1], name: 'Mallory', picture: true }
const NOTHING = { stored: [0, 0, 0, 0, 0, 0, 0], picture: false, verified: true }

async function tokenOf(email: string, link: RegExp): Promise<string> {
  const { body } = await mailbox.waitFor(email, link)
  return /#token=([\w.-]+)/.exec(body.slice(body.search(link)))?.[1] ?? ''
}
const users = (pb: PocketBase = store.guest()) => pb.collection('users')
const isAlive = ({ pb }: NewUser) =>
  users(pb)
    .authRefresh()
    .then(
      () => true,
      () => false,
    )
const signsIn = ({ email, password }: NewUser) =>
  users()
    .authWithPassword(email, password)
    .then(
      () => true,
      () => false,
    )

async function byGoogle(email: string, pb = store.guest()): Promise<PocketBase> {
  person = { email, name: 'Asha Rao' }
  await users(pb).authWithOAuth2Code('google', 'code', 'verifier', `${store.url}/api/oauth2-redirect`)
  return pb
}

describe('RISK-14 an account that was made before its owner came', () => {
  test('AUTH-04 Google: nothing the stranger stored is left, and nothing lets them in', async () => {
    const stranger = await prepared()
    expect(await kept(stranger)).toMatchObject({ ...ALL, verified: false })
    const pb = await byGoogle(stranger.email)
    expect(pb.authStore.record?.id).toBe(stranger.id)
    expect(await kept(stranger)).toEqual({ ...NOTHING, name: 'Asha Rao' })
    expect([await isAlive(stranger), await signsIn(stranger)]).toEqual([false, false])
    expect((await owner.collection('products').getOne(product)).reviews).toBe(0)
    expect(await owner.collection('orders').getFullList({ filter: `email = "${stranger.email}"` })).toHaveLength(1)
  })

  test('what was delivered to its address, and the review of it, stays: an old customer need not have confirmed', async () => {
    const stranger = await prepared()
    const own = `WHERE user = '${stranger.id}'`
    await owner.sql.run(`UPDATE orders SET fulfilment_status = 'delivered', status = 'completed' ${own}`)
    await owner.sql.run(`UPDATE reviews SET verified_purchase = TRUE ${own}`)
    await byGoogle(stranger.email)
    expect((await kept(stranger)).stored).toEqual([0, 0, 0, 1, 0, 0, 1])
  })

  test('AUTH-05 a new password by mail: the same', async () => {
    const stranger = await prepared()
    await users().requestPasswordReset(stranger.email)
    const token = await tokenOf(stranger.email, /reset-password#token=/)
    await users().confirmPasswordReset(token, 'the owner’s own', 'the owner’s own')
    expect(await kept(stranger)).toEqual({ ...NOTHING, name: '' })
    expect([await isAlive(stranger), await signsIn(stranger)]).toEqual([false, false])
  })

  test('the link of the mail confirms nothing to whoever has neither session nor password', async () => {
    const stranger = await prepared()
    await users().requestVerification(stranger.email)
    const token = await tokenOf(stranger.email, /mail=verify#token=/)
    const other = await store.newUser()
    for (const [pb, body] of [
      [store.guest(), { token }],
      [store.guest(), { token, password: 'a guess of it' }],
      [other.pb, { token }],
    ] as const) {
      const call = users(pb).confirmVerification(token, { body })
      await expect(call).rejects.toMatchObject({
        status: 400,
        response: { data: { password: { code: 'password_needed' } } },
      })
    }
    expect(await kept(stranger)).toMatchObject({ ...ALL, verified: false })
  })
})

describe('RISK-14 a person who made their account loses nothing', () => {
  test.each([
    ['signed in', (own: NewUser, token: string) => users(own.pb).confirmVerification(token)],
    [
      'with the password, elsewhere',
      (own: NewUser, token: string) => users().confirmVerification(token, { body: { token, password: own.password } }),
    ],
  ])('by the link of the mail, %s', async (_, confirm) => {
    const own = await prepared()
    await users().requestVerification(own.email)
    await confirm(own, await tokenOf(own.email, /mail=verify#token=/))
    expect(await kept(own)).toEqual({ ...ALL, verified: true })
    expect([await isAlive(own), await signsIn(own)]).toEqual([true, true])
  })

  test('by Google while signed in, and by whatever comes after the first proof', async () => {
    const own = await prepared()
    await byGoogle(own.email, own.pb)
    expect(await kept(own)).toEqual({ ...ALL, verified: true })
    await users().requestPasswordReset(own.email)
    const token = await tokenOf(own.email, /reset-password#token=/)
    await users().confirmPasswordReset(token, 'another one', 'another one')
    await byGoogle(own.email)
    expect(await kept(own)).toEqual({ ...ALL, verified: true })
  })
})

test('ORDER-11 of addresses saved at once no more are kept than one account may have', async () => {
  const { pb, id: user } = await store.newUser()
  const address = { user, name: 'Asha Rao', phone: '98450 12345', line1: '12 Church Street', city: 'Bengaluru' }
  const save = () => pb.collection('addresses').create({ ...address, state: 'KA', pincode: '560001' })
  const answers = await Promise.allSettled(Array.from({ length: 3 * MAX_ADDRESSES }, save))
  const saved = answers.filter(({ status }) => status === 'fulfilled')
  expect(saved).toHaveLength(MAX_ADDRESSES)
  expect(await pb.collection('addresses').getFullList()).toHaveLength(MAX_ADDRESSES)
  await expect(save()).rejects.toMatchObject({
    response: { data: { user: { message: 'At most 20 addresses can be kept.' } } },
  })
})

describe('AUTH-09 an address has one account, whatever its capitals', () => {
  const make = (email: string) =>
    users().create({ name: 'Asha Rao', email, password: 'a long enough one', passwordConfirm: 'a long enough one' })

  test('of sign-up and sign-in', async () => {
    const email = `Asha-${randomUUID()}@Example.com`
    const { id } = await make(email)
    expect((await owner.collection('users').getOne(id)).email).toBe(email.toLowerCase())
    await expect(make(email.toUpperCase())).rejects.toMatchObject({
      response: { data: { email: { code: 'validation_not_unique' } } },
    })
    for (const typed of [email, email.toUpperCase(), email.toLowerCase()])
      expect((await users().authWithPassword(typed, 'a long enough one')).record.id).toBe(id)
  })

  test('AUTH-04 RISK-14 of Google, and a stranger before it keeps nothing', async () => {
    const stranger = await prepared()
    const pb = await byGoogle(stranger.email.replace('user', 'User'))
    expect(pb.authStore.record?.id).toBe(stranger.id)
    expect(await kept(stranger)).toEqual({ ...NOTHING, name: 'Asha Rao' })
    const email = `Asha-${randomUUID()}@Example.com`
    const own = (await byGoogle(email)).authStore.record
    // With what only they themselves may see.
    expect(own).toMatchObject({ email: email.toLowerCase(), verified: true })
    const account = await owner.collection('users').getOne(own?.id ?? '')
    expect(account).toMatchObject({ email: email.toLowerCase(), verified: true })
  })

  test('of a new address, and of staff', async () => {
    const own = await store.newUser()
    const email = `New-${randomUUID()}@Example.com`
    await users(own.pb).requestEmailChange(email)
    await users().confirmEmailChange(await tokenOf(email.toLowerCase(), /mail=email#token=/), own.password)
    expect((await owner.collection('users').getOne(own.id)).email).toBe(email.toLowerCase())
    const made = { email: `Helper-${randomUUID()}@Example.com`, password: 'a long enough one', role: 'packer' }
    await owner.collection('staff').create({ ...made, name: 'Help', passwordConfirm: made.password })
    const { record } = await store.guest().collection('staff').authWithPassword(made.email, made.password)
    expect(record.email).toBe(made.email.toLowerCase())
  })
})
