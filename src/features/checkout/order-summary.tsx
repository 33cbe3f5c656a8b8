import ChevronDown from '@lucide/icons/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { fileUrl } from '@/api/files'
import { type CartLine, lineKey } from '@/domain/cart/cart'
import { formatPaise, toPaise } from '@/domain/money'
import { giftsOf, type Quote, type QuoteLine } from '@/domain/orders/quote'
import { savedIn } from '@/domain/orders/reductions'
import { OfferCodeField, type OfferCodeFieldProps } from '@/features/cart/offer-code-field'
import { UntilFree } from '@/features/cart/until-free'
import { GiftProgress } from '@/features/offers/gift-progress'
import { itemDetail } from '@/features/orders/order-words'
import { LineAmount, SummaryLine } from '@/features/orders/summary-line'
import { Totals } from '@/features/orders/totals'
import { t, tn, translate } from '@/language/text'
import { useMediaQuery } from '@/lib/media-query'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { Skeleton } from '@/ui/skeleton'
import type { Due } from './due'

interface OrderSummaryProps {
  lines: readonly CartLine[]
  /** Undefined until the store has answered. */
  quote: Quote | undefined
  /** With the chosen way to pay. */
  due: Due | undefined
  /** The shown quote is for an earlier cart; the new one is on its way. */
  outdated: boolean
  /** What the code field says. */
  field: OfferCodeFieldProps
}

/** What is being bought and what it costs: folded away on phones, beside the form from 1024 px. */
export function OrderSummary({ lines, quote, due, outdated, field }: OrderSummaryProps) {
  const beside = useMediaQuery('(min-width: 64em)')
  const title = useId()
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const heading = tn(pieces, 'Order summary, {count} item', 'Order summary, {count} items')
  const content = quote && due ? <SummaryContent {...{ lines, quote, due, outdated, field }} /> : <SummarySkeleton />
  if (beside) {
    return (
      <SummaryPanel labelledBy={title}>
        <h2 id={title} className="flex min-h-12 items-center font-medium font-text text-base tracking-normal">
          {heading}
        </h2>
        {content}
      </SummaryPanel>
    )
  }
  return (
    <SummaryPanel labelledBy={title}>
      <details className="group open:pb-4">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-3 leading-tight [&::-webkit-details-marker]:hidden">
          <LinePictures quote={quote} count={lines.length} />
          <span id={title} className="sr-only">
            {heading}
          </span>
          <span aria-hidden="true" className="flex flex-1 flex-wrap items-center gap-x-1.5 text-sm">
            {tn(pieces, '{count} item', '{count} items')}
            <Icon of={ChevronDown} size={16} className="group-open:rotate-180" />
          </span>
          {due && (
            <span className="ml-auto text-right tabular-nums">
              <span className="block font-medium">{formatPaise(due.grand_total)}</span>
              <Saving quote={quote} />
            </span>
          )}
        </summary>
        {content}
      </details>
    </SummaryPanel>
  )
}

/** Pictures of lines shown in the folded summary. */
const PICTURES_SHOWN = 3

/** The first of what is bought, in the colours it is bought in; their places before they are known. */
function LinePictures({ quote, count }: { quote: Quote | undefined; count: number }) {
  return (
    <span className="flex flex-none gap-0.5">
      {Array.from({ length: Math.min(count, PICTURES_SHOWN) }, (_, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: places, whatever comes to stand in them
        if (!quote) return <span key={place} className="size-11 bg-tile" />
        const item = quote.items[place]
        const source = item?.image
          ? { src: fileUrl({ id: item.product, collectionId: 'products' }, item.image, 'small') }
          : null
        // biome-ignore lint/suspicious/noArrayIndexKey: places, whatever comes to stand in them
        return <Picture key={place} source={source} alt="" className="size-11" />
      })}
    </span>
  )
}

/** What is saved in all (PROMO-16); nothing where nothing is. */
function Saving({ quote }: { quote: Quote | undefined }) {
  const saved = quote ? savedIn(quote) : 0
  if (saved === 0) return null
  return <span className="block text-accent-ink text-xs">{t('You save {amount}', { amount: formatPaise(saved) })}</span>
}

export function SummaryPanel({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={labelledBy}
      className="-mx-gutter bg-sunken px-gutter py-2 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:mx-0 lg:max-h-[calc(100vh-48px)] lg:self-start lg:overflow-y-auto lg:px-8 lg:py-6"
    >
      {children}
    </section>
  )
}

function SummaryContent({
  lines,
  quote,
  due,
  outdated,
  field,
}: Required<OrderSummaryProps> & { quote: Quote; due: object }) {
  const { offer } = quote
  const gone = offer?.active && offer.gift && !offer.gift.available ? offer.gift : null
  return (
    <div aria-busy={outdated || undefined} className={outdated ? 'opacity-60' : undefined}>
      <ul aria-label={t('Items')}>
        {quote.items.map((item) => (
          <SummaryLine
            key={`${item.product}:${item.color}`}
            product={item.product}
            image={item.image}
            name={item.name || nameInCart(lines, item)}
            detail={itemDetail(item)}
            amount={item.problem ? '–' : <LineAmount {...item} />}
            note={
              item.problem ? (
                <span className="text-danger">{translate(item.problem.message)}</span>
              ) : (
                priceNote(lines, item)
              )
            }
          />
        ))}
        <Gifts gifts={giftsOf(quote)} />
      </ul>
      {gone && (
        <p className="border-line border-t py-3 text-ink-2 text-sm">
          {t('The gift, {name}, is out of stock. Your order goes out without it.', { name: gone.name })}
        </p>
      )}
      {offer && !offer.active && (
        <div className="mt-2.5 border-line border-t">
          <GiftProgress subtotal={quote.items_total} told={offer} />
        </div>
      )}
      <div className={offer && !offer.active ? 'mt-3.5' : 'mt-2 border-line border-t pt-3.5'}>
        <Totals {...quote} {...due} />
        <p className="mt-1 text-right tabular-nums">
          <Saving quote={quote} />
        </p>
      </div>
      <div className="mt-3">
        {quote.shipping_total > 0 && <UntilFree subtotal={quote.items_total} />}
        <OfferCodeField {...field} />
      </div>
    </div>
  )
}

function Gifts({ gifts }: { gifts: ReturnType<typeof giftsOf> }) {
  return gifts.map((gift) => (
    <SummaryLine
      key={gift.product}
      product={gift.product}
      image={gift.image}
      name={gift.name}
      detail={`${t('A gift with this order')} · 1`}
      amount={t('Free')}
    />
  ))
}

function nameInCart(lines: readonly CartLine[], item: QuoteLine): string {
  return lineOf(lines, item)?.product.name ?? ''
}

function lineOf(lines: readonly CartLine[], item: QuoteLine): CartLine | undefined {
  const key = lineKey({ productId: item.product, color: item.color })
  return lines.find((line) => lineKey(line) === key)
}

/** A price that is not the one the shopper saw when adding is said, never changed in silence. */
function priceNote(lines: readonly CartLine[], item: QuoteLine): ReactNode {
  const line = lineOf(lines, item)
  const seen = line ? toPaise(line.product.price) : null
  if (seen === null || seen === item.unit_price) return null
  return (
    <span className="text-ink-2">
      {t('Now {price} each; it was {before} when you added it.', {
        price: formatPaise(item.unit_price),
        before: formatPaise(seen),
      })}
    </span>
  )
}

function SummarySkeleton() {
  return (
    <div className="grid gap-3 py-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
    </div>
  )
}
