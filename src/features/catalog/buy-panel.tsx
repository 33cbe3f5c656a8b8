import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import type { Label } from '@/domain/catalog/label'
import { isAvailable, type Product } from '@/domain/catalog/product'
import { addToCart } from '@/features/cart/add-to-cart'
import { TellMe } from '@/features/cart/tell-me'
import { HeartButton } from '@/features/wishlist/heart-button'
import { track } from '@/integrations/analytics'
import { t, tn } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { Rating } from '@/ui/rating'
import { ShareButton } from '@/ui/share-button'
import { BuyBar } from './buy-bar'
import { ColourChoice } from './colour-choice'
import { PriceBlock } from './price-block'
import { ProductDelivery } from './product-delivery'
import { ProductFacts } from './product-facts'
import { PurchaseTerms } from './purchase-terms'

interface BuyPanelProps {
  product: Product
  /** Stands elsewhere on the page: what it says is not said again. */
  label: Label | null
  /** Value of the chosen colour; empty where there are none. */
  colour: string
  onColour: (colour: string) => void
  /** Where the product's part of the page stops. */
  end: RefObject<HTMLElement | null>
}

/** Everything beside the photographs (PROD-01, PROD-03). */
export function BuyPanel({ product, label, colour, onColour, end }: BuyPanelProps) {
  const [quantity, setQuantity] = useState(1)
  const button = useRef<HTMLDivElement>(null)
  const available = isAvailable(product)
  const add = () => addToCart(product, { quantity, color: colour })
  return (
    <div className="min-w-0 md:row-span-2 md:pt-6 lg:sticky lg:top-28 lg:pt-0">
      <NameAndRating product={product} />
      <PriceBlock product={product} />
      {product.colors.length > 0 && <ColourChoice product={product} chosen={colour} onChoose={onColour} />}
      {available ? (
        <BuyRow button={button} quantity={quantity} onChange={setQuantity} onAdd={add} />
      ) : (
        <OutOfStock product={product} />
      )}
      <div className="mt-1.5 flex flex-wrap gap-x-7">
        <HeartButton product={product} color={colour} />
        <ShareButton
          label={t('Share')}
          title={product.name}
          path={paths.product(product.id, colour === product.colors[0]?.value ? '' : colour)}
          onShared={(method) => track({ event: 'share', method, content_type: 'product', item_id: product.id })}
        />
      </div>
      <ProductDelivery product={product.id} colour={colour} />
      <PurchaseTerms />
      {product.description && (
        <p
          lang={textLanguage(product.description)}
          className="mb-8 whitespace-pre-line font-display text-[1.1875rem] leading-normal"
        >
          {product.description}
        </p>
      )}
      <ProductFacts product={product} label={label} />
      {available && <BuyBar button={button} end={end} product={product} colour={colour} onAdd={add} />}
    </div>
  )
}

function NameAndRating({ product }: { product: Product }) {
  // One badge says it: what is new has had no time to become a bestseller.
  const eyebrow = product.new ? t('New') : product.bestseller ? t('Bestseller') : ''
  return (
    <>
      {eyebrow && <p className="eyebrow">{eyebrow}</p>}
      <h1 lang={textLanguage(product.name)} className="mt-1 mb-2 [overflow-wrap:anywhere]">
        {product.name}
      </h1>
      {product.reviews > 0 && (
        <Link
          to="#reviews"
          onClick={goToReviews}
          className="inline-flex min-h-11 items-center gap-2.5 text-ink-2 text-sm"
        >
          <Rating value={product.rating} />
          <span className="link pt-0.5">{tn(product.reviews, '{count} review', '{count} reviews')}</span>
        </Link>
      )}
    </>
  )
}

interface BuyRowProps {
  button: RefObject<HTMLDivElement | null>
  quantity: number
  onChange: (quantity: number) => void
  onAdd: () => void
}

function BuyRow({ button, quantity, onChange, onAdd }: BuyRowProps) {
  const { max_pieces } = useSettings()
  return (
    <div className="flex flex-wrap gap-3">
      <QuantityStepper value={quantity} onChange={onChange} max={max_pieces} size="large" label={t('Quantity')} />
      <div ref={button} className="flex-[1_1_8rem]">
        <Button large block className="max-sm:px-3" onClick={onAdd}>
          {t('Add to Cart')}
        </Button>
      </div>
    </div>
  )
}

function OutOfStock({ product }: { product: Product }) {
  return (
    <>
      <Button large block disabled>
        {t('Add to Cart')}
      </Button>
      <TellMe key={product.id} product={product.id} />
    </>
  )
}

/** The frame scrolls when the address changes; this also answers a second press, and takes the keyboard along. */
function goToReviews(): void {
  const heading = document.querySelector<HTMLElement>('#reviews h2')
  heading?.focus({ preventScroll: true })
  document.getElementById('reviews')?.scrollIntoView()
}
