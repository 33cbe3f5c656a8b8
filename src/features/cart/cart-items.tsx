import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useSettings } from '@/api/settings'
import { type CartTotals, lineKey } from '@/domain/cart/cart'
import { sharedCartItems } from '@/domain/cart/shared-cart'
import { formatPaise, type Paise } from '@/domain/money'
import type { QuoteOffer } from '@/domain/orders/quote'
import { reductions, savedIn } from '@/domain/orders/reductions'
import type { TodaysLine } from '@/domain/orders/todays-cart'
import { DeliveryByPin } from '@/features/delivery/delivery-by-pin'
import { track } from '@/integrations/analytics'
import { t, tn, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { ShareButton } from '@/ui/share-button'
import { SumRow } from '@/ui/sum-row'
import { CartLineRow } from './cart-line'
import type { LineChanges } from './line-changes'
import { OfferCodeField } from './offer-code-field'
import { RemindMe } from './remind-me'
import { setCartOpen } from './store'
import type { ShownCart } from './todays-cart'
import { UntilFree } from './until-free'

export interface CartSlots {
  /** The running offer against this cart's subtotal and what the store says of it (OFFER-05), above the lines. */
  offer?: (subtotal: Paise, told?: QuoteOffer | null) => ReactNode
  /** Frequently Bought Together (SHEET-05), below the lines. */
  crossSell?: ReactNode
  /** Below the words that it is empty (ROUTE-27). */
  empty?: ReactNode
}

/** The promised English has one form for every number (SHEET-01). */
export const cartTitle = (pieces: number) =>
  tn(pieces, 'Shopping Cart ({count} items)', 'Shopping Cart ({count} items)')

interface CartItemsProps {
  ref: Ref<HTMLUListElement>
  lines: readonly TodaysLine[]
  changes: LineChanges
  roomy?: boolean
}

/** The cart's lines, in the sheet and on the cart's own page. */
export function CartItems({ ref, lines, changes, roomy }: CartItemsProps) {
  return (
    <ul ref={ref} aria-label={t('Cart items')}>
      {lines.map((today) => (
        <CartLineRow key={lineKey(today.line)} today={today} changes={changes} roomy={roomy} />
      ))}
    </ul>
  )
}

/** Leads to the first line that cannot be ordered as it is. */
export function showProblem(list: HTMLUListElement | null): void {
  const news = list?.querySelector<HTMLElement>('[data-news="problem"]')
  news?.focus({ preventScroll: true })
  news?.closest('li')?.scrollIntoView({ block: 'nearest' })
}

/**
 * Subtotal, what promotions take off, delivery where it costs something or was given (SHEET-04, PROMO-16), and what is
 * saved in all; then the field for a code.
 */
export function CartAmounts({ cart: { totals, quote, field } }: { cart: ShownCart }) {
  const { subtotal, shipping } = totals
  const given = quote?.promotions.some(({ kind }) => kind === 'free_delivery')
  const saved = quote ? savedIn(quote) : 0
  return (
    <>
      <dl className="grid gap-1 pb-3 tabular-nums">
        <SumRow label={t('Subtotal')} amount={formatPaise(subtotal)} />
        {quote &&
          reductions(quote).map(({ name, amount }) => (
            <SumRow key={name} label={translate(name)} amount={formatPaise(-amount)} />
          ))}
        {(shipping > 0 || given) && (
          <SumRow label={t('Delivery')} amount={shipping > 0 ? formatPaise(shipping) : t('Free')} />
        )}
      </dl>
      {/* Its line is there before the quote: the total below stays where it is. */}
      <p className="-mt-2 min-h-7 pb-2 text-right text-accent-ink text-sm tabular-nums">
        {saved > 0 && t('You save {amount}', { amount: formatPaise(saved) })}
      </p>
      {shipping > 0 && <UntilFree subtotal={subtotal} />}
      <DeliveryByPin {...field} />
      <OfferCodeField {...field} />
    </>
  )
}

export function CartTotal({ total }: { total: CartTotals['total'] }) {
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium text-[1.125rem] tabular-nums leading-tight">
      <dt>
        {t('Total')} <span className="font-normal text-ink-3 text-xs">{t('inclusive of all taxes')}</span>
      </dt>
      <dd className="text-[1.25rem]">{formatPaise(total)}</dd>
    </dl>
  )
}

/** What was taken out last, with the way back (CART-06, CART-07). */
export function Removed({ changes: { removed, putBack } }: { changes: LineChanges }) {
  const undo = useRef<HTMLButtonElement>(null)
  // The pressed button went with its line: without this the focus would fall to the start of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another removal
  useEffect(() => undo.current?.focus(), [removed])
  return (
    <p className="flex items-center justify-between gap-4 text-sm">
      <span id="cart-removed">
        {removed.length > 1 ? t('Cart cleared') : t('{name} removed', { name: removed[0]?.line.product.name ?? '' })}
      </span>
      <button
        ref={undo}
        type="button"
        aria-describedby="cart-removed"
        className="link -mr-2 min-h-11 px-2 font-medium"
        onClick={putBack}
      >
        {t('Undo')}
      </button>
    </p>
  )
}

/** On, to the shop or to somebody else, or anew; a single line has its own button to go. */
export function ContinueOrShare({ cart, onClear }: { cart: ShownCart; onClear: () => void }) {
  const lines = cart.lines.map(({ line }) => line)
  const { store_name: store } = useSettings()
  return (
    <div className="flex flex-wrap justify-center gap-x-7 pb-2">
      <ButtonLink look="ghost" to={paths.shop()} onClick={() => setCartOpen(false)}>
        {t('Continue Shopping')}
      </ButtonLink>
      <ShareButton
        label={t('Share cart')}
        title={t('My cart at {store}', { store })}
        path={paths.sharedCart(sharedCartItems(lines))}
        onShared={(method) => track({ event: 'share', method, content_type: 'cart' })}
      />
      <RemindMe lines={lines} />
      {lines.length > 1 && (
        <button type="button" className="link min-h-11 px-2 font-medium" onClick={onClear}>
          {t('Clear cart')}
        </button>
      )}
    </div>
  )
}
