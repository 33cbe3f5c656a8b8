import Heart from '@lucide/icons/icons/heart'
import Star from '@lucide/icons/icons/star'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { pictureSource } from '@/api/files'
import { useSettings } from '@/api/settings'
import { isAvailable, type Product } from '@/domain/catalog/product'
import { formatRating } from '@/domain/reviews/rating'
import { pressHeart } from '@/features/wishlist/hearts'
import { useHearted } from '@/features/wishlist/store'
import { grouped, t, tn } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { StepButton } from '@/ui/step-button'
import { SwatchDot } from '@/ui/swatch'
import { putIntoCart } from './choose-colour-store'
import { CardPrice } from './price'
import { ProductBadges } from './product-badges'

/** Colours a card shows before it counts the rest. */
const SHOWN_COLORS = 5
/** Width of a card's picture in the product grid. */
export const CARD_SIZES = '(min-width: 64em) 23vw, (min-width: 48em) 31vw, 50vw'

interface ProductCardProps {
  product: Product
  /** The picture is in the first view: it loads at once. */
  priority?: boolean
  sizes?: string
  headingLevel?: 2 | 3
  /** Leaves out the row with stepper and Add on phones, where the card stands beside another product's. */
  plain?: boolean
  /** The shopper follows the card's link. */
  onOpen?: () => void
  /** At the card's foot, above its link. */
  children?: ReactNode
}

/**
 * A product in a list (CARD-01 to CARD-08). The whole card is one link; its controls lie above it.
 */
export function ProductCard({
  product,
  priority,
  sizes = CARD_SIZES,
  headingLevel = 3,
  plain,
  onOpen,
  children,
}: ProductCardProps) {
  const [pointed, setPointed] = useState(false)
  const Heading = `h${headingLevel}` as const
  const available = isAvailable(product)
  return (
    <article
      aria-label={product.name}
      className="group relative flex h-full flex-col"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setPointed(true)
      }}
    >
      <div className="relative">
        <Picture
          source={pictureSource(product, product.images[0])}
          alt={product.image_alt[0] || product.name}
          sizes={sizes}
          priority={priority}
          className={classNames('aspect-square', !available && 'opacity-55')}
        />
        {pointed && available && <SecondPicture product={product} sizes={sizes} />}
        <ProductBadges product={product} />
      </div>
      <div className="card-body flex flex-1 flex-col">
        <Heading
          lang={textLanguage(product.name)}
          className="font-display text-name tracking-normal max-[22.49em]:[overflow-wrap:anywhere] md:text-name-lg"
        >
          <Link
            to={paths.product(product.id)}
            onClick={onOpen}
            className="line-clamp-2 min-h-6 after:absolute after:inset-0"
          >
            {product.name}
          </Link>
        </Heading>
        <CardPrice product={product} />
        {!available && <p className="text-ink-2 text-sm">{t('Out of stock')}</p>}
        <CardNotes product={product} />
        {available && !plain && <MobileAdder product={product} />}
        {children}
      </div>
      <PhotoControls product={product} />
    </article>
  )
}

/** Heart (CARD-05) and Quick Add (CARD-03): after the link in reading and Tab order, over the picture to the eye. */
function PhotoControls({ product }: { product: Product }) {
  const kept = useHearted(product.id)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 aspect-square">
      <button
        type="button"
        aria-label={t('Wishlist')}
        aria-pressed={kept}
        onClick={() => pressHeart(product)}
        className={classNames(
          'pointer-events-auto absolute top-0.5 right-0.5 grid size-11 place-items-center text-on-photo transition-opacity duration-base group-focus-within:opacity-100 group-hover:opacity-100 no-hover:opacity-100 focus-visible:-outline-offset-4',
          !kept && 'md:opacity-0',
        )}
      >
        <Icon of={Heart} className={kept ? 'fill-current' : ''} />
      </button>
      {isAvailable(product) && (
        <button
          type="button"
          onClick={() => putIntoCart(product)}
          className="pointer-events-auto absolute inset-x-3 bottom-3 hidden min-h-11.5 translate-y-1.5 items-center justify-center rounded bg-paper pt-0.5 font-medium text-on-photo opacity-0 transition-[opacity,translate,background-color,color] duration-base ease-out group-focus-within:translate-y-0 group-focus-within:opacity-100 group-hover:translate-y-0 group-hover:opacity-100 no-hover:translate-y-0 no-hover:opacity-100 hover:bg-primary hover:text-on-primary md:flex"
        >
          {t('Quick Add')}
        </button>
      )}
    </div>
  )
}

