import { expect, test, vi } from 'vitest'
import {
  type CommentsAnswer,
  type DeskReview,
  MESSAGES_PER_PAGE,
  type MessagesAnswer,
  type ReviewsAnswer,
} from '../../src/domain/desk/messages'
import { Mailbox } from '../mailbox'
import { PIXEL } from '../pixel'
import { shared } from '../shared'
import { startStore } from './record-store'

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ seed: 'demo', env: mailbox.env }))

const desk = async <T>(route: string, body?: object): Promise<T> =>
  (await store.superuser()).send(`/api/store/desk/${route}`, { method: body ? 'POST' : 'GET', body })
const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error) => [error.status, error.response.data],
  )
const message = (name: string, more = {}) =>
  store.insert('messages', { name, email: 'asha@example.com', message: 'Do you ship to Leh?\nSoon?', ...more })

const aProduct = () => store.guest().collection('products').getFirstListItem('archived = false', { sort: 'name' })

test('LETTER-01 a message is answered by mail, once, and stands with its answer', async () => {
  const id = await message('Asha Rao')
  await message('Some program', { suspicious: true })
  const before = await desk<MessagesAnswer>('messages?tab=open')
  expect(before.items.map(({ name }) => name)).toEqual(['Asha Rao'])
  expect(before.counts).toMatchObject({ open: 1, suspicious: 1 })
  expect(await refused(desk(`messages/${id}`, { answer: ' ' }))).toMatchObject([400, {}])
  expect(await refused(desk('messages/none00000000001', { answer: 'Yes.' }))).toEqual([404, {}])

  const both = ['Yes, by post.', 'No, sorry.'].map((answer) => refused(desk(`messages/${id}`, { answer })))
  expect((await Promise.all(both)).filter((problem) => problem === undefined)).toHaveLength(1)
  const [done] = (await desk<MessagesAnswer>('messages?tab=done')).items
  await store.runJob('store-outbox')
  await vi.waitFor(() => expect(mailbox.mails).toHaveLength(1))
  const [mail] = mailbox.mails
  expect(mail?.to).toEqual(['asha@example.com'])
  expect(mail?.body).toContain(`${done?.answer}\r\n`)
  expect(mail?.body).toContain('> Do you ship to Leh?\r\n> Soon?')
  expect((await desk<MessagesAnswer>('messages?tab=open')).items).toEqual([])
  // The same answer again, because what said so was lost.
  expect(await desk(`messages/${id}`, { answer: done?.answer })).toEqual({ done: true })
  await store.runJob('store-outbox')
  expect(mailbox.mails).toHaveLength(1)
  const log = await (await store.superuser()).collection('desk_log').getFullList()
  expect(log.map(({ who, what }) => [who, what])).toEqual([['owner@example.com', 'Answered the message']])
})

test('LETTER-01 one that needs no answer is put aside, and back', async () => {
  const id = await message('Ravi')
  await desk(`messages/${id}`, { done: true })
  expect((await desk<MessagesAnswer>('messages?tab=open')).items).toEqual([])
  await desk(`messages/${id}`, { done: false })
  expect((await desk<MessagesAnswer>('messages?tab=open')).items.map(({ name }) => name)).toEqual(['Ravi'])
})

test('LETTER-02 texts to answer with are made, changed and removed', async () => {
  const { id } = await desk<{ id: string }>('templates', { name: 'To Leh', text: 'Dear {name}, yes.' })
  await desk('templates', { id, name: 'To Leh', text: 'Yes, {name}.' })
  const { templates } = await desk<MessagesAnswer>('messages?tab=open')
  expect(templates).toMatchObject([{ id, name: 'To Leh', text: 'Yes, {name}.' }])
  // Made once, and gone once, where the answer was lost.
  expect(await desk('templates', { name: 'To Leh', text: 'Yes, {name}.' })).toEqual({ id })
  const seen = templates[0]?.updated
  await desk('templates', { id, name: 'To Leh', text: 'No, {name}.', seen })
  for (const more of [{}, { remove: true }])
    expect(await refused(desk('templates', { id, name: 'To Leh', text: 'Perhaps.', seen, ...more }))).toEqual([
      ...[409, { code: 'changed' }],
    ])
  const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']
  for (let round = 0; round < 8; round++) {
    const [now] = (await desk<MessagesAnswer>('messages?tab=open')).templates
    const atOnce = texts.map((text) => refused(desk('templates', { id, name: 'To Leh', text, seen: now?.updated })))
    expect((await Promise.all(atOnce)).filter((problem) => problem === undefined)).toHaveLength(1)
  }
  for (const _ of ['gone', 'gone already'])
    expect(await desk('templates', { id, name: 'To Leh', text: 'Yes, {name}.', remove: true })).toEqual({ id })
  expect((await desk<MessagesAnswer>('messages?tab=open')).templates).toEqual([])
  expect(await refused(desk('templates', { id, name: 'x', text: 'y' }))).toEqual([404, {}])
})

