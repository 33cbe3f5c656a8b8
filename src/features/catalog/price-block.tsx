import { hasPrice, isAvailable, type Product, saving } from '@/domain/catalog/product'
import { formatRupees } from '@/domain/money'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { OfferPrice, type Priced, SpokenPrice, savingText } from './price'

/**
 * The price block of the product page: price, MRP and saving on one line, the tax note below. What cannot be had says
 * so beside its price.
 */
export function PriceBlock({ product }: { product: Priced & Pick<Product, 'inStock' | 'sold_out' | 'left'> }) {
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
      {available && product.left && (
        <p className="mt-0.5 font-medium text-sm">{t('{count} left', { count: product.left })}</p>
      )}
      <OfferPrice offer={product.offer} className="mt-0.5 block font-medium" />
      <p className="mt-0.5 text-ink-3 text-xs">{t('inclusive of all taxes')}</p>
    </div>
  )
}
