import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { createQueryClient } from '../../src/api/query-client'
import { endSession } from '../../src/api/stored-session'
import { PRODUCT_FIELDS, type Product, parseProduct } from '../../src/domain/catalog/product'
import { type Field, text, texts } from '../../src/domain/fields'
import { MAX_PIECES } from '../../src/domain/limits'
import { AuthProvider } from '../../src/features/account/auth-context'
import { clearCart, currentLines, useCartSheet } from '../../src/features/cart/store'
import { AddToCartButton } from '../../src/features/catalog/add-to-cart-button'
import { prefetchProducts } from '../../src/features/catalog/queries'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import ProductPage from '../../src/pages/product'
import { gate } from '../gate'
// Fetched on demand in the store; here it is on hand, so that no test waits for the first transform of the form's
// library.
import '../../src/features/reviews/review-form'
import { signOut } from '../../src/features/account/session'
import { toast } from '../../src/ui/toast'
import { Address, address, askingOnce } from './address'
import { recordEvents } from './events'
import { server } from './network'
import { sessionToken } from './signed-in'

const { authStore } = await recordStore()

type Fields = Record<string, unknown>

const SLING: Fields = {
  id: 'sling',
  collectionId: 'products',
  name: 'Kantha Sling Bag',
  description: 'A flap sling in navy khadi.',
  category: 'bag',
  price: 1290,
  original_price: 1490,
  images: ['one.jpg', 'two.jpg'],
  image_alt: ['Sling bag on a peg'],
  colors: [
    { name: 'Navy patchwork', value: 'navy', hex: '#2F4A6B' },
    { name: 'Rust patchwork', value: 'rust', hex: '#A8443A' },
  ],
  features: ['Wooden toggle'],
  care: ['Keep dry'],
  tags: ['kantha', 'cross body'],
  specifications: {
    material: 'Khadi cotton',
    dimensions: '30 x 23 x 8 cm',
    weight: '340 g',
    capacity: '4 litres',
    style: 'Crossbody sling',
    pattern: 'Patchwork',
    closure: 'Toggle',
    waterResistant: true,
  },
  care_instructions: { cleaning: ['Spot clean'], storage: ['Store flat'] },
  usage_guidelines: { recommended_use: ['Days out'], pro_tips: ['Knot the strap'] },
  material: 'Khadi cotton',
  dimensions: '',
  bestseller: true,
  inStock: true,
  reviews: 2,
  rating: 4.5,
}

const REVIEWS: Fields[] = [
  {
    id: 'r1',
    collectionId: 'reviews',
    rating: 5,
    title: 'The stitching!',
    content: 'Done by hand.',
    verified_purchase: true,
    helpful_votes: 4,
    created: '2026-10-12 10:00:00.000Z',
    expand: {
      user: { id: 'u1', name: 'Jhanvi L.' },
      review_comments_via_review: [
        { id: 'c1', content: 'Mine is two years old.', expand: { user: { id: 'u2', name: 'Rohit S.' } } },
      ],
    },
  },
]

let reviewCalls: URLSearchParams[] = []
let events: AnalyticsEvent[] = []

function page(items: Fields[]) {
  return HttpResponse.json({ page: 1, perPage: 100, totalItems: items.length, totalPages: 1, items })
}

/** A record store with one product; `others` answer the list calls. */
function answer(
  product: Fields | null,
  { reviews = REVIEWS, others = [] as Fields[], settings = [] as Fields[] } = {},
) {
  server.use(
    http.get('*/api/collections/products/records/:id', () =>
      product ? HttpResponse.json(product) : HttpResponse.json({ status: 404, message: 'Not found' }, { status: 404 }),
    ),
    http.get('*/api/collections/products/records', () => page(others)),
    http.get('*/api/collections/store_settings/records', () => page(settings)),
    http.get('*/api/collections/reviews/records', ({ request }) => {
      const { searchParams } = new URL(request.url)
      // Somebody's own review of the product; the people of these tests have none.
      if (searchParams.get('filter')?.startsWith('user = ')) return page([])
      reviewCalls.push(searchParams)
      return page(reviews)
    }),
    http.get('*/api/collections/review_votes/records', () => page([])),
  )
}

function open(path = '/product/sling', client = createQueryClient(), Session: typeof AuthProvider = AuthProvider) {
  return render(
    <QueryClientProvider client={askingOnce(client)}>
      <Session>
        <MemoryRouter initialEntries={[path]}>
          <Address />
          <Routes>
            <Route path="/product/:id" element={<ProductPage />} />
            <Route path="*" element={<h1>Elsewhere</h1>} />
          </Routes>
        </MemoryRouter>
      </Session>
    </QueryClientProvider>,
  )
}

/** Signs a shopper in as the SDK would find it on the next visit; the token is refreshed by a call of its own. */
function signIn() {
  const token = sessionToken('me')
  const record = {
    id: 'me',
    collectionId: '_pb_users_auth_',
    collectionName: 'users',
    name: 'Meera',
    email: 'm@example.in',
  }
  authStore.save(token, record)
  server.use(http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({ token, record })))
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Kantha Sling Bag' })

async function openReviewForm() {
  open()
  await heading()
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
}

beforeEach(() => {
  reviewCalls = []
  events = recordEvents()
  authStore.clear()
  sessionStorage.clear()
  clearCart()
  useCartSheet.setState({ isOpen: false })
})

