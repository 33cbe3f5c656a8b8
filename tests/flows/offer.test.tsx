import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
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
  name: 'A festive potli, on us',
  active: true,
  minimum: 500,
  kind: 'gift',
  gift: potli.id,
}

const answerOffer = (record: object) =>
  server.use(http.get('*/api/collections/promotions/records', () => HttpResponse.json({ items: [record] })))

function openStrip() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <OfferBanner amount={0} />
    </QueryClientProvider>,
  )
}

test('OFFER-01 the newest offer that runs comes with its product, in one request', async () => {
  const asked: URLSearchParams[] = []
  // Asking for the product as well would be a request nobody answers.
  server.use(
    http.get('*/api/collections/promotions/records', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      return HttpResponse.json({
        items: [{ ...offer, ...(query.get('expand') === 'gift' && { expand: { gift: potli } }) }],
      })
    }),
  )
  openStrip()
  expect(await screen.findByRole('heading', { name: offer.name })).toBeVisible()
  expect(screen.getByRole('img', { name: potli.name })).toBeInTheDocument()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.get('sort')).toBe('-created')
})

test('OFFER-01 an offer whose gift was deleted or taken off sale promises nothing', async () => {
  for (const [expand, shown] of [
    [{}, false],
    [{ gift: { ...potli, inStock: false } }, false],
    [{ gift: { ...potli, inStock: true } }, true],
  ] as const) {
    answerOffer({ ...offer, expand })
    const { container, unmount } = openStrip()
    if (shown) expect(await screen.findByRole('heading', { name: offer.name })).toBeVisible()
    else await waitFor(() => expect(container).toBeEmptyDOMElement())
    unmount()
  }
})

test('PROMO-19 the strip says when an offer ends once that is near, and not that it is reached where it is for some things', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') })
  const ends = '2026-11-22 18:29:00.000Z'
  // Midnight is Sunday’s end, and no time on Monday.
  for (const end of ['2026-11-22 18:30:00.000Z', ends]) {
    answerOffer({ ...offer, kind: '', minimum: 0, ends: end })
    const first = openStrip()
    expect(await screen.findByText('until Sunday, 11:59 pm')).toBeVisible()
    expect(screen.getByText('Eligible now')).toBeVisible()
    first.unmount()
  }
  vi.setSystemTime(Date.parse('2026-11-20T18:00:00Z'))
  answerOffer({ ...offer, kind: '', minimum: 0, ends, categories: ['soap'] })
  openStrip()
  expect(await screen.findByRole('heading', { name: offer.name })).toBeVisible()
  await act(async () => void (await import('../../src/features/offers/until-words')))
  expect(screen.queryByText(/^until/)).toBeNull()
  expect(screen.queryByText('Eligible now')).toBeNull()
})

/** What the cart shows of the running offer at a subtotal, paise. */
function openCart(subtotal: number) {
  answerOffer({ ...offer, expand: { gift: potli } })
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
  expect(screen.getByRole('heading', { name: offer.name })).toBeVisible()
})
