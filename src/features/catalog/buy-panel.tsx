import { type RefObject, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { formatRupees } from '@/domain/money'
import { colorName, isAvailable, type Product } from '@/domain/product'
import { addToCart } from '@/features/cart/add-to-cart'
import { track } from '@/integrations/analytics'
import { t, tn } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { QuantityStepper } from '@/ui/quantity-stepper'
import { Rating } from '@/ui/rating'
import { ShareButton } from '@/ui/share-button'
import { SwatchRadio } from '@/ui/swatch'
import { BuyBar } from './buy-bar'
import { PriceBlock } from './price'
import { ProductFacts } from './product-facts'
import { PurchaseTerms } from './purchase-terms'

/** Everything beside the photographs (PROD-01, PROD-03). `end` is where the product's part of the page stops. */
export function BuyPanel({ product, end }: { product: Product; end: RefObject<HTMLElement | null> }) {
  const [color, setColor] = useState(product.colors[0]?.value ?? '')
  const [quantity, setQuantity] = useState(1)
  const { max_pieces } = useSettings()
  const group = useId()
  const button = useRef<HTMLDivElement>(null)
  const available = isAvailable(product)
  const chosen = product.colors.some(({ value }) => value === color) ? color : (product.colors[0]?.value ?? '')
  const add = () => addToCart(product, { quantity, color: chosen })
  // One badge says it: what is new has had no time to become a bestseller.
  const eyebrow = product.new ? t('New') : product.bestseller ? t('Bestseller') : ''
  return (
    <div className="min-w-0 lg:sticky lg:top-28">
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
      <PriceBlock product={product} />
      {product.description && (
        <p lang={textLanguage(product.description)} className="mb-5.5 whitespace-pre-line text-ink-2">
          {product.description}
        </p>
      )}
      {product.colors.length > 0 && (
        <fieldset className="mb-4.5 min-w-0">
          <legend className="text-ink-2 text-sm [overflow-wrap:anywhere]">
            {t('Colour')}
            {/* The chosen radio says its name itself; the group's name stays one word. */}
            <span aria-hidden="true">
              : <span className="text-ink">{colorName(product, chosen)}</span>
            </span>
          </legend>
          <div className="-ml-1.5 flex flex-wrap gap-1.5">
            {product.colors.map(({ name, value, hex }) => (
              <SwatchRadio
                key={value}
                name={`colour-${group}`}
                value={value}
                label={name}
                hex={hex}
                out={!available}
                checked={value === chosen}
                onChange={() => setColor(value)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {available ? (
        <div className="flex flex-wrap gap-3">
          <QuantityStepper
            value={quantity}
            onChange={setQuantity}
            max={max_pieces}
            size="large"
            label={t('Quantity')}
          />
          <div ref={button} className="flex-[1_1_8rem]">
            <Button large block className="max-sm:px-3" onClick={add}>
              {t('Add to Cart')}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <p className="mb-3 font-medium">{t('Out of stock')}</p>
          <Button large block disabled>
            {t('Add to Cart')}
          </Button>
        </div>
      )}
      <div className="mt-1.5">
        <ShareButton
          label={t('Share')}
          title={product.name}
          path={paths.product(product.id)}
          onShared={(method) => track({ event: 'share', method, content_type: 'product', item_id: product.id })}
        />
      </div>
      <PurchaseTerms />
      <ProductFacts product={product} />
      {available && (
        <BuyBar
          button={button}
          end={end}
          price={formatRupees(product.price)}
          detail={chosen && colorName(product, chosen)}
          onAdd={add}
        />
      )}
    </div>
  )
}

/** The frame scrolls when the address changes; this also answers a second press, and takes the keyboard along. */
function goToReviews(): void {
  const heading = document.querySelector<HTMLElement>('#reviews h2')
  heading?.focus({ preventScroll: true })
  document.getElementById('reviews')?.scrollIntoView()
}
