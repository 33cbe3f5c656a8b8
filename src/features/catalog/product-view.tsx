import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useDeferredValue, useRef, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router-dom'
import { pictureSource, searchPicture, sharedPicture } from '@/api/files'
import { useSettings } from '@/api/settings'
import { labelOf } from '@/domain/catalog/label'
import { makersOf } from '@/domain/catalog/maker'
import { colorName, isAvailable, type Product, picturesOf } from '@/domain/catalog/product'
import { categoryLabel } from '@/domain/catalog/product-filter'
import type { Expanded } from '@/domain/json'
import { formatRupees, plainRupees, toPaise } from '@/domain/money'
import { formatRating } from '@/domain/reviews/rating'
import { stockTopic } from '@/domain/site/changes'
import { addToCart } from '@/features/cart/add-to-cart'
import { useChanges } from '@/features/live/use-changes'
import { t, translate } from '@/language/text'
import { breadcrumbs } from '@/lib/breadcrumbs'
import { paths } from '@/lib/paths'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { Button } from '@/ui/button'
import { Head, HeadContext } from '@/ui/head'
import { BuyPanel } from './buy-panel'
import { labelData, unitPriceData } from './label-data'
import { OfferPrice } from './price'
import { GALLERY_SIZES, ProductGallery } from './product-gallery'
import { ProductLabel } from './product-label'
import { productOptions } from './queries'
import { RelatedProducts } from './related-products'
import { WhoseHands } from './whose-hands'

/** Longest description for search results and shared links, characters. */
const DESCRIPTION_LENGTH = 160

/** The product's whole page; `reviews` comes from the page, because reviews are a feature of their own. */
export function ProductView({ product, reviews }: { product: Product & Expanded; reviews: ReactNode }) {
  const end = useRef<HTMLDivElement>(null)
  const { origin } = useContext(HeadContext)
  // A press brings first what is in view. Back needs the page's height at once to find the shopper's place, and a
  // served page is whole.
  const whole = useDeferredValue(true, useNavigationType() === 'POP')
  const price = toPaise(product.price)
  const [colour, choose] = useChosenColour(product)
  const files = picturesOf(product, colour)
  const first = pictureSource(product, files[0])
  const available = isAvailable(product)
  const label = labelOf(product, useSettings())
  useLivePieces(product.id)
  return (
    <div className="wrap">
      <Head
        title={product.name}
        description={shortened(product.description)}
        path={paths.product(product.id)}
        image={sharedPicture(
          product,
          files[0],
          product.image_alt[product.images.indexOf(files[0] ?? '')] || product.name,
        )}
        product={{ price: price ? plainRupees(price) : undefined }}
        preload={first ? [{ src: first.src, srcSet: first.srcSet, sizes: GALLERY_SIZES }] : undefined}
        jsonLd={productData(product, origin)}
      />
      <div className="hidden pt-4 pb-3.5 lg:block">
        <Breadcrumbs
          trail={[
            { label: t('Shop'), to: paths.shop() },
            ...(product.category
              ? [{ label: translate(categoryLabel(product.category)), to: paths.category(product.category) }]
              : []),
            { label: product.name },
          ]}
        />
      </div>
      <div className="grid grid-cols-1 gap-y-2 md:grid-cols-2 md:grid-rows-[auto_1fr] md:items-start md:gap-x-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-18">
        <ProductGallery product={product} files={files} foot={<ZoomFoot product={product} colour={colour} />} />
        <BuyPanel product={product} label={label} colour={colour} onColour={choose} end={end} />
        <ProductLabel label={label} />
      </div>
      <div ref={end} />
      {whole ? (
        <>
          {/* What cannot be had leads on to what can. */}
          {!available && <RelatedProducts product={product} />}
          <WhoseHands makers={makersOf(product)} />
          {reviews}
          {available && <RelatedProducts product={product} />}
        </>
      ) : (
        <div className="h-screen" />
      )}
    </div>
  )
}

/** Pieces of the open product are as many as there are (LIVE-07). */
function useLivePieces(id: string): void {
  const client = useQueryClient()
  useChanges([stockTopic(id)], (changes) => {
    if (changes) void client.invalidateQueries({ queryKey: productOptions(id).queryKey })
  })
}

/** The colour of the address (`?colour=`), else the first; choosing one writes it there. */
function useChosenColour({ colors }: Product): [colour: string, choose: (colour: string) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('colour')
  // The address follows a moment later: whoever adds at once adds what was chosen.
  const [chosen, setChosen] = useState({ asked, colour: asked })
  if (chosen.asked !== asked) setChosen({ asked, colour: asked })
  const { value = '' } = colors.find(({ value }) => value === chosen.colour) ?? colors[0] ?? {}
  const choose = (colour: string) => {
    setChosen({ asked, colour })
    setParams(
      (current) => {
        current.set('colour', colour)
        return current
      },
      { replace: true },
    )
  }
  return [value, choose]
}

/** Below the pictures when they fill the screen. */
function ZoomFoot({ product, colour }: { product: Product; colour: string }) {
  if (!isAvailable(product)) return <p className="text-ink-2">{t('Out of stock')}</p>
  return (
    <div className="flex items-center gap-4 lg:grid">
      <span className="max-w-[50%] flex-none lg:max-w-none">
        <span className="block font-medium tabular-nums leading-tight">{formatRupees(product.price)}</span>
        <OfferPrice offer={product.offer} className="block truncate text-xs" />
        {colour && <span className="block truncate text-ink-2 text-xs">{colorName(product, colour)}</span>}
      </span>
      <Button block onClick={() => addToCart(product, { color: colour })}>
        {t('Add to Cart')}
      </Button>
    </div>
  )
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH))}…`
}

/** The product and its place in the shop for search engines (schema.org), from the record alone. */
function productData(product: Product, origin: string): object[] {
  const price = toPaise(product.price)
  const url = origin + paths.product(product.id)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      sku: product.id,
      url,
      ...(product.description && { description: product.description }),
      ...(product.images.length > 0 && {
        image: product.images.map((file) => searchPicture(origin, product, file)),
      }),
      ...(product.category && { category: product.category }),
      ...labelData(product),
      ...(product.reviews > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: formatRating(product.rating),
          reviewCount: product.reviews,
        },
      }),
      ...(price && {
        offers: {
          '@type': 'Offer',
          url,
          priceCurrency: 'INR',
          price: plainRupees(price),
          ...unitPriceData(price, product),
          ...(product.price_until && { priceValidUntil: product.price_until.replace(' ', 'T') }),
          availability: isAvailable(product) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
        },
      }),
    },
    breadcrumbs([
      ['Shop', origin + paths.shop()],
      ...(product.category
        ? [[categoryLabel(product.category), origin + paths.category(product.category)] as const]
        : []),
      [product.name, url],
    ]),
  ]
}
