import type PocketBase from 'pocketbase'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMMENTS_PER_DAY, COMMENTS_PER_REVIEW, OWN_COMMENTS_PER_REVIEW } from '../../src/domain/limits'
import { ALL_COMMENTS, MANY_COMMENTS, OWN_COMMENTS, REVIEW_ORDERS } from '../../src/domain/reviews/review'
import { Mailbox } from '../mailbox'
import { orderOf, placeOrder } from '../order'
import { PIXEL } from '../pixel'
import { refused } from '../refused'
import { shared } from '../shared'
import { CASH_ORDER } from './order-record'
import { liftLimits, limitAlone, type NewUser, startStore } from './record-store'

const store = shared(startStore)
let superuser: PocketBase
let people: NewUser[]
let product: string

const VOTERS = 12

beforeAll(async () => {
  await liftLimits(store)
  superuser = await store.superuser()
  await store.changeSettings({ reviews_shown_per_day: 1000 })
  people = []
  for (let count = 0; count < VOTERS; count++) people.push(await store.newUser(`Person ${count}`))
})
beforeEach(async () => {
  product = (
    await superuser.collection('products').create({ name: 'Soap', category: 'soap', price: 180, inStock: true })
  ).id
})

function person(index: number): NewUser {
  const found = people[index]
  if (!found) throw new Error(`There is no person ${index}.`)
  return found
}

const write = (index: number, rating: number, more: Record<string, unknown> = {}) => {
  const { pb, id: user } = person(index)
  return pb.collection('reviews').create({ user, product, rating, title: 'Title', content: 'Words.', ...more })
}

async function figures(id = product): Promise<[reviews: number, rating: number]> {
  const { reviews, rating } = await superuser.collection('products').getOne(id)
  return [reviews, rating]
}

const buy = (index: number, state: Record<string, string>, items: unknown) => buyAs(person(index).id, state, items)
const buyAs = (user: string, state: Record<string, string>, items: unknown) =>
  store.insert('orders', {
    number: `SJ-${Math.random().toString(36).slice(2, 10).toUpperCase()}`,
    user,
    ...CASH_ORDER,
    items,
    ...state,
  })

/** An order of the product in cash, placed as a shopper does. */
async function order({ pb, email }: NewUser): Promise<string> {
  const contact = { name: 'Asha Rao', email, phone: '98450 12345' }
  return (await placeOrder(pb, orderOf(product, { contact, payment_method: 'cod' }))).id
}
const DELIVERED = { fulfilment_status: 'delivered' }

describe('REV-02 count and average of a product', () => {
  test('follow reviews that are written, changed and deleted', async () => {
    expect(await figures()).toEqual([0, 0])
    const first = await write(0, 5)
    await write(1, 4)
    await write(2, 4)
    expect(await figures()).toEqual([3, 4.33])
    await person(0).pb.collection('reviews').update(first.id, { rating: 1 })
    expect(await figures()).toEqual([3, 3])
    await person(0).pb.collection('reviews').delete(first.id)
    expect(await figures()).toEqual([2, 4])
  })

  test('REV-08 follow reviews written at the same moment, for each number of stars as well', async () => {
    await Promise.all(people.map((_, index) => write(index, (index % 5) + 1)))
    const ratings = people.map((_, index) => (index % 5) + 1)
    const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
    const { rating_counts } = await superuser.collection('products').getOne(product)
    expect(rating_counts).toEqual([1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length))
    const [count, rating] = await figures()
    expect(count).toBe(people.length)
    expect(rating).toBeCloseTo(average, 1)
  })

  test('follow an account that is deleted with its reviews, comments and votes', async () => {
    const leaver = await store.newUser('Leaver')
    await leaver.pb
      .collection('reviews')
      .create({ user: leaver.id, product, rating: 1, title: 'Bad', content: 'Not for me.' })
    const kept = await write(0, 5)
    await leaver.pb.collection('review_votes').create({ review: kept.id, user: leaver.id })
    await leaver.pb.collection('review_comments').create({ review: kept.id, user: leaver.id, content: 'Really?' })
    expect(await figures()).toEqual([2, 3])
    await leaver.pb.send('/api/store/account/deletion', { method: 'POST', body: { password: leaver.password } })
    expect(await figures()).toEqual([1, 5])
    expect((await superuser.collection('reviews').getOne(kept.id)).helpful_votes).toBe(0)
    expect(await superuser.collection('review_comments').getFullList({ filter: `review = "${kept.id}"` })).toEqual([])
  })

  test('a review that is refused counts nothing', async () => {
    await refused(write(0, 9))
    expect(await figures()).toEqual([0, 0])
  })

  test('a product with reviews is not deleted', async () => {
    await write(0, 5)
    await expect(superuser.collection('products').delete(product)).rejects.toMatchObject({ status: 403 })
    expect(await superuser.collection('reviews').getFullList({ filter: `product = "${product}"` })).toHaveLength(1)
  })
})

