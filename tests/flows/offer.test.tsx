import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
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
