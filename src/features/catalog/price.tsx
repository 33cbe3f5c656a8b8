import { hasPrice, isAvailable, type Product, saving } from '@/domain/catalog/product'
import { formatRupees, formatShortRupees } from '@/domain/money'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'

type Priced = Pick<Product, 'price' | 'original_price' | 'was'>
type Saving = NonNullable<ReturnType<typeof saving>>

const savingText = ({ rupees, percent }: Saving): string =>
  t('Save {amount} ({percent}% OFF)', { amount: formatRupees(rupees), percent })

/**
 * A lowered price for screen readers, which do not say that a number is struck through, and spell out `.00`. What is
 * drawn beside it is hidden from them.
 */
function SpokenPrice({ product, saved }: { product: Priced; saved: Saving }) {
  return (
    <p className="sr-only">
      {t('{price}, was {before}, save {percent} percent', {
        price: formatShortRupees(product.price),
        before: formatShortRupees(product.original_price),
        percent: saved.percent,
      })}
    </p>
  )
}

/** Price, struck-through MRP and saving on a card (CARD-01, CARD-02). */
export function CardPrice({ product }: { product: Priced }) {
  const saved = saving(product)
  if (!saved) {
    return <p className="mt-0.5 tabular-nums">{hasPrice(product) ? formatRupees(product.price) : t('No price yet')}</p>
  }
  return (
    <>
      <SpokenPrice product={product} saved={saved} />
      <div aria-hidden="true">
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <span>{formatRupees(product.price)}</span>
          <s className="text-ink-3 text-xs">{formatRupees(product.original_price)}</s>
        </p>
        <p className="text-accent-ink text-xs tabular-nums">{savingText(saved)}</p>
      </div>
    </>
  )
}

/**
 * The price block of the product page: price, MRP and saving on one line, the tax note below. What cannot be had says
 * so beside its price.
 */
export function PriceBlock({ product }: { product: Priced & Pick<Product, 'inStock' | 'sold_out'> }) {
  const saved = saving(product)
  if (!hasPrice(product)) {
    return <p className="mt-2.5 mb-4.5 text-ink-2">{t('No price yet')}</p>
  }
  const available = isAvailable(product)
  return (
    <div className="mt-2.5 mb-4.5 tabular-nums">
      {saved && available && <SpokenPrice product={product} saved={saved} />}
      <p
        aria-hidden={saved && available ? true : undefined}
        className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5"
      >
        <span className={classNames('font-medium text-price', !available && 'text-ink-2')}>
          {formatRupees(product.price)}
        </span>
        {saved && available && (
          <>
            <span className="text-ink-3">
              {!product.was && t('MRP')} <s>{formatRupees(product.original_price)}</s>
            </span>
            <span className="text-accent-ink text-sm">{savingText(saved)}</span>
          </>
        )}
        {!available && <span className="font-medium">{t('Out of stock')}</span>}
      </p>
      <p className="mt-0.5 text-ink-3 text-xs">{t('inclusive of all taxes')}</p>
    </div>
  )
}