describe('REV-01 writing a review', () => {
  test('needs a sign-in', async () => {
    const error = await refused(
      store.guest().collection('reviews').create({ product, rating: 5, title: 'Title', content: 'Words.' }),
    )
    expect(error.status).toBe(400)
  })

  test('is possible once for each product, and a second try says so', async () => {
    await write(0, 5)
    const error = await refused(write(0, 4))
    expect(error.message).toBe('You have reviewed this product already. You can edit your review.')
    expect(await figures()).toEqual([1, 5])
  })

  test('of the same person at the same moment is possible once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => write(0, 5)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await figures()).toEqual([1, 5])
  })

  test('needs words, and keeps them clean', async () => {
    expect((await refused(write(0, 5, { content: ' \u202e \n ' }))).data).toHaveProperty('content')
    const made = await write(0, 5, { title: '  Very\u202e good ', content: 'One.\r\n\r\n\r\n\r\nTwo.  ' })
    expect([made.title, made.content]).toEqual(['Very good', 'One.\n\nTwo.'])
  })

  test('takes up to 4 pictures of up to 5 MB, and pictures only', async () => {
    const picture = (name: string) => new File([PIXEL], name, { type: 'image/png' })
    const many = Array.from({ length: 5 }, (_, index) => picture(`${index}.png`))
    expect((await refused(write(0, 5, { images: many }))).data).toHaveProperty('images')
    const page = new File(['<script>alert(1)</script>'], 'x.png', { type: 'image/png' })
    expect((await refused(write(0, 5, { images: [page] }))).data).toHaveProperty('images')
    const large = new File([PIXEL, new Uint8Array(5 * 1024 * 1024)], 'large.png', { type: 'image/png' })
    expect((await refused(write(0, 5, { images: [large] }))).data).toHaveProperty('images')
    expect((await write(0, 5, { images: many.slice(0, 4) })).images).toHaveLength(4)
  })
})