test('LETTER-03 a review is shown, hidden with a reason, and answered; its words stay', async () => {
  const product = await aProduct()
  const author = await store.newUser('Meera')
  const words = { title: 'Soft', content: 'Smells of rain.', rating: 5 }
  const id = await store.insert('reviews', { ...words, user: author.id, product: product.id, state: 'waiting' })
  const shown = async (tab: string) => (await desk<ReviewsAnswer>(`reviews?tab=${tab}`)).items.map((one) => one.id)
  expect(await shown('waiting')).toEqual([id])
  await desk(`reviews/${id}`, { state: 'published' })
  expect(await shown('unanswered')).toContain(id)
  await desk(`reviews/${id}`, { reply: 'Thank you.' })
  expect(await shown('unanswered')).not.toContain(id)
  const stored = () => store.guest().collection('reviews').getOne(id)
  expect(await stored()).toMatchObject({ ...words, reply: 'Thank you.' })
  expect(await refused(desk(`reviews/${id}`, { state: 'hidden' }))).toMatchObject([400, {}])
  await desk(`reviews/${id}`, { state: 'hidden', hidden_reason: 'Names another customer.' })
  await expect(stored()).rejects.toMatchObject({ status: 404 })
  await desk(`reviews/${id}`, { state: 'published' })
  expect(await stored()).toMatchObject({ ...words, hidden_reason: '', reply: 'Thank you.' })
})

test('LETTER-03 RISK-11 a review that was changed after its answer asks for another, however old it is', async () => {
  const owner = await store.superuser()
  const product = await aProduct()
  const { pb, id: user } = await store.newUser('Kavya')
  const words = { title: 'Lovely soap', content: 'Smells of rain.', rating: 5 }
  const { id } = await pb.collection('reviews').create({ ...words, user, product: product.id })
  const listed = async () => (await desk<ReviewsAnswer>('reviews?tab=unanswered')).items.find((one) => one.id === id)
  const seen = (await listed())?.updated
  await owner.sql.run(`UPDATE reviews SET created = '2020-01-01 00:00:00.000Z' WHERE id = '${id}'`)
  await desk(`reviews/${id}`, { reply: 'Thank you, so true!', seen })
  expect(await listed()).toBeUndefined()
  const { unanswered } = (await desk<ReviewsAnswer>('reviews?tab=all')).counts

  await pb.collection('reviews').update(id, { content: 'Fraud.' })
  expect(await listed()).toMatchObject({ content: 'Fraud.', reply: '', replied_at: expect.stringContaining('20') })
  expect((await desk<ReviewsAnswer>('reviews?tab=all')).counts.unanswered).toBe(unanswered + 1)
  // Whoever has the list open from before answers other words.
  for (const deed of [{ reply: 'So true!' }, { state: 'published' }])
    expect(await refused(desk(`reviews/${id}`, { ...deed, seen }))).toMatchObject([409, { code: 'changed' }])
  await desk(`reviews/${id}`, { reply: 'Please write to us.', seen: (await listed())?.updated })
  expect(await listed()).toBeUndefined()
})

