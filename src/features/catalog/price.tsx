import { hasPrice, type Product, saving } from '@/domain/catalog/product'
import { formatRupees, formatShortRupees } from '@/domain/money'
import { ownWords, t } from '@/language/text'
import { classNames } from '@/lib/class-names'

export type Priced = Pick<Product, 'price' | 'original_price' | 'was' | 'offer'>
type Saving = NonNullable<ReturnType<typeof saving>>

export const savingText = ({ rupees, percent }: Saving): string =>
  t('Save {amount} ({percent}% OFF)', { amount: formatRupees(rupees), percent })

/**
 * A lowered price for screen readers, which do not say that a number is struck through, and spell out `.00`. What is
 * drawn beside it is hidden from them.
 */
export function SpokenPrice({ product, saved }: { product: Priced; saved: Saving }) {
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

/** What one piece costs with an offer that everybody has (PROMO-31), where there is one; a sentence for the ear too. */
export function OfferPrice({ offer, className }: Pick<Product, 'offer'> & { className: string }) {
  return (
    offer && (
      <span className={classNames('text-accent-ink tabular-nums [overflow-wrap:anywhere]', className)}>
        {t('{price} with “{offer}”', { price: formatShortRupees(offer.price), offer: ownWords(offer.name) })}
      </span>
    )
  )
}

/** Price, struck-through MRP and saving on a card (CARD-01, CARD-02), and what an offer makes of it. */
export function CardPrice({ product }: { product: Priced }) {
  return (
    <>
      <AskedPrice product={product} />
      <OfferPrice offer={product.offer} className="line-clamp-2 text-xs" />
    </>
  )
}

function AskedPrice({ product }: { product: Priced }) {
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