describe('REV-07 verified purchase is the server’s word', () => {
  const line = () => [{ product, name: 'Soap', quantity: 1, unit_price: 18_000, line_total: 18_000 }]

  test.each([
    [{ fulfilment_status: 'unfulfilled' }, false],
    [{ fulfilment_status: 'shipped' }, false],
    [DELIVERED, true],
    [{ status: 'completed', fulfilment_status: 'delivered', payment_status: 'paid' }, true],
    [{ fulfilment_status: 'return_requested' }, true],
    [{ fulfilment_status: 'returned' }, false],
    [{ ...DELIVERED, payment_status: 'partially_refunded' }, true],
    [{ ...DELIVERED, payment_status: 'refunded' }, false],
    [{ status: 'pending' }, false],
    [{ status: 'cancelled' }, false],
  ])('an order with %j: %s', async (state, verified) => {
    await buy(0, state, line())
    expect((await write(0, 5)).verified_purchase).toBe(verified)
  })

  test('the badge comes when the order is delivered and goes when it is returned, or paid back in full', async () => {
    const review = await write(0, 5)
    const badge = async () => (await superuser.collection('reviews').getOne(review.id)).verified_purchase
    const move = (id: string, fields: Record<string, string>) => superuser.collection('orders').update(id, fields)
    const ship = async () => {
      const id = await order(person(0))
      await move(id, { fulfilment_status: 'packed' })
      await move(id, { fulfilment_status: 'shipped' })
      return id
    }
    const first = await ship()
    expect(await badge()).toBe(false)
    await move(first, { fulfilment_status: 'delivered' })
    expect(await badge()).toBe(true)
    await move(first, { fulfilment_status: 'return_requested' })
    expect(await badge()).toBe(true)
    await move(first, { fulfilment_status: 'returned', restock: 'no' })
    expect(await badge()).toBe(false)
    const second = await ship()
    await move(second, { fulfilment_status: 'delivered', payment_status: 'paid' })
    expect(await badge()).toBe(true)
    await move(second, { payment_status: 'refunded' })
    expect(await badge()).toBe(false)
  })

  test('the badge goes when every piece of its product was given back, and stays while one was not', async () => {
    const review = await write(0, 5)
    const badge = async () => (await superuser.collection('reviews').getOne(review.id)).verified_purchase
    const other = await superuser
      .collection('products')
      .create({ name: 'Bag', category: 'bag', price: 590, inStock: true })
    const contact = { name: 'Asha Rao', email: person(0).email, phone: '98450 12345' }
    const items = [product, other.id].map((id) => ({ product: id, quantity: 2, color: '' }))
    const placed = orderOf(product, { contact, payment_method: 'cod', items, expected_total: 154_000 })
    const { id } = await placeOrder(person(0).pb, placed)
    for (const fulfilment_status of ['packed', 'shipped', 'delivered'])
      await superuser.collection('orders').update(id, { fulfilment_status })
    await superuser.collection('orders').update(id, { payment_status: 'paid' })
    const give = async (pieces: object[]) => {
      const { body } = await store.desk(`orders/${id}`)
      expect((await store.desk(`orders/${id}/refund`, { updated: body.updated, pieces })).status).toBe(200)
    }
    await give([{ product, quantity: 1, color: '' }])
    expect(await badge()).toBe(true)
    await give([{ product, quantity: 1, color: '' }])
    expect(await badge()).toBe(false)
    await person(0).pb.collection('reviews').delete(review.id)
    expect((await write(0, 4)).verified_purchase).toBe(false)
    expect((await write(0, 4, { product: other.id })).verified_purchase).toBe(true)
  })

  test('not for another product, another person’s order or a claim', async () => {
    await buy(0, DELIVERED, [{ product: 'anotherproduct1', name: 'Bag' }])
    await buy(1, DELIVERED, line())
    expect((await write(0, 5, { verified_purchase: true })).verified_purchase).toBe(false)
  })

  test('DESK-14 an order with broken lines stops neither a review nor another order', async () => {
    await buy(0, DELIVERED, '')
    const review = await write(0, 5)
    expect(review.verified_purchase).toBe(false)
    for (const n of [1.5, '1e999']) await buy(0, DELIVERED, `[{"product":"${product}","quantity":${n}}]`)
    const id = await buy(0, { fulfilment_status: 'shipped' }, line())
    await superuser.collection('orders').update(id, DELIVERED)
    expect((await superuser.collection('reviews').getOne(review.id)).verified_purchase).toBe(true)
  })
})

describe('who may write', () => {
  const body = () => ({ product, rating: 1, title: 'Title', content: 'Words.' })

  test('RISK-09 nobody whose email is not confirmed, until the product was delivered to them', async () => {
    const stranger = await store.newUser('Stranger', false)
    const other = await write(0, 5)
    const comment = () => stranger.pb.collection('review_comments').create({ review: other.id, content: 'Bad.' })
    const review = () => stranger.pb.collection('reviews').create(body())
    for (const call of [review, comment]) {
      const { status, message, data } = await refused(call())
      expect([status, data]).toMatchObject([400, { user: { code: 'email_unproven' } }])
      expect(message).toContain('confirm your email first')
    }
    const id = await order(stranger)
    expect((await refused(stranger.pb.collection('reviews').create(body()))).status).toBe(400)
    for (const fulfilment_status of ['packed', 'shipped', 'delivered'])
      await superuser.collection('orders').update(id, { fulfilment_status })
    expect((await stranger.pb.collection('reviews').create(body())).verified_purchase).toBe(true)
    await comment()
    expect(await figures()).toEqual([2, 3])
  })
})

