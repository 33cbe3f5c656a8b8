import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { parseProduct } from '../../src/domain/catalog/product'
import { MAX_WISHES } from '../../src/domain/limits'
import { WISHLIST_KEY } from '../../src/features/account/session'
import { OwnWishlist } from '../../src/features/catalog/own-wishlist'
import { keepAll, press } from '../../src/features/wishlist/keeper'
import { useWishes } from '../../src/features/wishlist/store'
import { hi } from '../../src/language/hi'
import { setLanguage } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'
import { isLineHere } from '../../src/lib/line'
import { toast } from '../../src/ui/toast'
import { server } from './network'
import { sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()
afterEach(() => authStore.clear())
const signIn = (id: string) => authStore.save(sessionToken(id), { id, collectionId: 'u', collectionName: 'users' })

const SOAP = { id: 'soap', collectionId: 'products', name: 'Neem Soap', price: 180, inStock: true, category: 'soap' }
afterEach(() => setLanguage('en'))
const open = () =>
  render(
    <Surroundings>
      <OwnWishlist />
    </Surroundings>,
  )
const give = (...products: string[]) =>
  useWishes.setState({ wishes: products.map((product) => ({ product, color: '', price: 180, at: 1, gone: false })) })

test('WISH-06 hearts that came from elsewhere are not called gone before the shop has answered', async () => {
  const answers: (() => void)[] = []
  server.use(
    http.get('*/api/collections/products/records', async () => {
      await new Promise<void>((answer) => answers.push(answer))
      return HttpResponse.json({ items: [SOAP] })
    }),
    http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })),
  )
  const answer = async (at: number) => {
    await waitFor(() => expect(answers).toHaveLength(at + 1))
    answers[at]?.()
  }
  give('soap')
  open()
  await answer(0)
  await screen.findByText('Neem Soap')
  act(() => give('soap', 'tote'))
  expect(screen.getByText('Neem Soap')).toBeVisible()
  expect(screen.queryByText(/not in the shop any more/)).toBeNull()
  await answer(1)
  expect(await screen.findByText('1 thing of this list is not in the shop any more.')).toBeVisible()
})

test('WISH-07 a list of which nothing is in the shop any more is not shared', async () => {
  server.use(http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })))
  give('tote')
  open()
  await screen.findByText('1 thing of this list is not in the shop any more.')
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('WISH-02 what a full list has no room for of a shared one is said', () => {
  const wishes = Array.from({ length: MAX_WISHES - 1 }, (_, at) => ({ product: `p${at}`, price: 180, at: at + 1 }))
  localStorage.setItem(WISHLIST_KEY, JSON.stringify({ user: '', wishes }))
  const said = vi.spyOn(toast, 'error').mockClear()
  const shared = (id: string) => ({ product: parseProduct({ ...SOAP, id }), color: '' })
  keepAll([shared('soap')])
  expect(said).not.toHaveBeenCalled()
  keepAll([shared('soap'), shared('tote')])
  expect(said).toHaveBeenCalledWith('Your wishlist is full', expect.anything())
  expect(useWishes.getState().wishes).toHaveLength(MAX_WISHES)
})

test('WISH-04 a heart given before the account’s list has come is kept, without the list of the account before', async () => {
  localStorage.setItem(
    WISHLIST_KEY,
    JSON.stringify({ user: 'before', wishes: [{ product: 'soap', price: 180, at: 1 }] }),
  )
  const lists: { items: { product: string }[] }[] = []
  const answers: (() => void)[] = []
  server.use(
    http.get('*/api/collections/wishlists/records', async () => {
      if (answers.length === 0) await new Promise<void>((answer) => answers.push(answer))
      return HttpResponse.json({ items: lists.slice(-1) })
    }),
    http.all('*/api/collections/wishlists/records/:id?', async ({ request }) => {
      lists.push({ id: 'list', ...((await request.json()) as object) } as never)
      return HttpResponse.json(lists.at(-1))
    }),
  )
  signIn('me')
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(useWishes.getState().wishes).toBeNull()
  press(parseProduct({ ...SOAP, id: 'tote' }), '')
  const shown = () => useWishes.getState().wishes?.map(({ product }) => product)
  expect(shown()).toEqual(['tote'])
  answers[0]?.()
  await waitFor(() => expect(lists.map(({ items }) => items.map(({ product }) => product))).toEqual([['tote']]))
  expect(shown()).toEqual(['tote'])
})

test('WISH-03 ROUTE-26 a heart given without a line goes to the account once the line is back', async () => {
  let lost = true
  const unlessLost = () => (lost ? HttpResponse.error() : undefined)
  const kept: unknown[] = []
  server.use(
    http.head('*/api/health', () => unlessLost() ?? new HttpResponse()),
    http.all('*/api/collections/wishlists/records', unlessLost),
    http.get('*/api/collections/wishlists/records', () => HttpResponse.json({ items: [] })),
    http.post('*/api/collections/wishlists/records', async ({ request }) => {
      kept.push(...((await request.json()) as { items: { product: string }[] }).items.map(({ product }) => product))
      return HttpResponse.json({ id: 'list' })
    }),
  )
  signIn('somebody')
  press(parseProduct({ ...SOAP, id: 'jhola' }), '')
  await waitFor(() => expect(isLineHere()).toBe(false), { timeout: 10_000 })
  lost = false
  await waitFor(() => expect(kept).toContain('jhola'), { timeout: 10_000 })
}, 30_000)

test('WISH-03 ROUTE-26 a heart that found no line goes out by itself also where the line is back already', async () => {
  let tries = 0
  const kept: unknown[] = []
  server.use(
    http.head('*/api/health', () => new HttpResponse()),
    http.get('*/api/collections/wishlists/records', () => HttpResponse.json({ items: [] })),
    http.post('*/api/collections/wishlists/records', async ({ request }) => {
      tries += 1
      if (tries <= 3) return HttpResponse.error()
      kept.push(...((await request.json()) as { items: { product: string }[] }).items.map(({ product }) => product))
      return HttpResponse.json({ id: 'list' })
    }),
  )
  signIn('anybody')
  press(parseProduct({ ...SOAP, id: 'diya' }), '')
  await waitFor(() => expect(kept).toEqual(['diya']), { timeout: 10_000 })
}, 30_000)

test('WISH-03 ROUTE-26 … not for ever where the line is here and brings nothing', async () => {
  let tries = 0
  server.use(
    http.head('*/api/health', () => new HttpResponse()),
    http.get('*/api/collections/wishlists/records', () => HttpResponse.json({ items: [] })),
    http.post('*/api/collections/wishlists/records', () => {
      tries += 1
      return HttpResponse.error()
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  signIn('whoever')
  press(parseProduct({ ...SOAP, id: 'diya' }), '')
  for (let elapsed = 0; elapsed < 16_000; elapsed += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let round = 0; round < 20; round += 1) await new Promise((done) => setImmediate(done))
  }
  vi.useRealTimers()
  expect(tries).toBe(6)
})

test('WISH-06 LANG-04 what signing in is good for is one sentence in Hindi, too', async () => {
  server.use(http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [SOAP] })))
  setLanguage('hi', createTranslator(hi))
  give('soap')
  open()
  const link = await screen.findByRole('link', { name: 'साइन इन करें' })
  expect(link.parentElement).toHaveTextContent('साइन इन करें, तो ये आपके हर फ़ोन पर रहेंगी। न करें, तो भी कुछ नहीं खोएगा।')
})
