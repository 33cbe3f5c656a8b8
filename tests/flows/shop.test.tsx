import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { isAborted } from '../../src/api/errors'
import { createQueryClient } from '../../src/api/query-client'
import { addCartLine, clearCart, currentLines, useCartSheet } from '../../src/features/cart/store'
import { CrossSell } from '../../src/features/catalog/cross-sell'
import { homeProductsOptions, prefetchProducts, productListOptions } from '../../src/features/catalog/queries'
import BestsellersPage from '../../src/pages/bestsellers'
import GiftingPage from '../../src/pages/gifting'
import NewArrivalsPage from '../../src/pages/new-arrivals'
import ShopPage from '../../src/pages/shop'
import { Address, address, askingOnce } from './address'
import { server } from './network'
import { Surroundings } from './surroundings'

type Fields = Record<string, unknown>

/** Counted without roles: asking a hundred cards for theirs takes seconds. */
const cardCount = () => document.querySelectorAll('article').length

/** Every list call of products, in order. */
let calls: URLSearchParams[] = []

function product(id: string, fields: Fields = {}): Fields {
  return { id, collectionId: 'products', name: id, category: 'soap', price: 100, inStock: true, images: [], ...fields }
}

/** Answers the list calls with these records, page by page as the record store does, whatever the filter says. */
function stock(records: (filter: string) => Fields[]): void {
  server.use(
    http.get('*/api/store/categories', () => {
      const names = records('').map(({ category }) => String(category))
      const categories = [...new Set(names)].map((category) => ({
        category,
        count: names.filter((name) => name === category).length,
      }))
      return HttpResponse.json({ categories })
    }),
    http.get('*/api/store/facets', ({ request }) => {
      const category = new URL(request.url).searchParams.get('category')
      const rows = records('')
        .filter((record) => !category || record.category === category)
        .map(({ values = '' }) => ({ values, count: 1 }))
      return HttpResponse.json({ rows })
    }),
    http.get('*/api/collections/slider_images/records', () => HttpResponse.json({ items: [] })),
    http.get('*/api/collections/products/records', ({ request }) => {
      const query = new URL(request.url).searchParams
      const all = records(query.get('filter') ?? '')
      calls.push(query)
      const page = Number(query.get('page'))
      const perPage = Number(query.get('perPage'))
      return HttpResponse.json({
        page,
        perPage,
        totalItems: query.has('skipTotal') ? -1 : all.length,
        totalPages: -1,
        items: all.slice((page - 1) * perPage, page * perPage),
      })
    }),
  )
}

/** Answers the search with these records, page by page; what it was asked, in order. */
function searchable(records: (q: string) => Fields[], corrected = ''): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/store/search', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const all = records(query.get('q') ?? '')
      const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))]
      const items = all.slice((page - 1) * perPage, page * perPage)
      return HttpResponse.json({ page, perPage, totalItems: all.length, items, corrected })
    }),
  )
  return asked
}

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}

function open(path: string) {
  return render(
    <Surroundings at={path} client={askingOnce()}>
      <Address />
      <Back />
      <Routes>
        <Route path="/shop" element={<ShopPage />} />
        <Route path="/bestsellers" element={<BestsellersPage />} />
        <Route path="/new-arrivals" element={<NewArrivalsPage />} />
        <Route path="/gifting" element={<GiftingPage />} />
        <Route path="/product/:id" element={<h1>Product page</h1>} />
      </Routes>
    </Surroundings>,
  )
}

const listed = async () => {
  const list = await screen.findByRole('list', { name: 'Products' })
  return within(list)
    .getAllByRole('article')
    .map((card) => card.getAttribute('aria-label'))
}
/** Opens a sheet of the filters. */
async function openSheet(button: string, name = button) {
  const opener = within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: button })
  await act(async () => opener.click())
  return within(await screen.findByRole('dialog', { name }))
}
const card = (name: string) => within(screen.getByRole('article', { name }))