describe('RISK-15 comments', () => {
  const comment = (index: number, review: string) =>
    person(index).pb.collection('review_comments').create({ review, content: 'So it is.' })

  test('by people who do not have the product are bounded by the day, whoever writes and whatever is deleted', async () => {
    const [first, second] = [await write(0, 5), await write(1, 4)]
    await buy(2, DELIVERED, [{ product, quantity: 1 }])
    const made = await Promise.allSettled(
      Array.from({ length: COMMENTS_PER_DAY + 5 }, (_, count) =>
        comment(3 + (count % 4), (count % 2 ? first : second).id),
      ),
    )
    const taken = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(taken).toHaveLength(COMMENTS_PER_DAY)
    await superuser.collection('review_comments').delete(taken[0] ?? '')
    const { status, message } = await refused(comment(7, first.id))
    expect([status, message]).toEqual([400, MANY_COMMENTS])
    // Who has it may answer, and other products are not in their way.
    await comment(2, first.id)
    const other = await superuser.collection('products').create({ name: 'Bag', category: 'bag', price: 590 })
    await comment(7, (await write(0, 5, { product: other.id })).id)
    // The shop may bring along what was written elsewhere.
    const brought = { review: first.id, user: person(7).id, content: 'Brought along.' }
    await superuser.collection('review_comments').create(brought)
  })

  test('of one review are bounded, whoever writes: pages show all of them', async () => {
    const review = await write(0, 5)
    await buy(1, DELIVERED, [{ product, quantity: 1 }])
    const other = await write(2, 5)
    const rows = Array.from({ length: COMMENTS_PER_REVIEW - 1 }, () => ({ user: person(0).id, content: 'Old.' }))
    for (const row of rows) await store.insert('review_comments', { review: review.id, ...row })
    await comment(1, review.id)
    const { status, message } = await refused(comment(1, review.id))
    expect([status, message]).toEqual([400, ALL_COMMENTS])
    await comment(1, other.id)
  })

  test('of one person on one review are bounded: one buyer could leave others none', async () => {
    const review = await write(0, 5)
    for (const index of [1, 2]) await buy(index, DELIVERED, [{ product, quantity: 1 }])
    const sent = await Promise.allSettled(Array.from({ length: 100 }, () => comment(1, review.id)))
    const mine = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(mine).toHaveLength(OWN_COMMENTS_PER_REVIEW)
    const { status, message } = await refused(comment(1, review.id))
    expect([status, message]).toEqual([400, OWN_COMMENTS])
    await comment(2, review.id)
    await comment(1, (await write(3, 5)).id)
    const [one] = mine
    await person(1)
      .pb.collection('review_comments')
      .delete(one?.id ?? '')
    await comment(1, review.id)
  })

  test('that are refused take nobody’s place: one person could leave none with comments nobody sees', async () => {
    const review = await write(0, 5)
    const empty = () => person(1).pb.collection('review_comments').create({ review: review.id, content: ' ' })
    for (let count = 0; count <= COMMENTS_PER_DAY; count++) {
      const { status, data } = await refused(empty())
      expect([status, Object.keys(data)]).toEqual([400, ['content']])
    }
    await comment(2, review.id)
  })
})