test('PROD-01 the page shows every field the record has', async () => {
  answer(SLING)
  open()
  await heading()
  for (const text of [
    'Bestseller',
    '₹1,290.00',
    '₹1,490.00',
    'Save ₹200.00 (13% OFF)',
    'inclusive of all taxes',
    'A flap sling in navy khadi.',
    'Wooden toggle',
    'Khadi cotton',
    '30 x 23 x 8 cm',
    '340 g',
    '4 litres',
    'Crossbody sling',
    'Patchwork',
    'Toggle',
    'Yes',
    'Keep dry',
    'Spot clean',
    'Store flat',
    'Days out',
    'Knot the strap',
  ]) {
    expect(screen.getByText(text), text).toBeInTheDocument()
  }
  expect(screen.getByRole('link', { name: /2 reviews/ })).toHaveAttribute('href', '/product/sling#reviews')
  expect(screen.getByRole('link', { name: 'cross body' })).toHaveAttribute('href', '/shop?q=cross%20body')
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(trail.getByRole('link', { name: 'Bags' })).toHaveAttribute('href', '/shop?category=bag')
  expect(document.title).toMatch(/^Kantha Sling Bag/)
})

test('PROD-01 each text a product can have stands on its page', async () => {
  const written = Object.entries<Field<unknown>>(PRODUCT_FIELDS).flatMap(([name, field]) =>
    field === text ? [[name, `its ${name}`]] : field === texts ? [[name, [`its ${name}`]]] : [],
  )
  answer({ ...Object.fromEntries(written), id: 'sling', name: SLING.name }, { reviews: [] })
  open()
  await heading()
  const page = document.body.textContent
  // Name and category are there as the shop writes them.
  expect(written.map(([name]) => name).filter((name) => !page?.includes(`its ${name}`))).toEqual([
    ...['id', 'name', 'category', 'created', 'updated'],
  ])
})

test('PROD-01 PROD-05 a record with nothing but a name still makes a page', async () => {
  answer({ id: 'sling', name: 'Kantha Sling Bag' }, { reviews: [] })
  open()
  await heading()
  expect(screen.getByText('No price yet')).toBeVisible()
  expect(screen.getByRole('img', { name: /No image URL provided/ })).toBeVisible()
  for (const title of ['Details', 'Specifications', 'Care', 'How to use it']) {
    expect(screen.queryByText(title)).not.toBeInTheDocument()
  }
  expect(screen.queryByRole('group', { name: 'Colour' })).not.toBeInTheDocument()
})

test('PROD-03 the chosen colour and quantity go into the cart', async () => {
  answer(SLING)
  open()
  await heading()
  const colours = within(screen.getByRole('group', { name: 'Colour' }))
  expect(colours.getByRole('radio', { name: 'Navy patchwork' })).toBeChecked()
  await userEvent.click(colours.getByRole('radio', { name: 'Rust patchwork' }))
  const quantity = screen.getByRole('spinbutton', { name: 'Quantity' })
  expect(quantity).toHaveAttribute('aria-valuenow', '1')
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(currentLines()).toMatchObject([{ productId: 'sling', color: 'rust', quantity: 2 }])
  expect(useCartSheet.getState().isOpen).toBe(true)
})

test('PROD-03 a typed quantity is read as a whole, in any digits of India, and held within the limits; what is no number changes nothing', async () => {
  answer(SLING)
  open()
  await heading()
  const quantity = screen.getByRole('spinbutton', { name: 'Quantity' })
  const type = async (text: string) => {
    await userEvent.clear(quantity)
    await userEvent.type(quantity, text)
    await userEvent.tab()
    return quantity.getAttribute('aria-valuenow')
  }
  expect(await type('7')).toBe('7')
  expect(await type('two')).toBe('7')
  expect(await type('३')).toBe('3')
  expect(await type('1.5')).toBe('1')
  expect(await type('4000')).toBe(String(MAX_PIECES))
  expect(await type('-3')).toBe('1')
})

