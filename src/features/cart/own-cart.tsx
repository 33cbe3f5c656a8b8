import { Fragment, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatPaise } from '@/domain/money'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { NUMBERS } from '@/ui/numbers'
import { Skeleton } from '@/ui/skeleton'
import { SpinnerMark } from '@/ui/spinner'
import {
  CartAmounts,
  CartItems,
  type CartSlots,
  CartTotal,
  ContinueOrShare,
  cartTitle,
  Removed,
  showProblem,
} from './cart-items'
import { useLineChanges } from './line-changes'
import { useProceed } from './proceed'
import { ProceedNotes } from './proceed-notes'
import { useCartReady } from './store'
import { type ShownCart, useTodaysCart } from './todays-cart'

/** The cart as a page (CART-17): the lines of the sheet at the left, what they cost at the right. */
export function OwnCart({ offer, crossSell, empty }: CartSlots) {
  const ready = useCartReady()
  const cart = useTodaysCart(true)
  const list = useRef<HTMLUListElement>(null)
  const changes = useLineChanges(true, list)
  const { lines, totals } = cart
  // Each with a key: what is centred and becomes longer in its place would count as moved.
  if (!ready) return <Waiting key="waiting" offer={offer} />
  const undo = changes.removed.length > 0 && <Removed changes={changes} />
  if (lines.length === 0) {
    return (
      <Fragment key="empty">
        <Notice
          lotus
          level={1}
          title={t('Your cart is empty')}
          action={
            <>
              <ButtonLink to={paths.shop()}>{t('Continue Shopping')}</ButtonLink>
              {undo && <div className="mt-4 flex justify-center">{undo}</div>}
            </>
          }
        >
          {t('Add items to your cart to see them here')}
        </Notice>
        {empty}
      </Fragment>
    )
  }
  return (
    <div key="full" className="wrap">
      <Heading>{cartTitle(totals.itemCount)}</Heading>
      <div className={COLUMNS}>
        <div className="min-w-0">
          {offer?.(totals.subtotal, cart.field.quote?.offer)}
          <CartItems ref={list} lines={lines} changes={changes} roomy />
          {undo && <div className="sticky bottom-19 bg-page py-1 lg:bottom-0">{undo}</div>}
        </div>
        <ToPay cart={cart} onClear={changes.clear} onStopped={() => showProblem(list.current)} />
      </div>
      {crossSell}
    </div>
  )
}

const COLUMNS = 'grid lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-x-18 pb-10 lg:pb-22'

function Heading({ children }: { children: string }) {
  return (
    <h1
      className={`${NUMBERS} pt-6 pb-2 text-[clamp(1.625rem,1.3rem+1.4vw,2.375rem)] leading-[1.2] tracking-[-0.01em] lg:pt-10 lg:pb-4`}
    >
      {children}
    </h1>
  )
}

/** Served to everybody: the heights of a cart with two lines, which the shopper's own come into. */
function Waiting({ offer }: Pick<CartSlots, 'offer'>) {
  return (
    <div className="wrap">
      <Heading>{t('Your cart')}</Heading>
      <div className={COLUMNS}>
        <div role="status" className="min-w-0">
          <span className="sr-only">{t('Loading your cart')}</span>
          <div className="invisible">{offer?.(0)}</div>
          {[0, 1].map((line) => (
            <div key={line} className="border-line border-b py-3.5">
              <Skeleton className="h-26 lg:h-32" />
            </div>
          ))}
        </div>
        <div className="max-lg:hidden lg:sticky lg:top-24">
          <Skeleton className="h-64" />
        </div>
      </div>
    </div>
  )
}

interface ToPayProps {
  cart: ShownCart
  onClear: () => void
  onStopped: () => void
}

/** Beside the lines on larger screens, below them on phones, where a bar stands in until the button is seen. */
function ToPay({ cart, onClear, onStopped }: ToPayProps) {
  const way = useProceed(cart, onStopped)
  const button = useRef<HTMLDivElement>(null)
  const { totals, warning, notice } = cart
  return (
    <section
      aria-labelledby="to-pay"
      className="-mx-gutter mt-6 bg-sunken px-gutter pt-4.5 pb-5.5 lg:sticky lg:top-24 lg:mx-0 lg:mt-0 lg:px-8 lg:pt-6 lg:pb-7"
    >
      <h2 id="to-pay" className="mb-2.5 text-h3 tracking-normal">
        {t('To pay')}
      </h2>
      <CartAmounts cart={cart} />
      <div className="border-line border-t pt-3">
        <CartTotal total={totals.total} />
      </div>
      <ProceedNotes way={way} warning={warning ?? notice} />
      <div ref={button} className="mt-3.5">
        <ProceedLink way={way} />
      </div>
      <div className="mt-3">
        <ContinueOrShare cart={cart} onClear={onClear} />
      </div>
      <PayBar button={button}>
        <span className="font-medium text-[1.25rem] tabular-nums">{formatPaise(totals.total)}</span>
        <ProceedLink way={way} spare />
      </PayBar>
    </section>
  )
}

/** `spare`: a second way for thumbs, which the keyboard and screen readers do not meet. */
function ProceedLink({ way, spare }: { way: ReturnType<typeof useProceed>; spare?: boolean }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    way.proceed()
  }
  return (
    <ButtonLink
      to={paths.checkout()}
      large
      block={!spare}
      className={spare ? 'grow' : undefined}
      tabIndex={spare ? -1 : undefined}
      aria-busy={way.busy || undefined}
      aria-disabled={way.asleep || undefined}
      onClick={follow}
    >
      {way.busy && <SpinnerMark />}
      {t('Proceed to Checkout')}
    </ButtonLink>
  )
}

interface PayBarProps {
  button: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Total and button at the foot of a phone's screen while the page's own are still below. */
function PayBar({ button, children }: PayBarProps) {
  const below = useStillBelow(button)
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'fixed inset-x-0 bottom-[var(--consent-height,0px)] z-chat flex flex-wrap items-center justify-between gap-x-4 border-line border-t bg-page px-gutter pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] lg:hidden',
        !below && 'hidden',
      )}
    >
      {children}
    </div>
  )
}

/** Whether the element is still to come, below what is in view. */
function useStillBelow(element: RefObject<HTMLElement | null>): boolean {
  const [below, setBelow] = useState(false)
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver !== 'function') return
    // Whatever is above the view counts as in it: a jump past the element is told as well.
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last) setBelow(!last.isIntersecting)
      },
      { rootMargin: '99999px 0px 0px 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return below
}