test('LETTER-04 DATA-05 comments are listed, those last that were written or changed first, and deleted', async () => {
  const owner = await store.superuser()
  const { id: product, name } = await aProduct()
  const [author, other] = [await store.newUser('Leela'), await store.newUser('Noor')]
  const words = { title: 'Soft', content: 'Smells of rain.', rating: 5 }
  const review = await store.insert('reviews', { ...words, user: author.id, product, state: 'published' })
  const write = (content: string) => other.pb.collection('review_comments').create({ review, content })
  const first = await write('Mine too.')
  const second = await write('Buy at my shop.')
  const listed = async () => (await desk<CommentsAnswer>('comments')).items.map(({ content }) => content)
  expect((await listed()).slice(0, 2)).toEqual(['Buy at my shop.', 'Mine too.'])
  await other.pb.collection('review_comments').update(first.id, { content: 'Buy at mine.' })
  expect((await desk<CommentsAnswer>('comments')).items[0]).toMatchObject({
    ...{ id: first.id, content: 'Buy at mine.', author: 'Noor', reviewer: 'Leela', product: name, product_id: product },
  })
  await desk(`comments/${second.id}/delete`, {})
  expect(await listed()).not.toContain('Buy at my shop.')
  expect(await desk(`comments/${second.id}/delete`, {})).toEqual({ id: second.id })
  const shown = await store
    .guest()
    .collection('review_comments')
    .getFullList({ filter: `review = "${review}"` })
  expect(shown.map(({ content }) => content)).toEqual(['Buy at mine.'])
  const [logged] = await owner.collection('desk_log').getFullList({ sort: '-created' })
  expect(logged?.what).toBe(`Deleted a comment on a review of “${name}”`)
})

test('LETTER-03 its pictures are seen by whoever decides about it, before anybody else sees them', async () => {
  const owner = await store.superuser()
  const { id: product } = await aProduct()
  const { pb, id: user } = await store.newUser('Tara')
  const images = [new File([PIXEL], 'a.png', { type: 'image/png' })]
  const words = { user, product, rating: 4, title: 'With a picture', content: 'See for yourself.' }
  const { id } = await pb.collection('reviews').create({ ...words, images })
  await owner.sql.run(`UPDATE reviews SET state = 'waiting' WHERE id = '${id}'`)
  const seen = async (tab: string) =>
    (await desk<ReviewsAnswer>(`reviews?tab=${tab}`)).items.find((one) => one.id === id) as DeskReview
  const opens = async ({ images: [file], file_token }: DeskReview, token = file_token) =>
    (await fetch(`${store.url}/api/files/reviews/${id}/${file}?thumb=300x0&token=${token}`)).status
  const waiting = await seen('waiting')
  expect(waiting).not.toHaveProperty('user')
  expect([await opens(waiting), await opens(waiting, '')]).toEqual([200, 404])
  const asAuthor = { headers: { Authorization: waiting.file_token } }
  expect((await fetch(`${store.url}/api/collections/reviews/records/${id}`, asAuthor)).status).toBe(404)
  await desk(`reviews/${id}`, { state: 'published' })
  expect((await seen('all')).file_token).toBe('')
})

test('LETTER-04 a list that just fills its page has no further one', async () => {
  const { items } = await desk<MessagesAnswer>('messages?tab=open')
  for (let count = items.length; count < MESSAGES_PER_PAGE; count += 1) await message(`Asha ${count}`)
  expect(await desk('messages?tab=open')).toMatchObject({ items: { length: MESSAGES_PER_PAGE }, more: false })
  await message('One more')
  expect(await desk('messages?tab=open')).toMatchObject({ items: { length: MESSAGES_PER_PAGE }, more: true })
  expect(await desk('messages?tab=open&page=2')).toMatchObject({ items: [{ name: 'One more' }], more: false })
})

test('GUARD-11 a page behind the last is empty, and a tab that is none is the usual one', async () => {
  for (const list of ['messages', 'reviews', 'comments'])
    for (const page of ['Infinity', '1e300', '1e18'])
      expect((await desk<MessagesAnswer>(`${list}?page=${page}`)).items).toEqual([])
  for (const list of ['messages', 'reviews'])
    for (const tab of ['constructor', '__proto__'])
      expect(await desk(`${list}?tab=${tab}`)).toEqual(await desk(`${list}?tab=none`))
})
