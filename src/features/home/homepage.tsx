import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactElement, type ReactNode, Suspense } from 'react'
import { useSettings } from '@/api/settings'
import { featuredProducts, newProducts } from '@/domain/catalog/selections'
import { HOME_SECTIONS, type HomeSection } from '@/domain/site/homepage'
import { ProductGridSkeleton } from '@/features/catalog/product-grid-skeleton'
import { type HomeProducts, homeProductsOptions } from '@/features/catalog/queries'
import { OfferBanner } from '@/features/offers/offer-banner'
import { t } from '@/language/text'
import { LoadFailed } from '@/ui/load-failed'
import { Skeleton } from '@/ui/skeleton'
import { SoftBoundary } from '@/ui/soft-boundary'
import { Spinner } from '@/ui/spinner'
import { FeaturedSection } from './featured-section'
import { Hero } from './hero'
import { MAKING_ID } from './hero-slide'
import { Later } from './later'
import { CategoryTiles, FeaturesSection, FloatingChat, SamplerSection, TestimonialsSection } from './lazy-sections'
import { NewsletterSection } from './newsletter-section'
import { BestsellersSection, NewArrivalsSection } from './product-sections'
import { homepageOptions } from './queries'

/** The sections of the homepage as the merchandiser arranged them (HOME-01, HOME-02). */
export function Homepage() {
  const config = useQuery(homepageOptions())
  const { show_making } = useSettings()
  if (config.isPending) {
    return (
      <Spinner
        visible
        label={t('Loading homepage configuration...')}
        className="min-h-[60vh] lg:min-h-[calc(100vh-var(--header))]"
      />
    )
  }
  const sections = config.data ?? HOME_SECTIONS
  const firstOfProducts = sections.find((section) => PRODUCT_SECTIONS.has(section))
  const firstOfLater = sections.find((section) => /hero|features|testimonials/.test(section))
  return (
    <>
      {sections.map((section) => (
        <Fragment key={section}>
          {drawSection(
            section,
            section === firstOfProducts || section === firstOfLater,
            show_making && sections.includes('features'),
          )}
          {section === 'hero' && (
            <>
              <OfferBanner reached />
              {TILES[`${section === firstOfLater}`]}
            </>
          )}
        </Fragment>
      ))}
      {/*
       * A page that ends in a plain section needs room before the footer; the newsletter and the testimonials bring
       * their own.
       */}
      {!/newsletter|testimonials|features$/.test(sections.at(-1) ?? '') && <div className="h-section" />}
      {CHAT}
    </>
  )
}

const PRODUCT_SECTIONS: ReadonlySet<HomeSection> = new Set(['featured', 'new_arrivals', 'bestsellers'])

function drawSection(section: HomeSection, first: boolean, making: boolean): ReactElement {
  switch (section) {
    case 'hero':
      return <Hero making={making} />
    case 'featured':
      return <WithProducts draw={drawFeatured} first={first} />
    case 'new_arrivals':
      return <WithProducts draw={drawArrivals} first={first} />
    case 'features':
      return FEATURES[`${first}`]
    case 'bestsellers':
      return <WithProducts draw={() => <BestsellersSection />} first={first} />
    case 'testimonials':
      return TESTIMONIALS[`${first}`]
    case 'newsletter':
      return <NewsletterSection />
  }
}

/** What comes later, as one of several of the page, and as the first of them. */
const later = (id: string, section: ReactElement) => {
  const draw = (first: boolean) => (
    <Later id={id} first={first}>
      {section}
    </Later>
  )
  return { false: draw(false), true: draw(true) }
}
const TILES = later('home-tiles', <CategoryTiles />)
const FEATURES = later(MAKING_ID, <FeaturesSection />)
const TESTIMONIALS = later('home-said', <TestimonialsSection />)
const SAMPLER = (
  <Later id="home-sampler">
    <SamplerSection />
  </Later>
)
const CHAT = (
  <SoftBoundary>
    <Suspense>
      <FloatingChat />
    </Suspense>
  </SoftBoundary>
)

function drawFeatured({ first, bestsellers }: HomeProducts): ReactNode {
  const [product] = featuredProducts([...first, ...bestsellers])
  return product ? <FeaturedSection product={product} /> : null
}

function drawArrivals({ first, arrivals }: HomeProducts): ReactNode {
  return (
    <>
      <NewArrivalsSection products={newProducts(arrivals.length > 0 ? arrivals : first)} />
      {SAMPLER}
    </>
  )
}

interface WithProductsProps {
  draw: (products: HomeProducts) => ReactNode
  /** The first of the page's product sections: it alone speaks of loading and failure. */
  first: boolean
}

/**
 * One wave of product requests feeds three sections. While it is on its way each keeps a place; when it failed, the
 * notice stands once, where the first of them would be (HOME-16).
 */
function WithProducts({ draw, first }: WithProductsProps) {
  const { data, isPending, isFetching, refetch } = useInfiniteQuery(homeProductsOptions())
  if (data?.pages[0]) return draw(data.pages[0])
  if (isPending || isFetching) {
    return (
      <div className="wrap pt-section">
        <Skeleton className="mb-7 h-9 w-56 lg:mb-10" />
        {first ? <ProductGridSkeleton count={4} four /> : <div className="h-[60vw] md:h-96" />}
      </div>
    )
  }
  if (!first) return null
  return (
    <LoadFailed title={t('The shelf did not load')} onRetry={() => void refetch()} className="pt-section pb-0">
      {t('The products did not load. Check your connection and try again.')}
    </LoadFailed>
  )
}