beforeEach(() => {
  calls = []
  clearCart()
  useCartSheet.setState({ isOpen: false })
  server.use(http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })))
})

test('SHOP-01 SHOP-05 the list call asks for page 1 of 100 with every filter joined by AND', async () => {
  stock(() => [product('Tote')])
  open('/shop?category=bag&inStock=1&sort=price-low')
  expect(await listed()).toEqual(['Tote'])
  const [call] = calls
  expect(call?.get('page')).toBe('1')
  expect(call?.get('perPage')).toBe('100')
  expect(call?.get('sort')).toBe('price,id')
  expect(call?.get('filter')).toBe('category = "bag" && inStock = true && sold_out = false')
})

test('SHOP-01 SHOP-05 FIND-03 a search asks the store’s own search with everything that narrows and orders it', async () => {
  stock(() => [])
  const asked = searchable(() => [product('Tote')])
  open('/shop?category=bag&inStock=1&q=jute+totes&sort=price-low')
  expect(await listed()).toEqual(['Tote'])
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    q: 'jute totes',
    category: 'bag',
    inStock: '1',
    sort: 'price-low',
    page: '1',
    perPage: '24',
  })
  expect(calls).toEqual([])
})

test('SHOP-05 what is not in a category may be elsewhere in the shop: nothing is said of all products', async () => {
  stock(() => [])
  searchable(() => [])
  open('/shop?category=bag&q=neem')
  expect(await screen.findByText('No product fits this choice at the moment.')).toBeVisible()
})

test('SHOP-01 SHOP-05 FIND-03 a search brings what is shown of it, and the next with Load More', async () => {
  stock(() => [])
  const asked = searchable(() => Array.from({ length: 60 }, (_, index) => product(`P${index}`)))
  const pages = () => asked.map((query) => query.get('page'))
  open('/shop?q=rose')
  expect(await screen.findByText('60 products')).toBeVisible()
  expect([cardCount(), pages()]).toEqual([24, ['1']])
  await userEvent.click(screen.getByRole('button', { name: 'Load More Products' }))
  expect(await screen.findByText('48 of 60')).toBeVisible()
  expect([cardCount(), pages(), address()]).toEqual([48, ['1', '2'], '/shop?q=rose&show=48'])
  expect(card('P24').getByRole('link')).toHaveFocus()
})

test('SHOP-05 an address that shows more of a search has all of it before the page is drawn', async () => {
  const asked = searchable(() => Array.from({ length: 60 }, (_, index) => product(`P${index}`)))
  const client = createQueryClient()
  prefetchProducts(client, { q: 'rose' }, 60)
  await waitFor(() => {
    const list = client.getQueryData(productListOptions({ q: 'rose' }).queryKey)
    expect(list?.pages.map(({ products }) => products.length)).toEqual([24, 24, 12])
  })
  expect(asked).toHaveLength(3)
})

test('SHOP-05 FIND-02 what was looked for instead of a mistyped word is said', async () => {
  stock(() => [])
  searchable(() => [product('Lavender Soap')], 'lavender')
  open('/shop?q=lavander')
  expect(await screen.findByText(/Nothing for “lavander”. This is what we have for “lavender”/)).toBeVisible()
  expect(screen.getByText('1 product for lavender')).toBeInTheDocument()
})

test('SHOP-01 more than 100 products page on until none is left, each once', async () => {
  const records = Array.from({ length: 130 }, (_, index) => product(`P${index}`))
  // A product that moved between two calls arrives with both.
  records[100] = records[99] as Fields
  stock(() => records)
  open('/shop?show=200&sort=name')
  // Cheaper than to read so many cards at each change.
  await waitFor(() => expect(cardCount()).toBe(129))
  expect(screen.getByText('129 products')).toBeInTheDocument()
  expect(calls.map((call) => call.get('page'))).toEqual(['1', '2'])
  expect(screen.queryByText('Load More Products')).not.toBeInTheDocument()
})

