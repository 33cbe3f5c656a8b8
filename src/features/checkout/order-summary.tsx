import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { type CartLine, lineKey } from '@/domain/cart'
import { formatPaise, type Paise, toPaise } from '@/domain/money'
import { DEFAULT_COLOR } from '@/domain/product'
import type { Quote, QuoteLine } from '@/domain/quote'
import { GiftProgress } from '@/features/offers/gift-progress'
import { SummaryLine } from '@/features/orders/summary-line'
import { Totals } from '@/features/orders/totals'
import { t, tn, translate } from '@/language/text'
import { useMediaQuery } from '@/lib/media-query'
import { Icon } from '@/ui/icon'
import { Skeleton } from '@/ui/skeleton'

interface OrderSummaryProps {
  lines: readonly CartLine[]
  /** Undefined until the store has answered. */
  quote: Quote | undefined
  /** The total of the chosen way to pay, with its rounding, paise. */
  due: { grand_total: Paise; round_off: Paise } | undefined
  /** The shown quote is for an earlier cart; the new one is on its way. */
  outdated: boolean
}

/** What is being bought and what it costs: folded away on phones, beside the form from 1024 px. */
export function OrderSummary({ lines, quote, due, outdated }: OrderSummaryProps) {
  const beside = useMediaQuery('(min-width: 1024px)')
  const title = useId()
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const heading = tn(pieces, 'Order summary, {count} item', 'Order summary, {count} items')
  const content =
    quote && due ? <SummaryContent lines={lines} quote={quote} due={due} outdated={outdated} /> : <SummarySkeleton />
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
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 font-medium leading-tight [&::-webkit-details-marker]:hidden">
          <span id={title} className="mr-1.5 flex-1">
            {heading}
          </span>
          {due && <span className="tabular-nums">{formatPaise(due.grand_total)}</span>}
          <Icon of={ChevronDown} small className="group-open:rotate-180" />
        </summary>
        {content}
      </details>
    </SummaryPanel>
  )
}

export function SummaryPanel({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={labelledBy}
      className="-mx-gutter bg-sunken px-gutter py-2 lg:sticky lg:top-[calc(var(--header)+24px)] lg:col-start-2 lg:row-start-1 lg:mx-0 lg:max-h-[calc(100vh-var(--header)-48px)] lg:self-start lg:overflow-y-auto lg:px-8 lg:py-6"
    >
      {children}
    </section>
  )
}

function SummaryContent({ lines, quote, due, outdated }: Required<OrderSummaryProps> & { quote: Quote; due: object }) {
  const { offer } = quote
  const gift = offer?.active && offer.gift ? offer.gift : null
  return (
    <div aria-busy={outdated || undefined} className={outdated ? 'opacity-60' : undefined}>
      <ul aria-label={t('Items')}>
        {quote.items.map((item) => (
          <SummaryLine
            key={`${item.product}:${item.color}`}
            product={item.product}
            image={item.image}
            name={item.name || nameInCart(lines, item)}
            detail={`${translate(item.color_name || DEFAULT_COLOR)} · ${item.quantity}`}
            amount={item.problem ? '–' : formatPaise(item.line_total)}
            note={
              item.problem ? (
                <span className="text-danger">{translate(item.problem.message)}</span>
              ) : (
                priceNote(lines, item)
              )
            }
          />
        ))}
        {gift?.available && (
          <SummaryLine
            product={gift.product}
            image={gift.image}
            name={gift.name}
            detail={`${t('A gift with this order')} · 1`}
            amount={t('Free')}
          />
        )}
      </ul>
      {gift && !gift.available && (
        <p className="border-line border-t py-3 text-ink-2 text-sm">
          {t('The gift, {name}, is out of stock. Your order goes out without it.', { name: gift.name })}
        </p>
      )}
      {offer && !offer.active && (
        <div className="mt-2.5 border-line border-t">
          <GiftProgress subtotal={quote.items_total} />
        </div>
      )}
      <div className={offer && !offer.active ? 'mt-3.5' : 'mt-2 border-line border-t pt-3.5'}>
        <Totals {...quote} {...due} />
      </div>
    </div>
  )
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
