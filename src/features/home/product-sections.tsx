import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Product } from '@/domain/catalog/product'
import { NEW_ARRIVALS_SIZE } from '@/domain/limits'
import { ProductGrid } from '@/features/catalog/product-grid'
import { homeProductsOptions } from '@/features/catalog/queries'
import { t } from '@/language/text'
import { listedOnce } from '@/lib/listed-once'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { SectionHead } from '@/ui/section-head'

/** At most four new products (HOME-08). */
export function NewArrivalsSection({ products }: { products: readonly Product[] }) {
  const arrivals = products.slice(0, NEW_ARRIVALS_SIZE)
  return (
    <section aria-labelledby="new-arrivals" className="wrap pt-section">
      <SectionHead
        id="new-arrivals"
        eyebrow={t('Just Arrived')}
        title={t('New Arrivals')}
        link={{ label: t('View All'), to: paths.newArrivals() }}
      />
      {arrivals.length > 0 ? (
        <ProductGrid products={arrivals} label="New Arrivals" four />
      ) : (
        <p className="text-ink-2">{t('No new arrival products found')}</p>
      )}
    </section>
  )
}

/** The bestsellers as the homepage's grid: eight, and eight more with each press (HOME-10, HOME-13). */
export function BestsellersSection() {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    homeProductsOptions(),
  )
  const pages = data?.pages ?? []
  const bestsellers = listedOnce(pages.map((page) => page.bestsellers))
  const grid = useRef<HTMLDivElement>(null)
  const expectedFrom = useRef<number | null>(null)
  useEffect(() => {
    const from = expectedFrom.current
    if (from === null || bestsellers.length <= from) return
    // The button may be gone, and with it the place of the keyboard: it goes on at the first of the new products.
    expectedFrom.current = null
    grid.current?.querySelectorAll('article')[from]?.querySelector('a')?.focus({ preventScroll: true })
  }, [bestsellers.length])
  return (
    <section aria-labelledby="bestsellers" className="wrap pt-section">
      <SectionHead
        id="bestsellers"
        eyebrow={t('Most Popular')}
        title={t('Our Bestsellers')}
        link={{ label: t('View All'), to: paths.bestsellers() }}
      />
      {bestsellers.length > 0 ? (
        <div ref={grid}>
          <ProductGrid products={bestsellers} label="Our Bestsellers" />
        </div>
      ) : (
        <p className="text-ink-2">{t('No bestseller products found')}</p>
      )}
      {hasNextPage && (
        <div className="mt-14 text-center">
          {isFetchNextPageError && (
            <p role="alert" className="mb-3 text-danger text-sm">
              {t('The products did not load. Check your connection and try again.')}
            </p>
          )}
          <Button
            look="line"
            busy={isFetchingNextPage}
            onClick={() => {
              expectedFrom.current = bestsellers.length
              void fetchNextPage()
            }}
          >
            {t('Load More Products')}
          </Button>
        </div>
      )}
    </section>
  )
}
