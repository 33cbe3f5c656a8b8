import type { QueryClient } from '@tanstack/react-query'
import { warmRecordStore } from '@/api/client'
import { readShopView } from '@/domain/catalog/product-filter'
import { currentLines } from '@/features/cart/store'
import {
  categoriesOptions,
  deliverableBestsellersOptions,
  facetsOptions,
  homeProductsOptions,
  prefetchProducts,
  productOptions,
} from '@/features/catalog/queries'
import { pageOptions, postListOptions, postOptions } from '@/features/content/queries'
import { homepageOptions, slidesOptions, tilePicturesOptions } from '@/features/home/queries'
import { specialOfferOptions } from '@/features/offers/queries'
import type { RoutePattern } from '@/lib/paths'

/**
 * Starts the requests of a page. Must not wait for one to ask for another, and must not throw: a failure is shown
 * where it is read.
 */
export type Prefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => void

/** For pages whose requests are sure to come but wait for who is signed in or which order it is. */
const warm: Prefetch = () => warmRecordStore()

/** For pages that end in bestsellers where nothing is in the cart, which the server does not know. */
const cart: Prefetch = (client, _params, search) => {
  warmRecordStore()
  if (typeof window !== 'undefined' && currentLines().length === 0 && !search.has('items'))
    void client.prefetchQuery(deliverableBestsellersOptions())
}

function page(slug: string): Prefetch {
  return (client) => void client.prefetchQuery(pageOptions(slug))
}

/**
 * What each page asks for first. It runs when a link to the page is pointed at and again when the page opens, beside
 * the download of the page's code; answers that are still fresh are not asked for twice. A page without an entry asks
 * when it renders.
 */
export const prefetches: Partial<Record<RoutePattern, Prefetch>> = {
  '/': (client) => {
    void client.prefetchQuery(homepageOptions())
    void client.prefetchQuery(slidesOptions())
    void client.prefetchQuery(tilePicturesOptions())
    void client.prefetchQuery(categoriesOptions())
    void client.prefetchQuery(specialOfferOptions())
    void client.prefetchInfiniteQuery(homeProductsOptions())
  },
  '/shop': (client, _params, search) => {
    const { show, ...filter } = readShopView(search)
    prefetchProducts(client, filter, show)
    void client.prefetchQuery(categoriesOptions())
    void client.prefetchQuery(facetsOptions(filter.category))
  },
  '/bestsellers': (client) => prefetchProducts(client, { bestseller: true }),
  '/new-arrivals': (client) => prefetchProducts(client, { new: true, sort: 'newest' }),
  '/gifting': (client) => prefetchProducts(client, { tag: 'gift' }),
  '/product/:id': (client, { id = '' }) => {
    void client.prefetchQuery(productOptions(id))
    // Read far below the first screen: its code is not part of every visit's first load.
    import('@/features/reviews/queries').then(
      ({ reviewsOptions }) => client.prefetchInfiniteQuery(reviewsOptions(id)),
      () => undefined,
    )
  },
  '/about': page('about'),
  '/shipping-policy': page('shipping-policy'),
  '/terms-and-conditions': page('terms-and-conditions'),
  '/cancellations-refunds': page('cancellations-refunds'),
  '/privacy-policy': page('privacy-policy'),
  '/blog': (client) => void client.prefetchQuery(postListOptions()),
  '/blog/:slug': (client, { slug = '' }) => void client.prefetchQuery(postOptions(slug)),
  '/wishlist': warm,
  '/cart': cart,
  '/checkout': cart,
  '/order-confirmation/:id': warm,
  '/orders': warm,
  '/orders/:id': warm,
  '/orders/:id/bill': warm,
  '/auth/login': warm,
  '/auth/signup': warm,
  '/profile': warm,
}
