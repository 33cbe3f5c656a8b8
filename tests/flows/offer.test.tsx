import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import type { QuoteOffer } from '../../src/domain/orders/quote'
import { GiftProgress } from '../../src/features/offers/gift-progress'
import { OfferBanner } from '../../src/features/offers/offer-banner'
import { offerWords } from '../../src/features/offers/offer-words'
import { hi } from '../../src/language/hi'
import { setLanguage } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'
import { checkLine } from '../../src/lib/line'
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
afterEach(() => {
  vi.useRealTimers()
  setLanguage('en')
})

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
      <OfferBanner />
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

test('OFFER-01 an offer whose gift was deleted, taken off sale or is sold out promises nothing', async () => {
  for (const [expand, shown] of [
    [{}, false],
    [{ gift: { ...potli, inStock: false } }, false],
    [{ gift: { ...potli, inStock: true, sold_out: true } }, false],
    [{ gift: { ...potli, inStock: true, sold_out: false } }, true],
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
      <OfferBanner reached />
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

test('OFFER-04 the gift’s picture is shown, left out when it fails, and tried again once a lost line is back', async () => {
  openCart(0)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OfferBanner />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('img', { name: potli.name })).toHaveLength(2))
  for (const image of screen.getAllByRole('img', { name: potli.name })) fireEvent.error(image)
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull())
  expect(screen.getByRole('heading', { name: offer.name })).toBeVisible()
  server.use(http.head('*/answers', () => new HttpResponse()))
  server.use(http.head('*/answers', () => HttpResponse.error(), { once: true }))
  for (const _ of ['gone', 'back']) await act(() => checkLine('https://store.test/answers'))
  expect(screen.getAllByRole('img', { name: potli.name })).toHaveLength(2)
})

describe('PROMO-32 an offer whose maker wrote no words', () => {
  const cases: [record: object, english: string, hindi: string][] = [
    [{ kind: 'percent', value: 10, categories: ['soap'] }, '10% off all soaps', 'सभी साबुन पर 10% की छूट'],
    [{ kind: 'percent', value: 12.5 }, '12.5% off everything', 'हर सामान पर 12.5% की छूट'],
    [
      { kind: 'amount', value: 100, minimum: 999, tags: ['gift'] },
      '₹100 off chosen products on orders above ₹999',
      '₹999 से ज़्यादा के ऑर्डर पर चुनिंदा सामान पर ₹100 की छूट',
    ],
    [
      { kind: 'free_delivery', minimum: 500 },
      'Free delivery on orders above ₹500',
      '₹500 से ज़्यादा के ऑर्डर पर मुफ़्त डिलीवरी',
    ],
    [
      { kind: 'gift', categories: ['bag', 'soap'] },
      'Potli as a gift with an order of all bags, soaps',
      'सभी बैग, साबुन के ऑर्डर के साथ गिफ़्ट में Potli',
    ],
    [{ kind: '', minimum: 500 }, '', ''],
  ]
  test.each(cases)('%j', (record, english, hindi) => {
    expect(offerWords({ name: 'Diwali', ...record }, 'Potli')).toBe(english)
    setLanguage('hi', createTranslator(hi))
    expect(offerWords({ name: 'Diwali', ...record }, 'Potli')).toBe(hindi)
  })

  test('says what it gives on the strip and in the cart', async () => {
    answerOffer({ ...offer, kind: 'percent', value: 10, minimum: 500 })
    const client = createQueryClient()
    render(
      <QueryClientProvider client={client}>
        <OfferBanner />
        <GiftProgress subtotal={40_000} />
      </QueryClientProvider>,
    )
    expect(await screen.findAllByText('10% off everything on orders above ₹500')).toHaveLength(2)
  })
})

test('OFFER-05 an offer that the store does not give is neither reached nor promised once it has answered', async () => {
  answerOffer({ ...offer, expand: { gift: potli } })
  const client = createQueryClient()
  const gift = { product: potli.id, name: potli.name, image: '', available: true }
  const told = { id: 'o1', title: offer.name, description: '', for_these: true, missing: 0 }
  const given: QuoteOffer = { ...told, active: true, sentence: 'Eligible now', gift }
  const view = (subtotal: number, said?: QuoteOffer | null) => (
    <QueryClientProvider client={client}>
      <GiftProgress subtotal={subtotal} told={said} />
    </QueryClientProvider>
  )
  const { rerender, container } = render(view(40_000))
  expect(await screen.findByText('Add ₹100.00 more to unlock')).toBeVisible()
  const another = { ...given, id: 'o2', title: 'An older offer', gift: null }
  for (const said of [null, another, { ...given, gift: { ...gift, available: false } }])
    for (const subtotal of [60_000, 40_000]) {
      rerender(view(subtotal, said))
      expect(container).toBeEmptyDOMElement()
    }
  expect(confetti.bursts).toEqual([])
  rerender(view(60_000, given))
  expect(screen.getByText('Eligible now')).toBeVisible()
})

test('PROMO-32 the cart says how far an offer for some things is, once the store has said whether any is in it', async () => {
  answerOffer({ ...offer, kind: 'percent', value: 10, categories: ['soap'] })
  const client = createQueryClient()
  const told = { id: 'o1', title: offer.name, description: '', missing: 0, gift: null }
  const none = { ...told, active: false, for_these: false, sentence: 'Add one of its products to unlock' }
  const some = { ...told, active: true, for_these: true, sentence: 'Eligible now' }
  const view = (subtotal: number, said?: QuoteOffer | null) => (
    <QueryClientProvider client={client}>
      <GiftProgress subtotal={subtotal} told={said} />
    </QueryClientProvider>
  )
  const { rerender, container } = render(view(60_000))
  expect(await screen.findByText('10% off all soaps on orders above ₹500')).toBeVisible()
  expect(screen.getByRole('status').textContent?.trim()).toBe('')
  rerender(view(60_000, some))
  expect(screen.getByText('Eligible now')).toBeVisible()
  // Found reached, not reached before somebody's eyes.
  expect(confetti.bursts).toEqual([])
  rerender(view(60_000, none))
  expect(screen.getByText('Add one of its products to unlock')).toBeVisible()
  rerender(view(40_000, some))
  expect(screen.getByText('Add ₹100.00 more to unlock')).toBeVisible()
  rerender(view(60_000, null))
  expect(container).toBeEmptyDOMElement()
})
