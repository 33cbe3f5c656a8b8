import { type DehydratedState, dehydrate, hydrate, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, Route, Routes, StaticRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { settingsOptions } from '../../src/api/settings'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'
import { AuthProvider } from '../../src/features/account/auth-context'
import {
  categoriesOptions,
  facetsOptions,
  productListOptions,
  productOptions,
  visitSeedOptions,
} from '../../src/features/catalog/queries'
import { crossSellOptions } from '../../src/features/catalog/related-queries'
import { reviewsOptions } from '../../src/features/reviews/queries'
import ProductPage from '../../src/pages/product'
import ShopPage from '../../src/pages/shop'
import { server } from './network'

const products = Array.from({ length: 6 }, (_, index) => ({
  id: `p${index}`,
  collectionId: 'products',
  name: index % 2 ? `नीम साबुन ${index}` : `Tote ${index}`,
  category: index % 2 ? 'soap' : 'bag',
  description: 'A plain, green everyday bar.',
  price: 123456.5,
  original_price: 150000,
  images: ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'],
  colors: [{ name: 'Indigo', value: 'indigo', hex: '#2D3B63' }],
  inStock: index !== 3,
  bestseller: true,
  new: index === 0,
  reviews: 1,
  rating: 4.5,
  features: ['Stamped by hand'],
  tags: ['gift'],
}))

const reviews = [
  { id: 'r1', collectionId: 'reviews', rating: 4, title: 'Good', content: 'Fine', created: '2026-10-12 20:00:00.000Z' },
]

let root: Root | undefined

afterEach(() => {
  act(() => root?.unmount())
  document.body.innerHTML = ''
})

/** The cache as a server fills it: from records, before anything is drawn. */
async function filledClient(): Promise<QueryClient> {
  server.use(
    http.get('*/api/collections/products/records/:id', ({ params }) =>
      HttpResponse.json(products.find(({ id }) => id === params.id)),
    ),
    http.get('*/api/store/categories', () =>
      HttpResponse.json({ categories: ['bag', 'soap'].map((category) => ({ category, count: 3 })) }),
    ),
    http.get('*/api/store/facets', () =>
      HttpResponse.json({ rows: [{ values: 'skin:dry price:500-1000', count: 6 }] }),
    ),
    http.get('*/api/collections/products/records', () =>
      HttpResponse.json({ page: 1, perPage: 100, totalItems: products.length, totalPages: 1, items: products }),
    ),
    http.get('*/api/collections/reviews/records', () =>
      HttpResponse.json({ page: 1, perPage: 10, totalItems: -1, totalPages: -1, items: reviews }),
    ),
  )
  const client = createQueryClient()
  client.setQueryData(visitSeedOptions().queryKey, 7)
  client.setQueryData(settingsOptions().queryKey, DEFAULT_SETTINGS)
  await Promise.all([
    client.fetchInfiniteQuery(productListOptions()),
    client.fetchInfiniteQuery(productListOptions({ category: 'bag', sort: 'name' })),
    client.fetchQuery(categoriesOptions()),
    client.fetchQuery(facetsOptions('')),
    client.fetchQuery(facetsOptions('bag')),
    client.fetchQuery(productOptions('p0')),
    client.fetchQuery(crossSellOptions(['bag'], 1)),
    client.fetchInfiniteQuery(reviewsOptions('p0')),
  ])
  server.resetHandlers()
  return client
}

function page(client: QueryClient, router: (routes: ReactNode) => ReactNode) {
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        {router(
          <Routes>
            <Route path="/shop" element={<ShopPage />} />
            <Route path="/product/:id" element={<ProductPage />} />
          </Routes>,
        )}
      </AuthProvider>
    </QueryClientProvider>
  )
}

test.each([
  ['/shop', 'Shop'],
  ['/shop?category=bag&sort=name', 'Bags'],
  ['/product/p0', 'Tote 0'],
])(
  'PAINT-02 same records, same HTML: the browser takes over %s as the server drew it, without a request',
  async (url, heading) => {
    const onServer = await filledClient()
    const html = renderToString(page(onServer, (routes) => <StaticRouter location={url}>{routes}</StaticRouter>))
    const state: DehydratedState = JSON.parse(JSON.stringify(dehydrate(onServer)))

    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = html
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const before = container.querySelector('main img, article img')

    const inBrowser = createQueryClient()
    hydrate(inBrowser, state)
    const mismatches: unknown[] = []
    await act(async () => {
      root = hydrateRoot(
        container,
        page(inBrowser, (routes) => <MemoryRouter initialEntries={[url]}>{routes}</MemoryRouter>),
        { onRecoverableError: (error) => mismatches.push(error) },
      )
    })
    expect(mismatches).toEqual([])
    // The very element, not one like it: what a shopper has begun to see is not replaced.
    expect(before).not.toBeNull()
    expect(container.querySelector('main img, article img')).toBe(before)
  },
)
