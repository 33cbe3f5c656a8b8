import { type ReactNode, useRef } from 'react'
import { t } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { LotusMark } from '@/ui/lotus-mark'
import { useClosedByNavigation } from '@/ui/overlay'
import { Sheet } from '@/ui/sheet'
import { Spinner } from '@/ui/spinner'
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
import { setCartOpen, useCartOpen, useCartReady } from './store'
import { type ShownCart, useTodaysCart } from './todays-cart'

/**
 * The cart as a sheet over any page (SHEET-01 to SHEET-10; empty: SHEET-02). What it knows of the catalogue is handed
 * in by the app.
 */
export function CartSheet({ offer, crossSell, empty }: CartSlots) {
  const isOpen = useCartOpen()
  const ready = useCartReady()
  const cart = useTodaysCart(isOpen)
  const list = useRef<HTMLUListElement>(null)
  const changes = useLineChanges(isOpen, list)
  // SHEET-07
  useClosedByNavigation(() => setCartOpen(false))
  const { lines, totals } = cart

  return (
    <Sheet
      open={isOpen}
      onOpenChange={setCartOpen}
      title={cartTitle(totals.itemCount)}
      foot={
        <CartFoot cart={cart} onStopped={() => showProblem(list.current)}>
          {changes.removed.length > 0 && <Removed changes={changes} />}
        </CartFoot>
      }
    >
      {!ready ? (
        <Spinner label={t('Loading your cart')} className="h-full" />
      ) : lines.length === 0 ? (
        <>
          <EmptyCart />
          {empty}
        </>
      ) : (
        <>
          {offer?.(totals.subtotal, cart.field.quote?.offer)}
          <CartItems ref={list} lines={lines} changes={changes} />
          <div className="pt-4">
            <CartAmounts cart={cart} />
          </div>
          <ContinueOrShare cart={cart} onClear={changes.clear} />
          {/* Last: it comes late, and would push away what a finger is on its way to. */}
          {crossSell}
        </>
      )}
    </Sheet>
  )
}

function EmptyCart() {
  return (
    <div className="pt-12 pb-14 text-center">
      <LotusMark className="mx-auto mb-5.5 block w-18 text-primary-ink" />
      <h2 className="text-h2">{t('Your cart is empty')}</h2>
      <p className="mt-3 text-ink-2">{t('Add items to your cart to see them here')}</p>
      <ButtonLink to={paths.shop()} className="mt-7" onClick={() => setCartOpen(false)}>
        {t('Continue Shopping')}
      </ButtonLink>
    </div>
  )
}

interface CartFootProps {
  cart: ShownCart
  onStopped: () => void
  children: ReactNode
}

/**
 * Total and the way to checkout (SHEET-04, SHEET-06), only what has to be in sight: on a small phone or with large
 * letters the lines need the room.
 */
function CartFoot({ cart, onStopped, children }: CartFootProps) {
  const way = useProceed(cart, onStopped)
  const { lines, totals, warning, notice } = cart
  const empty = lines.length === 0
  return (
    <>
      {children && <div className="-mt-1.5 mb-2">{children}</div>}
      {!empty && <CartTotal total={totals.total} />}
      <ProceedNotes way={way} warning={warning ?? notice} />
      <Button
        block
        large
        className={empty ? undefined : 'mt-2.5'}
        disabled={empty}
        aria-disabled={way.asleep}
        busy={way.busy}
        onClick={way.proceed}
      >
        {t('Proceed to Checkout')}
      </Button>
    </>
  )
}