describe('RISK-09 pictures', () => {
  const photo = (bytes: number) => {
    return new File([PIXEL, new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
  }
  const avatar = ({ pb, id }: NewUser, bytes = 0) => pb.collection('users').update(id, { avatar: photo(bytes) })

  beforeAll(() => limitAlone(store, 'pictures:account'))

  test('are for accounts whose email is confirmed', async () => {
    const stranger = await store.newUser('Stranger', false)
    const { said } = await refused(avatar(stranger))
    expect(said.avatar).toBe('Please confirm your email first: then you can add pictures.')
  })

  test('are 24 a day, and what is deleted gives nothing back', async () => {
    const own = await store.newUser('Own')
    const four = Array.from({ length: 4 }, () => photo(0))
    const body = { product, rating: 5, title: 'A', content: 'B.' }
    for (let count = 0; count < 6; count++) {
      const { id } = await own.pb.collection('reviews').create({ ...body, images: four })
      await own.pb.collection('reviews').delete(id)
    }
    const { said } = await refused(own.pb.collection('reviews').create({ ...body, images: four }))
    expect(said.images).toMatch(/^You have added many pictures\. Please try again in 2\d hours\.$/)
    expect((await refused(avatar(own))).data).toHaveProperty('avatar')
    await own.pb.collection('reviews').create(body)
    await avatar(await store.newUser('Other'))
  })

  test('are 40 MB a day', async () => {
    const own = await store.newUser('Own')
    for (let count = 0; count < 8; count++) await avatar(own, 4.9 * 1024 * 1024)
    expect((await refused(avatar(own, 4.9 * 1024 * 1024))).said.avatar).toContain('many pictures')
    await avatar(await store.newUser('Other'), 4.9 * 1024 * 1024)
  })
})

describe('what the shop decides', () => {
  const listed = async (pb: PocketBase) =>
    (await pb.collection('reviews').getFullList({ filter: `product = "${product}"` })).map(({ id }) => id)

  test('RISK-10 a burst on one product waits for the shop and counts nothing; buyers do not wait', async () => {
    await store.changeSettings({ reviews_shown_per_day: 3 })
    try {
      const made = await Promise.all(people.slice(0, 10).map((_, index) => write(index, 1)))
      const waiting = made.filter(({ state }) => state === 'waiting')
      expect(waiting).toHaveLength(7)
      expect(await figures()).toEqual([3, 1])
      expect(await listed(store.guest())).toHaveLength(3)
      const own = person(made.findIndex(({ id }) => id === waiting[0]?.id))
      expect(await listed(own.pb)).toContain(waiting[0]?.id)

      await buy(11, DELIVERED, [{ product, quantity: 1 }])
      expect((await write(11, 5)).state).toBe('published')
      await superuser.collection('reviews').update(waiting[0]?.id ?? '', { state: 'published' })
      expect(await figures()).toEqual([5, 1.8])
    } finally {
      await store.changeSettings({ reviews_shown_per_day: 1000 })
    }
  })

  test('RISK-10 other stars from many in one day wait as well; the same words in better English do not', async () => {
    const kind = await Promise.all(people.slice(0, 8).map((_, index) => write(index, 5)))
    await superuser.sql.run(
      `UPDATE reviews SET created = '2020-01-01 00:00:00.000Z', updated = '2020-01-01 00:00:00.000Z' WHERE product = '${product}'`,
    )
    await store.changeSettings({ reviews_shown_per_day: 3 })
    try {
      const change = (index: number, fields: object) =>
        person(index)
          .pb.collection('reviews')
          .update(kind[index]?.id ?? '', fields)
      for (let index = 0; index < 7; index++) await change(index, { rating: 1 })
      expect(await figures()).toEqual([4, 2])
      expect(await change(7, { content: 'It is as good as it was.' })).toMatchObject({ state: 'published', rating: 5 })
      expect(await change(6, { rating: 5 })).toMatchObject({ state: 'waiting' })
    } finally {
      await store.changeSettings({ reviews_shown_per_day: 1000 })
    }
  })

  test('RISK-11 hides a review with a reason that its author reads, and shows it again', async () => {
    const review = await write(0, 1)
    await write(1, 5)
    const comment = await person(1).pb.collection('review_comments').create({ review: review.id, content: 'Not so.' })
    const decide = (fields: Record<string, string>) => superuser.collection('reviews').update(review.id, fields)
    expect((await refused(decide({ state: 'hidden' }))).data).toHaveProperty('hidden_reason')
    await decide({ state: 'hidden', hidden_reason: 'Names another customer' })
    expect(await figures()).toEqual([1, 5])
    for (const pb of [store.guest(), person(1).pb]) {
      expect(await listed(pb)).not.toContain(review.id)
      expect((await refused(pb.collection('reviews').getOne(review.id))).status).toBe(404)
      expect((await refused(pb.collection('review_comments').getOne(comment.id))).status).toBe(404)
    }
    const own = await person(0).pb.collection('reviews').getOne(review.id)
    expect(own).toMatchObject({ state: 'hidden', hidden_reason: 'Names another customer' })
    await person(0).pb.collection('reviews').update(review.id, { content: 'Better words.', state: 'published' })
    expect(await figures()).toEqual([1, 5])
    expect((await refused(decide({ state: 'published' }))).data).toHaveProperty('hidden_reason')
    const deletion = await refused(person(0).pb.collection('reviews').delete(review.id))
    expect([deletion.status, deletion.message]).toEqual([
      403,
      'The shop has hidden this review. It is deleted with your account.',
    ])
    await decide({ state: 'published', hidden_reason: '' })
    expect(await figures()).toEqual([2, 3])
  })

  test('RISK-11 a review that is hidden at the moment its author gives other stars stays hidden', async () => {
    const { id } = await write(0, 5)
    await store.changeSettings({ reviews_shown_per_day: 1 })
    try {
      for (let round = 0; round < 20; round++) {
        await superuser.collection('reviews').update(id, { state: 'published', hidden_reason: '' })
        const edit = person(0)
          .pb.collection('reviews')
          .update(id, { rating: 1 + (round % 5) })
        await Promise.all([edit, store.desk(`reviews/${id}`, { state: 'hidden', hidden_reason: 'Rude' })])
        expect(await superuser.collection('reviews').getOne(id)).toMatchObject({ state: 'hidden' })
      }
    } finally {
      await store.changeSettings({ reviews_shown_per_day: 1000 })
    }
  })

  test('RISK-11 takes neither comments nor votes for a review that nobody sees', async () => {
    const review = await write(0, 1)
    await superuser.collection('reviews').update(review.id, { state: 'hidden', hidden_reason: 'Names a customer' })
    for (const name of ['review_votes', 'review_comments']) {
      const add = person(1)
        .pb.collection(name)
        .create({ review: review.id, user: person(1).id, content: 'Not so.' })
      expect((await refused(add)).status, name).toBe(404)
    }
    expect((await superuser.collection('reviews').getOne(review.id)).helpful_votes).toBe(0)
  })

  test('RISK-12 hides its pictures with it: by their address they open to its author and the shop alone', async () => {
    const review = await write(0, 1, { images: [new File([PIXEL], 'a.png', { type: 'image/png' })] })
    const url = `${store.url}/api/files/reviews/${review.id}/${review.images[0]}`
    const opens = async (token = '') => {
      const answers = await Promise.all(['', 'thumb=300x0&'].map((size) => fetch(`${url}?${size}token=${token}`)))
      return answers.map(({ status }) => status)
    }
    const tokens = await Promise.all([person(0).pb, superuser, person(1).pb].map((pb) => pb.files.getToken()))
    const everybody = async () => [await opens(), ...(await Promise.all(tokens.map(opens)))]
    const [open, closed] = [
      [200, 200],
      [404, 404],
    ]
    expect(await everybody()).toEqual([open, open, open, open])
    const decide = (fields: Record<string, string>) => superuser.collection('reviews').update(review.id, fields)
    await decide({ state: 'hidden', hidden_reason: 'Shows another customer' })
    expect(await everybody()).toEqual([closed, open, open, closed])
    await decide({ state: 'waiting', hidden_reason: '' })
    expect(await everybody()).toEqual([closed, open, open, closed])
    await decide({ state: 'published' })
    expect(await everybody()).toEqual([open, open, open, open])
  })

  test('RISK-11 answers a review, and never changes its words', async () => {
    const review = await write(0, 2)
    const comment = await person(1).pb.collection('review_comments').create({ review: review.id, content: 'Not so.' })
    const other = await superuser.collection('products').create({ name: 'Bag', category: 'bag', price: 590 })
    const rewriting: Record<string, unknown>[] = [
      ...[{ rating: 5 }, { title: 'Lovely' }, { content: 'Lovely.' }],
      ...[{ user: person(2).id }, { product: other.id }, { images: [new File([PIXEL], 'a.png')] }],
    ]
    for (const fields of rewriting) {
      const { said } = await refused(superuser.collection('reviews').update(review.id, { ...review, ...fields }))
      expect(Object.keys(said)).toEqual(Object.keys(fields))
      expect(said[Object.keys(fields)[0] ?? '']).toContain('stay as they are')
    }
    const commented = await refused(superuser.collection('review_comments').update(comment.id, { content: 'True.' }))
    expect(commented.data).toHaveProperty('content')

    // As the admin screens send it: the whole record.
    await superuser.collection('reviews').update(review.id, { ...review, reply: ' Thank you. We have\r\nmended it. ' })
    const answered = await store.guest().collection('reviews').getOne(review.id)
    expect(answered).toMatchObject({ rating: 2, title: 'Title', reply: 'Thank you. We have\nmended it.' })
    expect(Date.parse(answered.replied_at)).toBeGreaterThan(Date.now() - 60_000)
    await person(0).pb.collection('reviews').update(review.id, { reply: 'I am the shop' })
    expect((await superuser.collection('reviews').getOne(review.id)).reply).toContain('mended')
  })

  test('RISK-11 an answer given at the moment its author says something else goes as well', async () => {
    const { id } = await write(0, 5)
    const reviews = person(0).pb.collection('reviews')
    for (let round = 0; round < 20; round++) {
      const { updated: seen } = await superuser.collection('reviews').update(id, { reply: '' })
      const edit = reviews.update(id, { content: `Round ${round}.` })
      await Promise.all([edit, store.desk(`reviews/${id}`, { reply: `Answer ${round}.`, seen })])
      expect(await superuser.collection('reviews').getOne(id)).toMatchObject({ content: `Round ${round}.`, reply: '' })
    }
  })

  test('RISK-11 its answer goes when the author says something else, and stays when nothing is changed', async () => {
    const review = await write(0, 5, { title: 'Lovely soap' })
    const edit = async (fields: Record<string, unknown>) => {
      await superuser.collection('reviews').update(review.id, { reply: 'Thank you, so true!' })
      await person(0).pb.collection('reviews').update(review.id, fields)
      return superuser.collection('reviews').getOne(review.id)
    }
    const same = { rating: 5, title: ' Lovely soap ', content: 'Words.' }
    expect(await edit(same)).toMatchObject({ title: 'Lovely soap', reply: 'Thank you, so true!' })
    for (const fields of [
      { title: 'Fraud' },
      { content: 'Never again.' },
      { rating: 1 },
      { 'images+': [new File([PIXEL], 'a.png', { type: 'image/png' })] },
    ]) {
      const { reply, replied_at } = await edit(fields)
      expect([reply, Date.parse(replied_at) > 0]).toEqual(['', true])
    }
    // The shop takes its own answer back: there is nothing to answer anew.
    await superuser.collection('reviews').update(review.id, { reply: 'Sorry.' })
    const taken = await superuser.collection('reviews').update(review.id, { reply: '' })
    expect(taken.replied_at).toBe('')
  })
})

test('RISK-10 the shop is mailed each day how many reviews wait, and nothing when none does', async () => {
  const mailbox = await Mailbox.start()
  const mailed = await startStore({ env: mailbox.env })
  try {
    const owner = await mailed.superuser()
    const fields = { notify_email: 'owner@example.in', reviews_shown_per_day: 1 }
    await mailed.changeSettings(fields)
    // None waits yet.
    await mailed.runJob('store-reviews')
    const { id } = await owner.collection('products').create({ name: 'Soap', category: 'soap', price: 180 })
    const made: string[] = []
    for (let count = 0; count < 3; count++) {
      const { pb } = await mailed.newUser()
      const review = await pb.collection('reviews').create({ product: id, rating: 1, title: 'A', content: 'B.' })
      made.push(review.id)
    }
    // Hourly, for a machine that was off at nine.
    for (const _ of [1, 2]) await mailed.runJob('store-reviews')
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(1)
    await mailed.kill()
    await mailed.restart()
    await mailed.runJob('store-reviews')
    await mailed.later(24 * 60 * 60_000)
    await owner.collection('reviews').update(made[2] ?? '', { state: 'published' })
    await mailed.runJob('store-reviews')
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(2)
    expect(mailbox.mails.map(({ to, headers }) => [to, headers.get('subject')])).toEqual([
      [['owner@example.in'], ['2 reviews wait for you']],
      [['owner@example.in'], ['1 review waits for you']],
    ])
    expect(mailbox.mails[0]?.body).toContain('collection=reviews&filter=state%3D%22waiting%22')
  } finally {
    await mailed.stop()
    await mailbox.stop()
  }
})

describe('REV-05 helpful votes', () => {
  const votes = async (id: string) => (await superuser.collection('reviews').getOne(id)).helpful_votes

  test('add up when many vote at the same moment, and come back off', async () => {
    const review = await write(0, 5)
    const made = await Promise.all(
      people.map(({ pb, id: user }) => pb.collection('review_votes').create({ review: review.id, user })),
    )
    expect(await votes(review.id)).toBe(VOTERS)
    await Promise.all(
      made.slice(0, 3).map((vote, index) => person(index).pb.collection('review_votes').delete(vote.id)),
    )
    expect(await votes(review.id)).toBe(VOTERS - 3)
  })

  test('count once for each person, and a second try says so', async () => {
    const review = await write(0, 5)
    const vote = () =>
      person(1)
        .pb.collection('review_votes')
        .create({ review: review.id, user: person(1).id })
    await vote()
    expect((await refused(vote())).message).toBe('You have marked this review as helpful already.')
    await Promise.allSettled([vote(), vote(), vote()])
    expect(await votes(review.id)).toBe(1)
  })

  test('RISK-16 of nobody who is known, and of its author, count and put no review before another', async () => {
    const [pushed, good] = [await write(0, 5), await write(1, 4)]
    const vote = ({ pb }: NewUser, review: string) => pb.collection('review_votes').create({ review })
    const strangers = await Promise.all(['One', 'Two'].map((name) => store.newUser(name, false)))
    await Promise.all([...strangers, person(0)].map((one) => vote(one, pushed.id)))
    await vote(person(2), good.id)
    const inOrder = async () =>
      (
        await store
          .guest()
          .collection('reviews')
          .getFullList({ filter: `product = "${product}"`, sort: REVIEW_ORDERS.helpful })
      ).map(({ id, helpful_votes }) => [id, helpful_votes])
    expect(await inOrder()).toEqual([
      [good.id, 1],
      [pushed.id, 3],
    ])
    // From when they are confirmed they weigh, and no longer once they are taken back.
    for (const { id } of strangers) await superuser.collection('users').update(id, { verified: true })
    expect((await inOrder())[0]).toEqual([pushed.id, 3])
    const [mine] = await superuser
      .collection('review_votes')
      .getFullList({ filter: `user = "${strangers[0]?.id}" && review = "${pushed.id}"` })
    await strangers[0]?.pb.collection('review_votes').delete(mine?.id ?? '')
    await vote(person(3), good.id)
    expect((await inOrder())[0]).toEqual([good.id, 2])
  })

  test('are not lost while the author edits the words', async () => {
    const review = await write(0, 5)
    await Promise.all(
      people.map(({ pb, id: user }, index) =>
        index % 2
          ? pb.collection('review_votes').create({ review: review.id, user })
          : person(0)
              .pb.collection('reviews')
              .update(review.id, { content: `Edit ${index}.`, helpful_votes: 0 }),
      ),
    )
    expect(await votes(review.id)).toBe(VOTERS / 2)
  })
})
