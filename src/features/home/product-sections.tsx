import { useEffect, useRef, useState } from 'react'
import { GRID_PAGE_SIZE, NEW_ARRIVALS_SIZE } from '@/domain/limits'
import type { Product } from '@/domain/product'
import { bestsellerProducts, newProducts } from '@/domain/selections'
import { ProductGrid } from '@/features/catalog/product-grid'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { SectionHead } from '@/ui/section-head'

/** At most four new products (HOME-08). */
export function NewArrivalsSection({ products }: { products: readonly Product[] }) {
  const arrivals = newProducts(products).slice(0, NEW_ARRIVALS_SIZE)
  return (
    <section aria-labelledby="new-arrivals" className="wrap pt-section">
      <SectionHead
        id="new-arrivals"
        eyebrow="Just Arrived"
        title="New Arrivals"
        link={{ label: 'View All', to: paths.newArrivals() }}
      />
      {arrivals.length > 0 ? (
        <ProductGrid products={arrivals} label="New Arrivals" four />
      ) : (
        <p className="text-ink-2">No new arrival products found</p>
      )}
    </section>
  )
}

/** The bestsellers as the homepage's grid: eight, and eight more with each press (HOME-10, HOME-13). */
export function BestsellersSection({ products }: { products: readonly Product[] }) {
  const [count, setCount] = useState(GRID_PAGE_SIZE)
  const grid = useRef<HTMLDivElement>(null)
  const seen = useRef(count)
  useEffect(() => {
    if (count === seen.current) return
    // The button may be gone, and with it the place of the keyboard: it goes on at the first of the new products.
    grid.current?.querySelectorAll('article')[seen.current]?.querySelector('a')?.focus({ preventScroll: true })
    seen.current = count
  }, [count])
  const bestsellers = bestsellerProducts(products)
  return (
    <section aria-labelledby="bestsellers" className="wrap pt-section">
      <SectionHead
        id="bestsellers"
        eyebrow="Most Popular"
        title="Our Bestsellers"
        link={{ label: 'View All', to: paths.bestsellers() }}
      />
      {bestsellers.length > 0 ? (
        <div ref={grid}>
          <ProductGrid products={bestsellers.slice(0, count)} label="Our Bestsellers" />
        </div>
      ) : (
        <p className="text-ink-2">No bestseller products found</p>
      )}
      {bestsellers.length > count && (
        <div className="mt-14 text-center">
          <Button look="line" onClick={() => setCount(count + GRID_PAGE_SIZE)}>
            Load More Products
          </Button>
        </div>
      )}
    </section>
  )
}
