import { beforeAll, expect, test } from 'vitest'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import type { Refused } from './paying-shop'

const UNSEEN = '\u200b\u200d\u3164\u{e0041}'

const shop = shared(openCashShop)
let soap: string

beforeAll(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

test('RISK-13 a name or review of which nothing can be seen is refused by the store itself', async () => {
  const contact = { name: UNSEEN, email: 'meera@example.in', phone: '9845012345' }
  const order = await shop.place<Refused>(orderOf(soap, { contact }))
  expect(order.status).toBe(400)
  expect(order.body.data['contact.name']).toMatchObject({ message: 'Enter the full name.' })

  const password = 'kitchen table'
  const signUp = { email: 'unseen@example.in', password, passwordConfirm: password }
  await expect(
    shop.store
      .guest()
      .collection('users')
      .create({ ...signUp, name: UNSEEN }),
  ).rejects.toMatchObject({
    response: { data: { name: { message: expect.stringContaining('Enter your name.') } } },
  })

  const { pb, id: user } = await shop.store.newUser()
  await expect(pb.collection('users').update(user, { name: UNSEEN })).rejects.toMatchObject({ status: 400 })
  await expect(
    pb.collection('reviews').create({ user, product: soap, rating: 5, title: '', content: UNSEEN }),
  ).rejects.toMatchObject({ response: { data: { content: {} } } })
  const review = { user, product: soap, rating: 5, title: '', content: 'Good soap' }
  const { id } = await shop.owner.collection('reviews').create(review)
  await expect(pb.collection('review_comments').create({ user, review: id, content: UNSEEN })).rejects.toMatchObject({
    response: { data: { content: {} } },
  })
})