test('SHOP-01 HOME-13 HOME-16 the homepage asks for what its sections show, in one wave, and for eight bestsellers more with each page', async () => {
  stock((filter) =>
    Array.from({ length: filter === 'bestseller = true' ? 20 : 500 }, (_, index) => product(`P${index}`)),
  )
  const client = createQueryClient()
  await client.fetchInfiniteQuery(homeProductsOptions())
  const asked = (call: URLSearchParams) => ['filter', 'sort', 'page', 'perPage'].map((name) => call.get(name) ?? '')
  expect(calls.map(asked)).toEqual([
    ['bestseller = true', '-place,@rowid', '1', '8'],
    ['', '-place,@rowid', '1', '4'],
    ['new = true', '-place,@rowid', '1', '4'],
  ])
  calls = []
  const { pages } = await client.fetchInfiniteQuery({ ...homeProductsOptions(), pages: 3, staleTime: 0 })
  expect(pages.map(({ bestsellers, next }) => [bestsellers.length, next])).toEqual([
    [8, 2],
    [8, 3],
    [4, null],
  ])
  expect(calls).toHaveLength(5)
})

test('SHOP-04 HOME-16 an aborted call is thrown on, not taken for an empty list', async () => {
  stock(() => [product('Tote')])
  const controller = new AbortController()
  controller.abort()
  const client = createQueryClient()
  const { queryFn, queryKey } = homeProductsOptions()
  if (typeof queryFn !== 'function') throw new Error('no query function')
  const context = { client, queryKey, signal: controller.signal, meta: undefined, pageParam: 1, direction: 'forward' }
  const failure = await Promise.resolve(queryFn(context as Parameters<typeof queryFn>[0])).catch(
    (error: unknown) => error,
  )
  expect(isAborted(failure)).toBe(true)
})

test('SHOP-02 numbered products first, the rest shuffled; the order stays after coming back', async () => {
  const plain = Array.from({ length: 12 }, (_, index) => product(`Plain ${index}`))
  stock(() => [product('Second', { list_order: 2 }), product('First', { list_order: 1 }), ...plain])
  const first = open('/shop')
  const order = await listed()
  expect(order.slice(0, 2)).toEqual(['First', 'Second'])
  expect(new Set(order)).toHaveLength(14)
  first.unmount()
  // A reload: an empty cache, the same visit.
  open('/shop')
  expect(await listed()).toEqual(order)
})

test('SHOP-02 more than 100 numbered products come page by page, in their order', async () => {
  stock(() => Array.from({ length: 120 }, (_, index) => product(`N${index + 1}`, { list_order: index + 1 })))
  open('/shop')
  expect((await listed()).slice(0, 3)).toEqual(['N1', 'N2', 'N3'])
  expect(calls.map((call) => [call.get('sort'), call.get('page')])).toEqual([['-place,@rowid', '1']])
})

test('SHOP-03 CARD-01 a card shows badges, price, MRP, saving, colours and the review count of the same call', async () => {
  const colors = ['Red', 'Blue', 'Green', 'Sand', 'Ink', 'Olive', 'Wine'].map((name) => ({ name, hex: '#123456' }))
  stock(() => [
    product('Tote', {
      bestseller: true,
      new: true,
      price: 790,
      original_price: 950,
      colors,
      reviews: 2,
      rating: 4.5,
      images: ['a.jpg'],
      image_alt: ['Jute bag on a peg'],
    }),
    product('Plain', { price: 260, original_price: 0, reviews: 1, rating: 4 }),
  ])
  open('/shop')
  await listed()
  const tote = card('Tote')
  expect(tote.getByText('Bestseller')).toBeVisible()
  expect(tote.getByText('New')).toBeVisible()
  expect(tote.getByText('₹790.00')).toBeVisible()
  expect(tote.getByText('₹950.00').tagName).toBe('S')
  expect(tote.getByText('Save ₹160.00 (17% OFF)')).toBeVisible()
  expect(tote.getByText('4.5 out of 5, 2 reviews')).toBeInTheDocument()
  expect(tote.getByRole('img', { name: 'Jute bag on a peg' })).toBeInTheDocument()
  expect(tote.getAllByRole('img', { name: /^(Red|Blue|Green|Sand|Ink|Olive|Wine)$/ })).toHaveLength(5)
  expect(tote.getByText(/\+2/)).toBeVisible()
  expect(card('Plain').getByText('4.0 out of 5, 1 review')).toBeInTheDocument()
  expect(card('Plain').queryByText(/Save|OFF/)).not.toBeInTheDocument()
  expect(calls).toHaveLength(1)
})

