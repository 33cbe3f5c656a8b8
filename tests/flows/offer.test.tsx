import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { GiftProgress } from '../../src/features/offers/gift-progress'
import { OfferBanner } from '../../src/features/offers/offer-banner'
import { server } from './network'

const confetti = vi.hoisted(() => ({ bursts: [] as object[], resets: 0 }))
vi.mock('canvas-confetti', () => ({
  default: {
    create: () => {
      const fire = async (options: object) => void confetti.bursts.push(options)
      return Object.assign(fire, {
        reset: () => {
          confetti.resets += 1
        },
      })
    },
  },
}))
beforeEach(() => {
  Object.assign(confetti, { bursts: [], resets: 0 })
  server.use(http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })))
})
afterEach(() => vi.useRealTimers())

const potli = { id: 'potli', collectionId: 'products', name: 'Festive Potli Pouch', images: ['potli.jpg'] }
const offer = {
  id: 'o1',
  title: 'A festive potli, on us',
  active: true,
  min_order_value: 500,
  offer_type: 'free_gift',
  gift_product_id: potli.id,
}

test('OFFER-01 the newest offer that runs comes with its product, in one request', async () => {
  const asked: URLSearchParams[] = []
  // Asking for the product as well would be a request nobody answers.
  server.use(
    http.get('*/api/collections/special_offers/records', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      return HttpResponse.json({
        items: [{ ...offer, ...(query.get('expand') === 'product' && { expand: { product: potli } }) }],
      })
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfferBanner amount={0} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('heading', { name: offer.title })).toBeVisible()
  expect(screen.getByRole('img', { name: potli.name })).toBeInTheDocument()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.get('sort')).toBe('-created')
  expect(asked[0]?.get('filter')).toBe('active = true && start_date <= @now && end_date >= @now')
})

test('OFFER-01 an offer whose gift was deleted or taken off sale promises nothing; one that cannot be read now hides its picture', async () => {
  const answers: [HttpResponse<object>, shown: boolean][] = [
    [HttpResponse.json({ status: 404 }, { status: 404 }), false],
    [HttpResponse.json({ ...potli, inStock: false }), false],
    [HttpResponse.json({ status: 500 }, { status: 500 }), true],
    [HttpResponse.json({ ...potli, inStock: true }), true],
  ]
  for (const [answer, shown] of answers) {
    let asked = 0
    server.use(
      http.get('*/api/collections/special_offers/records', () => HttpResponse.json({ items: [offer] })),
      http.get('*/api/collections/products/records/potli', () => {
        asked++
        return answer.clone()
      }),
    )
    const { container, unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <OfferBanner amount={0} />
      </QueryClientProvider>,
    )
    if (shown) expect(await screen.findByRole('heading', { name: offer.title })).toBeVisible()
    else await waitFor(() => expect(container).toBeEmptyDOMElement())
    expect(asked).toBe(1)
    unmount()
    server.resetHandlers()
  }
})

/** What the cart shows of the running offer at a subtotal, paise. */
function openCart(subtotal: number) {
  server.use(
    http.get('*/api/collections/special_offers/records', () =>
      HttpResponse.json({ items: [{ ...offer, expand: { product: potli } }] }),
    ),
  )
  const client = createQueryClient()
  const view = (at: number) => (
    <QueryClientProvider client={client}>
      <GiftProgress subtotal={at} />
    </QueryClientProvider>
  )
  const { rerender } = render(view(subtotal))
  return (at: number) => rerender(view(at))
}

test('OFFER-03 paper bursts at the moment the offer is reached, not when a cart is opened that has reached it', async () => {
  const change = openCart(60_000)
  expect(await screen.findByText('Eligible now')).toBeVisible()
  change(40_000)
  expect(await screen.findByText('Add ₹100.00 more to unlock')).toBeVisible()
  expect(confetti.bursts).toEqual([])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  change(50_000)
  await vi.waitFor(() => expect(confetti.bursts).toMatchObject([{ particleCount: 80, ticks: 120 }]))
  expect(document.querySelector('[data-confetti]')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1600)
  expect(confetti.resets).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(confetti.resets).toBe(1)
  expect(document.querySelector('[data-confetti]')).toBeNull()
})

test('OFFER-03 the strip on a page says that it is reached, and nothing bursts', async () => {
  openCart(0)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfferBanner amount={0} alwaysActive />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Eligible now')).toBeVisible()
  expect(confetti.bursts).toEqual([])
  expect(document.querySelector('[data-confetti]')).toBeNull()
})

test('OFFER-03 no paper for those who asked for less motion', async () => {
  const still = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  const change = openCart(40_000)
  expect(await screen.findByText('Add ₹100.00 more to unlock')).toBeVisible()
  change(50_000)
  expect(await screen.findByText('Eligible now')).toBeVisible()
  expect(still).toHaveBeenCalled()
  expect(document.querySelector('[data-confetti]')).toBeNull()
  still.mockRestore()
})

test('OFFER-04 the gift’s picture is shown, and left out when it fails', async () => {
  openCart(0)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfferBanner amount={0} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('img', { name: potli.name })).toHaveLength(2))
  for (const image of screen.getAllByRole('img', { name: potli.name })) fireEvent.error(image)
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(screen.getByRole('heading', { name: offer.title })).toBeVisible()
})
