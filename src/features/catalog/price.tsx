import { formatRupees } from '@/domain/money'
import { hasPrice, type Product, saving } from '@/domain/product'

type Priced = Pick<Product, 'price' | 'original_price'>

const NO_PRICE = 'No price yet'

function savingText(saved: { rupees: number; percent: number }): string {
  return `Save ${formatRupees(saved.rupees)} (${saved.percent}% OFF)`
}

/** Price, struck-through MRP and saving on a card (CARD-01, CARD-02). */
export function CardPrice({ product }: { product: Priced }) {
  const saved = saving(product)
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span>{hasPrice(product) ? formatRupees(product.price) : NO_PRICE}</span>
        {saved && (
          <span className="text-ink-3 text-sm">
            <span className="sr-only">MRP </span>
            <s>{formatRupees(product.original_price)}</s>
          </span>
        )}
      </p>
      {saved && <p className="text-accent-ink text-sm tabular-nums">{savingText(saved)}</p>}
    </>
  )
}

/** The price block of the product page: price, MRP and saving on one line, the tax note below. */
export function PriceBlock({ product }: { product: Priced }) {
  const saved = saving(product)
  if (!hasPrice(product)) {
    return <p className="mt-4.5 mb-5 border-line border-t pt-4.5 text-ink-2">{NO_PRICE}</p>
  }
  return (
    <div className="mt-4.5 mb-5 border-line border-t pt-4.5 tabular-nums">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium text-price">{formatRupees(product.price)}</span>
        {saved && (
          <>
            <span className="text-ink-3">
              MRP <s>{formatRupees(product.original_price)}</s>
            </span>
            <span className="text-accent-ink text-sm">{savingText(saved)}</span>
          </>
        )}
      </p>
      <p className="mt-0.5 text-ink-3 text-sm">inclusive of all taxes</p>
    </div>
  )
}