test('CARD-03 CARD-08 Quick Add puts one piece into the cart, in its only colour, and opens it', async () => {
  stock(() => [product('Tote', { colors: [{ name: 'Indigo', value: 'indigo', hex: '#2D3B63' }] })])
  open('/shop')
  await listed()
  await userEvent.click(card('Tote').getByRole('button', { name: 'Quick Add' }))
  expect(currentLines()).toMatchObject([{ productId: 'Tote', quantity: 1, color: 'indigo' }])
  expect(useCartSheet.getState().isOpen).toBe(true)
  expect(address()).toBe('/shop')
})

test('CARD-04 the stepper of the phone card never goes below 1 and Add takes its count', async () => {
  stock(() => [product('Soap')])
  open('/shop')
  await listed()
  const soap = card('Soap')
  const decrease = soap.getByRole('button', { name: 'Decrease quantity' })
  expect(decrease).toBeDisabled()
  await userEvent.click(soap.getByRole('button', { name: 'Increase quantity' }))
  await userEvent.click(soap.getByRole('button', { name: 'Increase quantity' }))
  await userEvent.click(decrease)
  await userEvent.click(soap.getByRole('button', { name: 'Add' }))
  expect(currentLines()).toMatchObject([{ productId: 'Soap', quantity: 2 }])
})

test('CARD-05 the wishlist heart neither navigates nor throws; the card is one link', async () => {
  stock(() => [product('Soap')])
  open('/shop')
  await listed()
  await userEvent.click(card('Soap').getByRole('button', { name: 'Wishlist' }))
  expect(address()).toBe('/shop')
  expect(currentLines()).toEqual([])
  expect(card('Soap').getAllByRole('link')).toHaveLength(1)
  await userEvent.click(card('Soap').getByRole('link', { name: 'Soap' }))
  expect(address()).toBe('/product/Soap')
})

test.each([
  ['the switch is off', { inStock: false }],
  ['the counted stock is used up', { sold_out: true }],
])('CARD-06 out of stock is said and cannot be added when %s', async (_why, fields) => {
  stock(() => [product('Soap', fields)])
  open('/shop')
  await listed()
  expect(card('Soap').getByText('Out of stock')).toBeVisible()
  expect(card('Soap').queryByRole('button', { name: /add/i })).not.toBeInTheDocument()
})

test('SHOP-04 a failed list says so and loads on Try again', async () => {
  server.use(
    http.get('*/api/collections/products/records', () => HttpResponse.json({ message: 'x' }, { status: 500 })),
    http.get('*/api/store/:counts', () => HttpResponse.json({ message: 'x' }, { status: 500 })),
  )
  open('/shop')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The shelf did not load')
  expect(alert).toHaveTextContent('Something went wrong while processing your request.')
  expect(screen.queryByRole('list', { name: 'Products' })).not.toBeInTheDocument()
  stock(() => [product('Soap')])
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await listed()).toEqual(['Soap'])
})