test('CARD-06 a product nobody has given a price cannot be added', async () => {
  answer({ ...SLING, price: 0 })
  open()
  await heading()
  expect(screen.getByText('No price yet')).toBeVisible()
  expect(screen.queryByText('₹0.00')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
})

test('PROD-03 STAT-01 view_item is recorded once, with price and currency', async () => {
  answer(SLING)
  open()
  await heading()
  await userEvent.click(screen.getByRole('radio', { name: 'Rust patchwork' }))
  expect(events.filter(({ event }) => event === 'view_item')).toEqual([
    {
      event: 'view_item',
      currency: 'INR',
      value: 1290,
      items: [{ item_id: 'sling', item_name: 'Kantha Sling Bag', item_category: 'bag', price: 1290, quantity: 1 }],
    },
  ])
})

test('PROD-03 what a list already knows is shown and told at once, and its own answer is no second look', async () => {
  const [held, release] = gate()
  answer(SLING, { others: [SLING] })
  server.use(
    http.get('*/api/collections/products/records/:id', async () => {
      await held
      return HttpResponse.json({ ...SLING, price: 1490 })
    }),
  )
  const client = createQueryClient()
  prefetchProducts(client, {})
  await waitFor(() => expect(client.isFetching()).toBe(0))
  open('/product/sling', client)
  expect(screen.getByRole('heading', { level: 1, name: 'Kantha Sling Bag' })).toBeVisible()
  expect(events.map(({ event }) => event)).toEqual(['view_item'])
  release()
  expect(await screen.findByText('₹1,490.00')).toBeVisible()
  expect(events.map(({ event }) => event)).toEqual(['view_item'])
})

test('OFF-01 what a list already knows stays where nobody answers, and makes way for the answer', async () => {
  answer(SLING, { others: [SLING] })
  server.use(http.get('*/api/collections/products/records/:id', () => HttpResponse.error()))
  const client = createQueryClient()
  prefetchProducts(client, {})
  await waitFor(() => expect(client.isFetching()).toBe(0))
  open('/product/sling', client)
  const failed = () => client.getQueryCache().findAll({ queryKey: ['products', 'one'] })[0]?.state.status
  await waitFor(() => expect(failed()).toBe('error'))
  expect(await heading()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  expect(screen.queryByText('The product did not load')).toBeNull()
  answer({ ...SLING, price: 1390 })
  await client.refetchQueries({ queryKey: ['products', 'one'] })
  expect(await screen.findByText('₹1,390.00')).toBeVisible()
})

test('CARD-06 a product out of stock says so and cannot be added', async () => {
  answer({ ...SLING, sold_out: true })
  open()
  await heading()
  expect(screen.getByText('Out of stock')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  expect(screen.queryByRole('spinbutton')).not.toBeInTheDocument()
})

test('ROUTE-03 ROUTE-27 an unknown id shows a way back and what can be had, and is kept out of search engines', async () => {
  answer(null, { others: [SLING] })
  open('/product/nothing')
  expect(await screen.findByRole('heading', { level: 1, name: 'This product is not in the shop' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the shop' })).toHaveAttribute('href', '/shop')
  expect(await screen.findByRole('region', { name: 'On the shelf today' })).toHaveTextContent('Kantha Sling Bag')
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('ROUTE-03 a failed call is no missing product: it can be tried again', async () => {
  answer(SLING)
  server.use(http.get('*/api/collections/products/records/:id', () => HttpResponse.json({}, { status: 500 })))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The product did not load')
  answer(SLING)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await heading()).toBeVisible()
})

test('PROD-05 IMG-02 gallery pictures have their words, a blur until they are there, and a failed one its placeholder', async () => {
  const tiny = 'data:image/webp;base64,UklGRlQ='
  answer({ ...SLING, placeholders: { 'one.jpg': tiny } })
  open()
  await heading()
  const list = screen.getByRole('list', { name: 'Pictures' })
  const gallery = within(list)
  const blurred = () => [...list.querySelectorAll('img[aria-hidden]')].map((image) => image.getAttribute('src'))
  const first = gallery.getByRole('img', { name: 'Sling bag on a peg' })
  expect(first).toHaveAttribute('fetchpriority', 'high')
  expect(first.getAttribute('srcset')).toContain('/api/files/products/sling/one.jpg?thumb=1200x0')
  expect(blurred()).toEqual([tiny])
  fireEvent.load(first)
  expect(blurred()).toEqual([])
  fireEvent.error(gallery.getByRole('img', { name: 'Kantha Sling Bag, picture 2' }))
  expect(gallery.getByRole('img', { name: 'Kantha Sling Bag, picture 2: Failed to load image' })).toBeVisible()
  expect(gallery.getByRole('button', { name: 'Open picture 1 of 2 in full size' })).toBeEnabled()
})

test('HOME-17 terms of the purchase come from the settings record: no free delivery where there is none', async () => {
  const chat = { chat_number: '+91 98450 12345', chat_greeting: 'Namaste' }
  answer(SLING, {
    settings: [{ minimum_order: 150, free_shipping_from: 999, shipping_fee: 49.5, cod_enabled: false, ...chat }],
  })
  open()
  await heading()
  expect(await screen.findByText('Delivery ₹49.50, free from ₹999.00')).toBeVisible()
  expect(screen.queryByText('Free delivery')).not.toBeInTheDocument()
  expect(screen.queryByText(/Cash on delivery/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Chat with us' })).toHaveAttribute(
    'href',
    'https://wa.me/919845012345?text=Namaste',
  )
})

test('related products are of the same category, without the product itself', async () => {
  const other = { ...SLING, id: 'tote', name: 'Jute Tote' }
  answer(SLING, { others: [SLING, other] })
  open()
  await heading()
  const related = within(await screen.findByRole('region', { name: 'More like this' }))
  expect(related.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Jute Tote'])
})

test('PROD-09 who makes the product stands before its reviews, in the shop’s order, and comes with its own request', async () => {
  const maker = { collectionId: 'makers', image: 'thread.jpg', text: 'Worked at home.' }
  const makers_via_products = [
    { ...maker, id: 'b', name: 'Khadi weaving', order: 2 },
    { ...maker, id: 'a', name: 'Kantha stitching', group: 'A circle of eleven', demo: true, order: 1 },
  ]
  answer(null)
  server.use(
    http.get('*/api/collections/products/records/:id', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('expand') === 'makers_via_products'
          ? { ...SLING, expand: { makers_via_products } }
          : SLING,
      ),
    ),
  )
  open()
  await heading()
  const hands = screen.getByRole('region', { name: 'Whose hands' })
  expect(
    within(hands)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Kantha stitching', 'Khadi weaving'])
  expect(within(hands).getByText('A circle of eleven')).toBeVisible()
  expect(within(hands).getAllByText('Demo')).toHaveLength(1)
  expect(hands.nextElementSibling).toBe(screen.getByRole('region', { name: 'Reviews' }))
})

test('PROD-04 REV-03 reviews are asked for newest first with their people, and shown with comments', async () => {
  answer(SLING)
  open()
  const review = within(await screen.findByRole('article', { name: 'The stitching!' }))
  const [call] = reviewCalls
  expect(call?.get('filter')).toBe('product = "sling" && state = "published"')
  expect(call?.get('sort')).toMatch(/^-created/)
  expect(call?.get('expand')).toBe('user,review_comments_via_review.user')
  expect(review.getByRole('img', { name: '5 out of 5' })).toBeVisible()
  expect(review.getByText('Jhanvi L.')).toBeVisible()
  expect(review.getByText('12 October 2026')).toBeVisible()
  expect(review.getByText('Verified purchase')).toBeVisible()
  expect(review.getByRole('button', { name: 'Helpful (4)' })).toBeVisible()
  expect(review.getByText('Mine is two years old.')).toBeVisible()
  expect(review.getByText('Rohit S.')).toBeVisible()
})

test('REV-03 reviews that cannot be had leave the product standing', async () => {
  answer(SLING)
  server.use(http.get('*/api/collections/reviews/records', () => HttpResponse.json({}, { status: 500 })))
  open()
  await heading()
  expect(await screen.findByText(/The reviews did not load/)).toBeVisible()
  answer(SLING)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article', { name: 'The stitching!' })).toBeVisible()
})

test('REV-03 more reviews follow, each once, with the keyboard at the first of them', async () => {
  const [first] = REVIEWS
  const review = (number: number) => ({ ...first, id: `r${number}`, title: `Review ${number}` })
  answer({ ...SLING, reviews: 11 }, { reviews: Array.from({ length: 10 }, (_, number) => review(number)) })
  open()
  const more = await screen.findByRole('button', { name: 'More reviews' })
  // One was written meanwhile: what was the last of the first page begins the second.
  answer(SLING, { reviews: [review(9), review(10)] })
  await userEvent.click(more)
  await waitFor(() => expect(screen.getByRole('article', { name: 'Review 10' })).toHaveFocus())
  expect(screen.getAllByRole('article', { name: /^Review / })).toHaveLength(11)
})

test('ORDER-08 REV-03 whoever chooses another order while more reviews are on their way keeps the keyboard there', async () => {
  const [first] = REVIEWS
  const reviews = Array.from({ length: 10 }, (_, number) => ({ ...first, id: `r${number}`, title: `Review ${number}` }))
  const further = reviews.map((review) => ({ ...review, id: `more-${review.id}`, title: `More of ${review.id}` }))
  answer({ ...SLING, reviews: 30 })
  server.use(
    http.get('*/api/collections/reviews/records', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      const isFirst = searchParams.get('page') === '1'
      if (!isFirst && searchParams.get('sort')?.startsWith('-rating')) await new Promise(() => undefined)
      return page(isFirst ? reviews : further)
    }),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'More reviews' }))
  await waitFor(() => expect(screen.getByRole('article', { name: 'More of r0' })).toHaveFocus())
  const order = screen.getByRole('combobox', { name: 'Order of the reviews' })
  await userEvent.selectOptions(order, 'Highest rated')
  await waitFor(() => expect(screen.queryByRole('article', { name: 'More of r0' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'More reviews' }))
  await userEvent.selectOptions(order, 'Newest')
  expect(await screen.findByRole('article', { name: 'More of r0' })).toBeVisible()
  expect(order).toHaveFocus()
})

test('REV-08 where the last review of the chosen stars has gone, all others are shown', async () => {
  answer({ ...SLING, rating_counts: [0, 0, 1, 0, 1] })
  const client = createQueryClient()
  open(undefined, client)
  await userEvent.click(await screen.findByRole('button', { name: '3 stars, 1 review' }))
  await waitFor(() => expect(reviewCalls.at(-1)?.get('filter')).toMatch(/rating = 3$/))
  answer({ ...SLING, rating_counts: [0, 0, 0, 0, 2] })
  await act(() => client.invalidateQueries({ queryKey: ['products', 'one', 'sling'] }))
  expect(await screen.findByRole('button', { name: '3 stars, 0 reviews' })).not.toBePressed()
  await act(() => client.invalidateQueries({ queryKey: ['reviews', 'sling'] }))
  expect(reviewCalls.at(-1)?.get('filter')).not.toMatch(/rating/)
})

test('REV-01 a visitor who wants to write is taken to sign in, and back', async () => {
  answer(SLING)
  await openReviewForm()
  expect(address()).toBe(`/auth/login?returnTo=${encodeURIComponent('/product/sling#reviews')}`)
})

test('REV-01 REV-05 presses made before the page knows who is signed in are answered by who is', async () => {
  const notYet: typeof AuthProvider = ({ children }) => <>{children}</>
  let votes = 0
  answer(SLING)
  server.use(
    http.post('*/api/collections/review_votes/records', () => {
      votes += 1
      return HttpResponse.json({ id: 'v1' })
    }),
  )
  const first = open(undefined, undefined, notYet)
  await heading()
  await userEvent.click(await screen.findByRole('button', { name: 'Helpful (4)' }))
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(address()).toBe(`/auth/login?returnTo=${encodeURIComponent('/product/sling#reviews')}`)
  expect(votes).toBe(0)
  first.unmount()

  signIn()
  open(undefined, undefined, notYet)
  await heading()
  await userEvent.click(await screen.findByRole('button', { name: 'Helpful (4)' }))
  await waitFor(() => expect(votes).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(await screen.findByLabelText('Your review')).toBeVisible()
})

test('REV-06 what is typed of a review is there after a reload, for whoever typed it, until it is given up', async () => {
  signIn()
  answer(SLING)
  const write = async (name = 'Write a review') => {
    const view = open()
    await heading()
    await userEvent.click(await screen.findByRole('button', { name }))
    await screen.findByRole('form', { name: /Your review of Kantha Sling Bag/ })
    return view
  }
  const before = await write()
  await userEvent.click(screen.getByRole('radio', { name: 'Rating 4' }))
  await userEvent.type(screen.getByLabelText('Title'), 'Holds a lot')
  await userEvent.type(screen.getByLabelText('Your review'), 'It fits a lunch')
  before.unmount()
  const again = await write('Continue your review')
  expect(screen.getByRole('radio', { name: 'Rating 4' })).toBeChecked()
  expect(screen.getByLabelText('Title')).toHaveValue('Holds a lot')
  expect(screen.getByLabelText('Your review')).toHaveValue('It fits a lunch')
  again.unmount()
  signOut()
  signIn()
  const other = await write()
  expect(screen.getByLabelText('Your review')).toHaveValue('')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.type(screen.getByLabelText('Title'), 'Ho')
  await userEvent.clear(screen.getByLabelText('Title'))
  other.unmount()
  await write()
  await userEvent.type(screen.getByLabelText('Your review'), 'No')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(await screen.findByLabelText('Your review')).toHaveValue('')
})

test('REV-06 what is typed after the session has ended is there once its owner has signed in again', async () => {
  signIn()
  answer(SLING)
  const before = open()
  await heading()
  await userEvent.click(screen.getByRole('button', { name: 'Write a review' }))
  await userEvent.type(await screen.findByLabelText('Your review'), 'It fits')
  act(endSession)
  await userEvent.type(screen.getByLabelText('Your review'), ' a lunch')
  before.unmount()
  signIn()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue your review' }))
  expect(await screen.findByLabelText('Your review')).toHaveValue('It fits a lunch')
})

test('REV-06 comments that are written survive a reload, each under its review, until they are taken or given up', async () => {
  signIn()
  const [review] = REVIEWS
  const mine = { id: 'c2', content: 'Me too.', created: '2026-11-01', expand: { user: { id: 'me', name: 'Meera' } } }
  const own = { ...review, id: 'r2', title: 'Light', expand: { review_comments_via_review: [mine] } }
  answer(SLING, { reviews: [{ ...review }, own] })
  server.use(
    http.post('*/api/collections/review_comments/records', () => HttpResponse.json({ id: 'c3' })),
    http.get('*/api/collections/review_comments/records', () => page([])),
  )
  const under = async (title: string) => within(await screen.findByRole('article', { name: title }))
  const before = open()
  await userEvent.type(await (await under('The stitching!')).findByLabelText('Add a comment'), 'Is it')
  await userEvent.type((await under('Light')).getByLabelText('Add a comment'), 'How light')
  await userEvent.click((await under('Light')).getByRole('button', { name: 'Edit your comment' }))
  await userEvent.type((await under('Light')).getByLabelText('Edit your comment'), ' And he.')
  before.unmount()
  const again = open()
  const field = await (await under('The stitching!')).findByLabelText('Add a comment')
  expect(field).toHaveValue('Is it')
  expect((await under('Light')).getByLabelText('Add a comment')).toHaveValue('How light')
  await userEvent.click((await under('Light')).getByRole('button', { name: 'Edit your comment' }))
  expect((await under('Light')).getByLabelText('Edit your comment')).toHaveValue('Me too. And he.')
  await userEvent.click((await under('Light')).getByRole('button', { name: 'Cancel' }))
  await userEvent.click((await under('The stitching!')).getByRole('button', { name: 'Post comment' }))
  await waitFor(() => expect(field).toHaveValue(''))
  again.unmount()
  open()
  expect(await (await under('The stitching!')).findByLabelText('Add a comment')).toHaveValue('')
  expect((await under('Light')).getByLabelText('Add a comment')).toHaveValue('How light')
  await userEvent.click((await under('Light')).getByRole('button', { name: 'Edit your comment' }))
  expect((await under('Light')).getByLabelText('Edit your comment')).toHaveValue('Me too.')
})

test('REV-01 REV-02 REV-08 a review is sent as one multipart request and the page follows the server', async () => {
  signIn()
  const rating_counts = [0, 0, 0, 1, 1]
  answer({ ...SLING, rating_counts })
  let sent: FormData | undefined
  server.use(
    http.post('*/api/collections/reviews/records', async ({ request }) => {
      sent = await request.formData()
      answer({ ...SLING, reviews: 3, rating: 4.3, rating_counts })
      return HttpResponse.json({ id: 'r2' })
    }),
    http.patch('*', () => {
      throw new Error('the browser must not write the review count')
    }),
  )
  await openReviewForm()
  await userEvent.click(screen.getByRole('button', { name: '5 stars, 1 review' }))
  const form = within(await screen.findByRole('form', { name: /Your review of Kantha Sling Bag/ }))
  await userEvent.click(form.getByRole('button', { name: 'Submit review' }))
  expect(await form.findByText('Choose a rating.')).toBeVisible()
  expect(form.getByText('Write a few words about the product.')).toBeVisible()
  expect(sent).toBeUndefined()

  await userEvent.click(within(form.getByRole('group', { name: 'Rating' })).getByRole('radio', { name: 'Rating 4' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Good  size')
  await userEvent.type(form.getByRole('textbox', { name: 'Your review' }), 'Holds a book.')
  const picture = new File(['x'], 'bag.jpg', { type: 'image/jpeg' })
  const wrong = new File(['x'], 'notes.pdf', { type: 'application/pdf' })
  await userEvent.upload(form.getByLabelText('Your pictures'), [picture, wrong], { applyAccept: false })
  expect(form.getByText('Pictures must be JPEG, PNG or WebP.')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Submit review' }))

  expect(await screen.findByText('Thank you. Your review is on the page.')).toBeVisible()
  expect(screen.getByRole('button', { name: '5 stars, 1 review' })).not.toBePressed()
  expect(await screen.findByRole('link', { name: /3 reviews/ })).toBeVisible()
  const fields = Object.fromEntries([...(sent as FormData)].filter(([name]) => name !== 'images'))
  expect(fields).toEqual({
    user: 'me',
    product: 'sling',
    rating: '4',
    title: 'Good size',
    content: 'Holds a book.',
    verified_purchase: 'false',
    helpful_votes: '0',
  })
  expect((sent as FormData).getAll('images')).toHaveLength(1)
})

const MINE = { ...REVIEWS[0], id: 'mine', images: ['bag_1.jpg'], expand: {} }

/** Opens the form of a review, chooses a photograph and sends it; the answer waits. */
async function reviewUnderWay(taken: () => Response = () => HttpResponse.json(MINE)) {
  signIn()
  answer(SLING)
  const sent: { method: string; content: unknown; images: number }[] = []
  const [arrived, arrive] = gate()
  const take = async ({ request }: { request: Request }) => {
    const body = await request.formData()
    const images = body.getAll('images').length + body.getAll('images+').length
    sent.push({ method: request.method, content: body.get('content'), images })
    await arrived
    return taken()
  }
  server.use(
    http.post('*/api/collections/reviews/records', take),
    http.patch('*/api/collections/reviews/records/mine', take),
    http.get('*/api/collections/reviews/records', ({ request }) =>
      new URL(request.url).searchParams.get('filter')?.startsWith('user = ') && sent.length > 0
        ? page([MINE])
        : undefined,
    ),
  )
  await openReviewForm()
  await userEvent.click(await screen.findByRole('radio', { name: 'Rating 5' }))
  const field = screen.getByRole('textbox', { name: 'Your review' })
  await userEvent.type(field, 'Holds a book.')
  await userEvent.upload(screen.getByLabelText('Your pictures'), new File(['x'], 'bag.jpg', { type: 'image/jpeg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return { sent, arrive, field }
}

test('REV-06 what is changed of a review while it is on its way stays, and goes with the next press', async () => {
  const { sent, arrive, field } = await reviewUnderWay()
  await userEvent.type(field, ' Or two.')
  await userEvent.click(screen.getByRole('button', { name: 'Remove bag.jpg' }))
  arrive()
  const submit = screen.getByRole('button', { name: 'Submit review' })
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-busy'))
  expect(field).toHaveValue('Holds a book. Or two.')
  await userEvent.click(submit)
  expect(await screen.findByText('Thank you. Your review is on the page.')).toBeVisible()
  expect(sent).toEqual([
    { method: 'POST', content: 'Holds a book.', images: 1 },
    { method: 'PATCH', content: 'Holds a book. Or two.', images: 0 },
  ])
})

test('REV-06 Cancel takes a review back that is on its way', async () => {
  const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort')
  const { arrive } = await reviewUnderWay()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(abort).toHaveBeenCalledOnce()
  arrive()
  expect(screen.queryByText(/^Thank you/)).toBeNull()
})

test('REV-06 Cancel stops a review with photographs that is sent again, also before it goes out', async () => {
  const { sent, arrive, field } = await reviewUnderWay(() => HttpResponse.error())
  const [looked, look] = gate()
  let asked = false
  server.use(
    http.get('*/api/collections/reviews/records', async ({ request }) => {
      if (!new URL(request.url).searchParams.get('filter')?.startsWith('user = ')) return undefined
      asked = true
      await looked
      return page([])
    }),
  )
  arrive()
  await screen.findByText(/^We cannot reach the shop/)
  await userEvent.type(field, ' Or two.')
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  await waitFor(() => expect(asked).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const calls = reviewCalls.length
  look()
  // Read anew once that is over.
  await waitFor(() => expect(reviewCalls.length).toBeGreaterThan(calls))
  expect(sent).toHaveLength(1)
})

test('REV-01 the same photograph chosen twice is taken away once', async () => {
  signIn()
  answer(SLING)
  await openReviewForm()
  const field = await screen.findByLabelText('Your pictures')
  const [bag, strap] = ['bag.jpg', 'strap.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' })) as [
    File,
    File,
  ]
  for (const file of [bag, strap, bag]) await userEvent.upload(field, file)
  const chosen = () => within(screen.getByRole('list', { name: 'Chosen pictures' })).getAllByRole('img')
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove bag.jpg' })[0] as HTMLElement)
  expect(chosen().map((image) => image.getAttribute('alt'))).toEqual(['strap.jpg', 'bag.jpg'])
})

test('REV-01 a photograph that is taken away leads to the field, and takes along what was wrong with it', async () => {
  signIn()
  answer(SLING)
  const images = { code: 'validation_refused', message: 'This picture is damaged. Please choose another one.' }
  server.use(
    http.post('*/api/collections/reviews/records', () => HttpResponse.json({ data: { images } }, { status: 400 })),
  )
  await openReviewForm()
  await userEvent.click(await screen.findByRole('radio', { name: 'Rating 5' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Your review' }), 'Holds a book.')
  const field = screen.getByLabelText('Your pictures')
  await userEvent.upload(field, new File(['x'], 'bag.jpg', { type: 'image/jpeg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  expect(await screen.findByText(images.message)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove bag.jpg' }))
  expect(field).toHaveFocus()
  expect(screen.queryByText(images.message)).toBeNull()
})

test.each([
  [
    'the server’s message',
    { message: 'You have reviewed this product already.' },
    400,
    'You have reviewed this product already.',
    '',
  ],
  [
    'the standard sentence',
    {},
    500,
    'Failed to create review',
    'The shop has trouble just now. What you wrote is kept: please try again in a moment.',
  ],
  [
    'what is too large for the shop’s server',
    {},
    413,
    'Failed to create review',
    'Its photographs are too large to send. Choose fewer or smaller ones.',
  ],
])('REV-06 a refused review shows %s and keeps what was written', async (_what, body, status, sentence, reason) => {
  signIn()
  answer(SLING)
  server.use(http.post('*/api/collections/reviews/records', () => HttpResponse.json(body, { status })))
  await openReviewForm()
  await userEvent.click(await screen.findByRole('radio', { name: 'Rating 5' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Your review' }), 'Holds a book.')
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  expect(await screen.findByText(sentence)).toHaveRole('alert')
  const reasons = screen.queryAllByText(/The shop has trouble just now|Choose fewer or smaller ones/)
  expect(reasons.map((said) => [said.role, said.textContent])).toEqual(reason ? [['status', reason]] : [])
  expect(screen.getByRole('textbox', { name: 'Your review' })).toHaveValue('Holds a book.')
})

test('REV-01 what the store has against a photograph stands beside the photographs, and the words are kept', async () => {
  signIn()
  answer(SLING)
  const message = 'This picture is damaged. Please choose another one.'
  const body = {
    message: 'Please check the marked fields.',
    data: { images: { code: 'validation_refused', message } },
  }
  server.use(http.post('*/api/collections/reviews/records', () => HttpResponse.json(body, { status: 400 })))
  await openReviewForm()
  await userEvent.click(await screen.findByRole('radio', { name: 'Rating 5' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Your review' }), 'Holds a book.')
  await userEvent.upload(screen.getByLabelText('Your pictures'), new File(['x'], 'bag.jpg', { type: 'image/jpeg' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Your pictures')).toHaveAccessibleDescription(/This picture is damaged/)
  expect(screen.getByRole('textbox', { name: 'Your review' })).toHaveValue('Holds a book.')
  expect(screen.getByRole('img', { name: 'bag.jpg' })).toBeVisible()
})

test('REV-01 a session that ended meanwhile is said in the promised words', async () => {
  signIn()
  answer(SLING)
  await openReviewForm()
  await userEvent.click(await screen.findByRole('radio', { name: 'Rating 5' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Your review' }), 'Holds a book.')
  authStore.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Submit review' }))
  expect(await screen.findByText('User must be authenticated to create a review')).toHaveRole('alert')
})

test.each([
  ['waiting', true],
  ['hidden', false],
])(
  'REV-03 RISK-12 an own review that is %s: its pictures open with a token, others’ without; deleted by its author: %s',
  async (state, deletable) => {
    signIn()
    const [review] = REVIEWS
    answer(SLING, { reviews: [{ ...review, images: ['open.jpg'] }] })
    const mine = { ...review, id: 'mine', title: 'Mine', images: ['mine.jpg'], state, expand: {} }
    const byMe = { ...mine, expand: { user: { id: 'me', name: 'Meera' } } }
    server.use(
      http.get('*/api/collections/reviews/records', ({ request }) => {
        const asked = new URL(request.url).searchParams
        if (!asked.get('filter')?.startsWith('user = ')) return undefined
        return page([asked.get('expand')?.split(',').includes('user') ? byMe : mine])
      }),
      http.post('*/api/files/token', () => HttpResponse.json({ token: 'a.b.c' })),
    )
    open()
    const smallIn = async (name: string) => {
      const opener = { name: /Open picture 1 of 1/ }
      const button = await within(await screen.findByRole('article', { name })).findByRole('button', opener)
      // A protected picture waits for its token.
      return waitFor(() => {
        const src = button.querySelector('img')?.getAttribute('src')
        if (!src) throw new Error('no picture yet')
        return src
      })
    }
    expect(await smallIn('Mine')).toMatch(/mine\.jpg\?thumb=300x0&.*&token=a\.b\.c$/)
    expect(await smallIn('The stitching!')).toMatch(/r1\/open\.jpg\?thumb=300x0&[^#]*version=\d+$/)

    const own = within(screen.getByRole('article', { name: 'Mine' }))
    expect(own.getByText('Meera')).toBeVisible()
    expect(own.getByRole('button', { name: 'Edit your review' })).toBeVisible()
    expect(own.queryAllByRole('button', { name: /^Delete/ })).toHaveLength(deletable ? 1 : 0)
  },
)

test('REV-04 a comment is posted with review and person, and appears', async () => {
  signIn()
  answer(SLING)
  let sent: unknown
  server.use(
    http.post('*/api/collections/review_comments/records', async ({ request }) => {
      sent = await request.json()
      const [review] = REVIEWS
      const mine = { id: 'c2', content: 'Me too.', created: '2026-11-01', expand: { user: { name: 'Meera' } } }
      answer(SLING, { reviews: [{ ...review, expand: { review_comments_via_review: [mine] } }] })
      return HttpResponse.json({ id: 'c2' })
    }),
  )
  open()
  const field = await screen.findByRole('textbox', { name: 'Add a comment' })
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  expect(field).toHaveAccessibleDescription('Write a comment first.')
  await userEvent.type(field, ' Me too. ')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  expect(await screen.findByText('Me too.', { selector: 'li p' })).toBeVisible()
  expect(sent).toEqual({ review: 'r1', user: 'me', content: 'Me too.' })
  await waitFor(() => expect(field).toHaveValue(''))
})

test('REV-04 what is typed while a comment is on its way stays', async () => {
  signIn()
  answer(SLING)
  const [arrived, arrive] = gate()
  server.use(
    http.post('*/api/collections/review_comments/records', async () => {
      await arrived
      return HttpResponse.json({ id: 'c2' })
    }),
  )
  const before = open()
  const field = await screen.findByRole('textbox', { name: 'Add a comment' })
  const button = screen.getByRole('button', { name: 'Post comment' })
  await userEvent.type(field, 'Me too.')
  await userEvent.click(button)
  await userEvent.type(field, ' And mine.')
  arrive()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  expect(field).toHaveValue('Me too. And mine.')
  before.unmount()
  open()
  expect(await screen.findByRole('textbox', { name: 'Add a comment' })).toHaveValue('Me too. And mine.')
})

test('REV-06 Cancel takes a change of a comment back that is on its way', async () => {
  signIn()
  const mine = { id: 'c2', content: 'Me too.', created: '2026-11-01', expand: { user: { id: 'me', name: 'Meera' } } }
  answer(SLING, { reviews: [{ ...REVIEWS[0], expand: { review_comments_via_review: [mine] } }] })
  let signal: AbortSignal | undefined
  server.use(
    http.patch('*/api/collections/review_comments/records/c2', ({ request }) => {
      signal = request.signal
      return new Promise<Response>((answered) =>
        request.signal.addEventListener('abort', () => answered(Response.error())),
      )
    }),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit your comment' }))
  await userEvent.type(screen.getByLabelText('Edit your comment'), ' And he.')
  await userEvent.click(screen.getByRole('button', { name: 'Save comment' }))
  await waitFor(() => expect(signal).toBeDefined())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(signal?.aborted).toBe(true))
  expect(screen.getByRole('button', { name: 'Edit your comment' })).toHaveFocus()
})

test('REV-04 a comment whose answer was lost, sent again after a reload, is there once', async () => {
  signIn()
  answer(SLING)
  const posted: unknown[] = []
  server.use(
    http.post('*/api/collections/review_comments/records', async ({ request }) => {
      posted.push(await request.json())
      return HttpResponse.error()
    }),
    http.get('*/api/collections/review_comments/records', () => page(posted.length > 0 ? [{ id: 'c2' }] : [])),
  )
  const before = open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Add a comment' }), 'Me too.')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await screen.findByText(/We cannot reach the shop/)
  before.unmount()
  open()
  const field = await screen.findByRole('textbox', { name: 'Add a comment' })
  expect(field).toHaveValue('Me too.')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))
  await waitFor(() => expect(field).toHaveValue(''))
  expect(posted).toHaveLength(1)
})

/** The page of a product with an own review, which a press in the dialog deletes; then comes `after`. */
async function deleteOwn(what: 'review' | 'comment', after: () => Response | Promise<Response>) {
  signIn()
  const me = { user: { id: 'me', name: 'Meera' } }
  const comment = { id: 'c2', content: 'Me too.', created: '2026-11-01', expand: me }
  const mine = { ...REVIEWS[0], id: 'mine', title: 'Mine', expand: { ...me, review_comments_via_review: [comment] } }
  let items: Fields[] = [mine]
  answer(SLING)
  server.use(
    http.get('*/api/collections/reviews/records', () => page(items)),
    http.delete('*/api/collections/*/records/*', () => {
      items = what === 'review' ? [] : [{ ...mine, expand: me }]
      return after()
    }),
  )
  const client = createQueryClient()
  open(undefined, client)
  const button = await screen.findByRole('button', { name: `Delete your ${what}` })
  button.focus()
  await act(async () => void fireEvent.click(button))
  await userEvent.click(await screen.findByRole('button', { name: `Delete ${what}` }))
  return () => client.invalidateQueries({ queryKey: ['reviews'] })
}

test('REV-06 a review whose deletion got no answer is said to be deleted once the page hears of it', async () => {
  const hear = await deleteOwn('review', () => HttpResponse.error())
  await screen.findByText(/We cannot reach the shop/)
  await hear()
  expect(await screen.findByText('Your review is deleted.')).toHaveRole('status')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Write a review' })).toHaveFocus())
})

test('REV-06 a review is said to be deleted also where the page cannot be read anew', async () => {
  await deleteOwn('review', () => {
    server.use(http.get('*/api/collections/reviews/records', () => HttpResponse.error()))
    return new HttpResponse(null, { status: 204 })
  })
  expect(await screen.findByText('Your review is deleted.')).toHaveRole('status')
})

test('REV-06 an own review that is deleted elsewhere goes without a word, and leaves the focus where it is', async () => {
  signIn()
  answer(SLING)
  let items: Fields[] = [{ ...REVIEWS[0], title: 'Mine', expand: { user: { id: 'me', name: 'Meera' } } }]
  server.use(http.get('*/api/collections/reviews/records', () => page(items)))
  const client = createQueryClient()
  open(undefined, client)
  await screen.findByRole('button', { name: 'Delete your review' })
  items = []
  await act(() => client.invalidateQueries({ queryKey: ['reviews'] }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Mine' })).toBeNull())
  expect(screen.queryByText('Your review is deleted.')).toBeNull()
  expect(document.body).toHaveFocus()
})

test('REV-06 whoever signs out leaves no question about a review of theirs', async () => {
  signIn()
  const mine = { ...REVIEWS[0], title: 'Mine', expand: { user: { id: 'me', name: 'Meera' } } }
  answer(SLING, { reviews: [mine] })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  await screen.findByRole('dialog', { name: 'Delete your review?' })
  act(endSession)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('REV-06 the question about a comment stays until its deletion is answered, though the comment has gone', async () => {
  const hear = await deleteOwn('comment', () => HttpResponse.error())
  await screen.findByText(/We cannot reach the shop/)
  await hear()
  await waitFor(() => expect(screen.queryByText('Me too.')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Delete your comment?' })).toHaveTextContent('We cannot reach the shop')
})

test('REV-06 a deletion that is refused once its question was left is said so', async () => {
  let refuse = () => {}
  const refused = new Promise<Response>((resolve) => {
    refuse = () => resolve(HttpResponse.json({}, { status: 500 }))
  })
  const told = vi.spyOn(toast, 'error')
  await deleteOwn('review', () => refused)
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  refuse()
  await waitFor(() => expect(told).toHaveBeenCalledWith('Something went wrong while processing your request.'))
})

test('REV-05 a helpful vote is a row of its own, counted by the server and taken back by a second press', async () => {
  signIn()
  answer(SLING)
  const calls: string[] = []
  const [review] = REVIEWS
  const after = (votes: number, rows: Fields[]) => {
    answer(SLING, { reviews: [{ ...review, helpful_votes: votes }] })
    server.use(http.get('*/api/collections/review_votes/records', () => page(rows)))
  }
  server.use(
    http.post('*/api/collections/review_votes/records', async ({ request }) => {
      calls.push(JSON.stringify(await request.json()))
      after(5, [{ id: 'v1', review: 'r1' }])
      return HttpResponse.json({ id: 'v1' })
    }),
    http.delete('*/api/collections/review_votes/records/:id', ({ params }) => {
      calls.push(`delete ${String(params.id)}`)
      after(4, [])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Helpful (4)', pressed: false }))
  await userEvent.click(await screen.findByRole('button', { name: 'Helpful (5)', pressed: true }))
  await screen.findByRole('button', { name: 'Helpful (4)', pressed: false })
  await waitFor(() => expect(calls).toEqual(['{"review":"r1","user":"me"}', 'delete v1']))
})

test('PAINT-05 buttons of two products are told apart by whoever renews a page', () => {
  const [soap, bag] = ['soap', 'bag'].map((id) => parseProduct({ id, name: id, price: 100, inStock: true }))
  const button = (product: Product | undefined) =>
    render(product && <AddToCartButton product={product} />).container.querySelector('button')
  const [first, second] = [button(soap), button(bag)]
  expect(first).toHaveTextContent('Add to Cart')
  expect(first?.isEqualNode(second ?? null)).toBe(false)
})