/** The second photograph over the first, once a mouse has shown interest: nobody else should pay for its bytes. */
function SecondPicture({ product, sizes }: { product: Product; sizes: string }) {
  const [loaded, setLoaded] = useState(false)
  const source = pictureSource(product, product.images[1])
  if (!source) return null
  return (
    <img
      src={source.src}
      srcSet={source.srcSet}
      sizes={sizes}
      alt=""
      aria-hidden="true"
      onLoad={() => setLoaded(true)}
      className={classNames(
        'photo absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-slow ease-out',
        loaded && 'group-hover:opacity-100',
      )}
    />
  )
}

/** Colours at the left, what other shoppers thought at the right (SHOP-03); nothing when there is neither. */
function CardNotes({ product }: { product: Product }) {
  const shown = product.colors.slice(0, SHOWN_COLORS)
  const more = product.colors.length - shown.length
  if (shown.length === 0 && product.reviews === 0) return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-3 text-xs">
      {shown.length > 0 && (
        <span className="flex items-center gap-1.5">
          {shown.map((color) => (
            <SwatchDot key={color.value} name={color.name} hex={color.hex} />
          ))}
          {more > 0 && (
            <span>
              <span aria-hidden="true">+{more}</span>
              <span className="sr-only">{tn(more, '{count} more colour', '{count} more colours')}</span>
            </span>
          )}
        </span>
      )}
      {product.reviews > 0 && (
        <span className="flex items-center gap-1 tabular-nums">
          <Icon of={Star} size={12} strokeWidth={1} className="-mt-0.5 fill-current text-ink" />
          <span aria-hidden="true">
            {formatRating(product.rating)} ({grouped(product.reviews)})
          </span>
          <span className="sr-only">
            {t('{rating} out of 5, {reviews}', {
              rating: formatRating(product.rating),
              reviews: tn(product.reviews, '{count} review', '{count} reviews'),
            })}
          </span>
        </span>
      )}
    </div>
  )
}

/** Minus, count, plus and Add in one row, on phones only (CARD-04); at the card's foot, so that rows of cards align. */
function MobileAdder({ product }: { product: Product }) {
  const { max_pieces } = useSettings()
  const [quantity, setQuantity] = useState(1)
  return (
    <div className="mt-auto pt-2.5 md:hidden">
      {/* The buttons reach over the count's margins: 44 px for a finger. */}
      <div className="grid min-h-[45px] grid-cols-[28px_max(20px,1.35em)_40px_1fr] border-line border-t leading-tight">
        <StepButton
          step={-1}
          reach="before:inset-y-0"
          disabled={quantity <= 1}
          onClick={() => setQuantity(quantity - 1)}
          className="-ml-3"
        />
        <output className="self-center pt-0.5 text-center tabular-nums">{quantity}</output>
        <StepButton
          step={1}
          reach="before:inset-y-0"
          disabled={quantity >= max_pieces}
          onClick={() => setQuantity(quantity + 1)}
        />
        <button
          type="button"
          onClick={() => {
            if (putIntoCart(product, quantity)) setQuantity(1)
          }}
          className="link relative flex items-center justify-end pt-0.5 font-medium text-primary-ink"
        >
          {t('Add')}
        </button>
      </div>
    </div>
  )
}