test('SHOP-05 stock and order go into the address; Back undoes them one by one', async () => {
  stock(() => [product('Tote', { category: 'bag' })])
  open('/shop?category=bag')
  await listed()
  await userEvent.click(screen.getByRole('checkbox', { name: 'In stock only' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: high to low')
  expect(address()).toBe('/shop?category=bag&inStock=1&sort=price-high')
  await waitFor(() => expect(calls.at(-1)?.get('sort')).toBe('-price,-id'))

  const back = screen.getByRole('button', { name: 'Back' })
  await userEvent.click(back)
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Featured')
  await userEvent.click(back)
  expect(screen.getByRole('checkbox', { name: 'In stock only' })).not.toBeChecked()
  expect(address()).toBe('/shop?category=bag')
})

test('SHOP-07 the filter sheet says how many there would be, changes the list when pressed, and words take it back', async () => {
  const soaps = [
    product('Rose', { values: 'skin:dry scent:floral price:200-300 inStock' }),
    product('Lavender', { values: 'scent:floral price:0-200' }),
    product('Neem', { values: 'skin:oily scent:herbal price:0-200 inStock' }),
  ]
  stock(() => soaps)
  const asked = searchable(() => soaps.slice(0, 1))
  open('/shop?category=soap')
  await listed()
  const row = within(screen.getByRole('group', { name: 'Filters' }))
  expect(row.queryByRole('button', { name: 'Colour' })).not.toBeInTheDocument()
  const sheet = await openSheet('Filter')
  const option = (name: string) => sheet.getByRole('button', { name })
  expect(option('Show 3 soaps')).toBeVisible()
  const clear = () => sheet.queryByRole('button', { name: 'Clear all' })
  expect(clear()).not.toBeInTheDocument()
  await userEvent.click(option('Herbal 1'))
  await userEvent.click(clear() as HTMLElement)
  expect(clear()).not.toBeInTheDocument()
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await userEvent.click(option('Floral 2'))
  await userEvent.click(option('Dry 1'))
  expect(option('Dry 1')).toHaveAttribute('aria-pressed', 'true')
  // What would leave nothing cannot be chosen.
  expect(option('Under ₹200 0')).toBeDisabled()
  expect(address()).toBe('/shop?category=soap')
  await userEvent.click(option('Show 1 soap'))
  expect(address()).toBe('/shop?category=soap&skin=dry&scent=floral')
  await waitFor(async () => expect(await listed()).toEqual(['Rose']))
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    category: 'soap',
    skin: 'dry',
    scent: 'floral',
    page: '1',
    perPage: '24',
  })

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByText('1 soap')).toBeVisible()
  expect(screen.getByText('1 of 3')).toBeVisible()
  const scents = await openSheet('Scent: Floral', 'Scent')
  expect(scents.getAllByRole('group')).toHaveLength(1)
  // There is none at all for dry skin: it comes last.
  expect(scents.getAllByRole('button', { name: /\d$/ }).map((button) => button.textContent)).toEqual([
    'Floral 1',
    'Herbal 0',
  ])
  await userEvent.click(scents.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Dry' }))
  expect(address()).toBe('/shop?category=soap&scent=floral')
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(address()).toBe('/shop?category=soap')
})

test('SHOP-07 a sheet whose filters did not load says why, with another try', async () => {
  const all = [product('Rose', { values: 'skin:dry' })]
  stock(() => all)
  server.use(http.get('*/api/store/facets', () => HttpResponse.json({}, { status: 429 })))
  open('/shop')
  await listed()
  const sheet = await openSheet('Filter')
  const failed = await sheet.findByRole('alert')
  expect(failed).toHaveTextContent('The filters did not load')
  expect(failed).toHaveTextContent('Too many tries. Please wait a minute and try again.')
  stock(() => all)
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByRole('button', { name: /^Dry/ })).toBeVisible()
  expect(failed).not.toBeInTheDocument()
})

