import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { OfferBanner } from '../../src/features/offers/offer-banner'
import { server } from './network'

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