test('SHOP-07 the sheet of the whole shop leads to categories; of a search it counts nothing', async () => {
  const all = [product('Rose', { values: 'skin:dry' }), product('Tote', { category: 'bag', values: 'colour:blue' })]
  stock(() => all)
  searchable(() => all)
  const shop = open('/shop?q=rose&skin=dry,nonsense')
  await listed()
  const search = await openSheet('Filter 1', 'Filter')
  await userEvent.click(search.getByRole('button', { name: 'Blue' }))
  await userEvent.click(search.getByRole('button', { name: 'Show products' }))
  expect(address()).toBe('/shop?q=rose&skin=dry&colour=blue')
  shop.unmount()

  open('/shop')
  await listed()
  const sheet = await openSheet('Filter')
  await userEvent.click(sheet.getByRole('link', { name: 'Bags 1' }))
  expect(address()).toBe('/shop?category=bag')
  expect(await screen.findByRole('heading', { level: 1, name: 'Bags' })).toBeVisible()
})

test('SHOP-06 a category has its own heading with its count, and says what it is to search engines', async () => {
  const bags = [product('Tote', { category: 'bag' }), product('Potli', { category: 'bag' })]
  stock((filter) => (filter === '' ? [product('Soap'), ...bags] : filter.includes('inStock') ? bags.slice(1) : bags))
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  const whole = open('/shop')
  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  expect(await screen.findByText('3')).toBeVisible()
  whole.unmount()

  open('/shop?category=bag')
  expect(await screen.findByRole('heading', { level: 1, name: 'Bags' })).toBeVisible()
  expect(await screen.findByText('2')).toBeVisible()
  await listed()
  expect(document.title).toMatch(/^Bags/)
  expect(meta('description')).toMatch(/^Bags: (Tote, Potli|Potli, Tote)\.$/)
  expect(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toMatch(/\/shop\?category=bag$/)
  const data = () => JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null')
  expect(data()[0]).toMatchObject({ '@type': 'CollectionPage', name: 'Bags' })
  const urls = data()[0].mainEntity.itemListElement.map(({ url }: { url: string }) => url.replace(/.*\//, ''))
  expect(urls.sort()).toEqual(['Potli', 'Tote'])
  expect(meta('robots')).toBeUndefined()

  // Of a filtered list nothing is kept by search engines.
  await userEvent.click(screen.getByRole('checkbox', { name: 'In stock only' }))
  expect(await screen.findByText('1 of 2')).toBeVisible()
  expect(meta('robots')).toBe('noindex')
  expect(data()).toBeNull()
})

test('SHOP-05 search runs after a pause in typing, takes one step of the history, and Back empties it', async () => {
  stock(() => [product('Rose Soap'), product('Tote')])
  searchable(() => [product('Rose Soap')])
  open('/shop')
  await listed()
  const field = screen.getByRole('searchbox', { name: 'Search products' })
  await userEvent.type(field, 'rose s')
  await waitFor(() => expect(address()).toBe('/shop?q=rose%20s'))
  expect(await screen.findByText('1 product')).toBeVisible()
  expect(field).toHaveValue('rose s')
  await userEvent.type(field, 'oap')
  await waitFor(() => expect(address()).toBe('/shop?q=rose%20soap'))
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(address()).toBe('/shop')
  expect(field).toHaveValue('')
})

test('SHOP-05 filters in use are listed and can be taken away alone or together; nothing found helps on', async () => {
  stock((filter) => (filter === '' ? [product('Soap', { category: 'bag' })] : []))
  searchable(() => [])
  open('/shop?category=bag&q=zzz')
  expect(await screen.findByRole('heading', { name: 'Nothing fits' })).toBeVisible()
  const inUse = within(screen.getByRole('group', { name: 'Filters in use' }))
  await userEvent.click(inUse.getByRole('button', { name: 'Remove filter: Bags' }))
  expect(address()).toBe('/shop?q=zzz')
  expect(screen.getByRole('group', { name: 'Filters in use' })).toHaveFocus()
  const beside = screen.getByRole('group', { name: 'Filters in use' }).parentElement
  await userEvent.click(inUse.getByRole('button', { name: 'Clear all' }))
  expect(address()).toBe('/shop')
  expect(await listed()).toEqual(['Soap'])
  expect(screen.queryByRole('group', { name: 'Filters in use' })).toBeNull()
  expect(beside).toHaveFocus()
})

test('SHOP-05 the keyboard stays where the last filter was taken away', async () => {
  stock(() => [product('Soap')])
  searchable(() => [product('Soap')])
  open('/shop?q=soap')
  const last = await screen.findByRole('button', { name: 'Remove filter: “soap”' })
  const beside = screen.getByRole('group', { name: 'Filters in use' }).parentElement
  await userEvent.click(last)
  await waitFor(() => expect(last).not.toBeInTheDocument())
  expect(beside).toHaveFocus()
})

test('SHOP-05 Show all products leads the keyboard to them', async () => {
  stock(() => [product('Soap')])
  searchable(() => [])
  const main = document.body.appendChild(Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 }))
  open('/shop?q=zzz')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all products' }))
  expect(await listed()).toEqual(['Soap'])
  expect(main).toHaveFocus()
  main.remove()
})

test('SHOP-05 a category that no product has is among the filters as its address writes it', async () => {
  stock((filter) => (filter === '' ? [product('Soap')] : []))
  searchable(() => [])
  open('/shop?category=zzz&q=soap')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter: “zzz”' }))
  expect(address()).toBe('/shop?q=soap')
})

test('ROUTE-27 where nothing is found four bestsellers that can be had are offered, by one call; quietly none when it fails', async () => {
  const bestsellers = ['Neem', 'Rose', 'Tote', 'Potli', 'Kesar'].map((name) => product(name))
  stock((filter) => (filter.includes('bestseller') ? bestsellers : []))
  searchable(() => [])
  const { unmount } = open('/shop?q=zzz')
  expect(await screen.findByRole('heading', { name: 'On the shelf today' })).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'On the shelf today' })).getAllByRole('article')).toHaveLength(4)
  expect(calls.map((query) => query.get('filter'))).toEqual(['bestseller = true && inStock = true && sold_out = false'])
  unmount()

  let asked = 0
  server.use(
    http.get('*/api/collections/products/records', () => {
      asked += 1
      return HttpResponse.json({}, { status: 400 })
    }),
  )
  open('/shop?q=zzz')
  expect(await screen.findByRole('heading', { name: 'Nothing fits' })).toBeVisible()
  await waitFor(() => expect(asked).toBe(1))
  expect(screen.queryByRole('heading', { name: 'On the shelf today' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('SHOP-05 SHOP-08 Load More adds products, keeps the address in step and moves the focus to the first new one', async () => {
  stock(() => Array.from({ length: 30 }, (_, index) => product(`P${index}`)))
  open('/shop?sort=name')
  expect(await listed()).toHaveLength(24)
  expect(screen.getByText('24 of 30')).toBeVisible()
  expect(screen.getByText('24 of 30').nextElementSibling?.lastElementChild).toHaveStyle({ width: '80%' })
  await userEvent.click(screen.getByRole('button', { name: 'Load More Products' }))
  expect(await listed()).toHaveLength(30)
  expect(address()).toBe('/shop?sort=name&show=48')
  expect(card('P24').getByRole('link')).toHaveFocus()
  expect(calls).toHaveLength(1)
})

test('SHOP-05 more that cannot be fetched is said and tried again, what is there stays', async () => {
  const records = Array.from({ length: 130 }, (_, index) => product(`P${index}`))
  stock(() => records)
  server.use(
    http.get(
      '*/api/collections/products/records',
      ({ request }) => {
        if (new URL(request.url).searchParams.get('page') === '2') return HttpResponse.json({}, { status: 500 })
        return undefined
      },
      { once: false },
    ),
  )
  open('/shop?sort=name&show=120')
  expect(await screen.findByText('100 of 130')).toBeVisible()
  expect(await screen.findByText('Something went wrong while processing your request.')).toHaveRole('alert')
  stock(() => records)
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText('120 of 130')).toBeVisible()
  expect(cardCount()).toBe(120)
})

test.each([
  ['ROUTE-04', '/bestsellers', 'Bestsellers', 'bestseller = true', '-place,@rowid', 'No bestseller products found'],
  ['ROUTE-05', '/new-arrivals', 'New Arrivals', 'new = true', '-created,-id', 'No new arrival products found'],
  ['ROUTE-07', '/gifting', 'Gifting', 'gift = true', '-place,@rowid', 'No gifts on the shelf yet'],
])('%s %s lists its products and says when there are none', async (_id, path, heading, filter, sort, empty) => {
  stock(() => [product('Soap')])
  const filled = open(path)
  expect(await listed()).toEqual(['Soap'])
  expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(new Set(calls.map((call) => call.get('filter')))).toEqual(new Set([filter]))
  expect(calls[0]?.get('sort')).toBe(sort)
  filled.unmount()
  stock(() => [])
  open(path)
  expect(await screen.findByRole('heading', { name: empty })).toBeVisible()
})

test('ROUTE-07 the first gift that is a set and can be bought stands large, and the shop opens by price', async () => {
  const values = 'price:200-300 inStock'
  stock(() => [
    product('Empty box', { tags: ['gift', 'set'], inStock: false, list_order: 1, values }),
    product('Box of four', { tags: ['gift', 'set'], features: ['Kraft box'], list_order: 2, values }),
    product('Rose', { tags: ['gift'], values }),
  ])
  open('/gifting')
  const set = within(await screen.findByRole('region', { name: 'Box of four' }))
  expect(set.getByText('Kraft box')).toBeVisible()
  const prices = within(await screen.findByRole('region', { name: 'By price' }))
  expect(prices.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/shop?price=200-300&inStock=1',
  ])
  expect(prices.getByText('3 products')).toBeVisible()
})

test('SHEET-05 what is often bought together takes one call for each category in the cart, bestsellers first, and is left out when one fails', async () => {
  const suggestions = () => {
    const client = askingOnce()
    const view = render(
      <Surroundings client={client}>
        <CrossSell />
      </Surroundings>,
    )
    return { ...view, client }
  }
  for (const [id, category] of [
    ['Rose', 'soap'],
    ['Neem', 'soap'],
    ['Tote', 'bag'],
  ] as const) {
    const line = { id, name: id, price: 100, images: [], category }
    addCartLine({ productId: id, product: line, quantity: 1, color: '' })
  }
  stock((filter) => (filter.includes('"soap"') ? [product('Rose'), product('Clay')] : [product('Pouch')]))
  const first = suggestions()
  const shelf = within(await screen.findByRole('region', { name: 'Frequently Bought Together' }))
  expect(shelf.getAllByRole('link').map((link) => link.textContent)).toEqual(['Pouch', 'Clay'])
  expect(calls.map((call) => /^category = "(\w+)"/.exec(call.get('filter') ?? '')?.[1]).sort()).toEqual(['bag', 'soap'])
  // A category may have more than one call brings.
  for (const call of calls) expect(call.get('sort')).toMatch(/^-bestseller,/)
  first.unmount()

  server.use(
    http.get('*/api/collections/products/records', ({ request }) =>
      new URL(request.url).search.includes('bag') ? HttpResponse.json({}, { status: 500 }) : undefined,
    ),
  )
  const { client, container } = suggestions()
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).not.toBe('pending'))
  expect(container).toBeEmptyDOMElement()
})

test('SHOP-01 values of the address cannot break out of the filter', async () => {
  stock(() => [])
  const client = createQueryClient()
  const category = 'x" || price > 0 || name = "y\\'
  await client.fetchInfiniteQuery(productListOptions({ category }))
  expect(calls[0]?.get('filter')).toBe('category = "x\\" || price > 0 || name = \\"y\\\\"')
})
