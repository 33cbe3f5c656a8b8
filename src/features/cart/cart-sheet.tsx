import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSettings } from '@/api/settings'
import { type CartLine, cartTotals, lineKey, minimumOrderWarning } from '@/domain/cart'
import { formatPaise, type Paise } from '@/domain/money'
import { sharedCartItems } from '@/domain/shared-cart'
import { track } from '@/integrations/analytics'
import { t, tn, translate } from '@/language/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Icon } from '@/ui/icon'
import { LotusMark } from '@/ui/lotus-mark'
import { ShareButton } from '@/ui/share-button'
import { Sheet } from '@/ui/sheet'
import { Spinner } from '@/ui/spinner'
import { cartEvent } from './cart-event'
import { CartLineRow } from './cart-line'
import { writeCheckoutCart } from './checkout-cart'
import { changeQuantity, removeLine, restoreLine, setCartOpen, useCartLines, useCartOpen, useCartReady } from './store'

interface CartSheetProps {
  /** The running offer against this cart's subtotal (OFFER-05), above the lines. */
  offer?: (subtotal: Paise) => ReactNode
  /** Frequently Bought Together (SHEET-05), below the lines. */
  crossSell?: ReactNode
}

interface RemovedLine {
  line: CartLine
  position: number
}

/** The cart as a sheet over any page (SHEET-01 to SHEET-09). What it knows of the catalogue is handed in by the app. */
export function CartSheet({ offer, crossSell }: CartSheetProps) {
  const settings = useSettings()
  const isOpen = useCartOpen()
  const lines = useCartLines()
  const ready = useCartReady()
  const navigate = useNavigate()
  const location = useLocation()
  const [removed, setRemoved] = useState<RemovedLine | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const undo = useRef<HTMLButtonElement>(null)

  // Whatever leads to another address, also the browser's Back, leaves the cart (SHEET-07).
  const shownAt = useRef(location.key)
  useEffect(() => {
    if (shownAt.current !== location.key) setCartOpen(false)
    shownAt.current = location.key
  }, [location.key])

  useEffect(() => {
    if (!isOpen) setRemoved(null)
  }, [isOpen])

  // The pressed button went with its line: without this the focus would fall to the start of the page.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const totals = cartTotals(lines, settings)
  const empty = lines.length === 0
  const warning = empty ? null : minimumOrderWarning(totals.subtotal, settings.minimum_order)

  const takeOut = (line: CartLine) => {
    setRemoved({ line, position: lines.indexOf(line) })
    removeLine(line.productId, line.color)
    track(cartEvent('remove_from_cart', line))
  }
  const step = (line: CartLine, pieces: number) => {
    if (line.quantity + pieces < 1) takeOut(line)
    else {
      setRemoved(null)
      changeQuantity(lineKey(line), pieces)
      track(cartEvent(pieces > 0 ? 'add_to_cart' : 'remove_from_cart', { ...line, quantity: Math.abs(pieces) }))
    }
  }
  const putBack = ({ line, position }: RemovedLine) => {
    restoreLine(line, position)
    setRemoved(null)
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(lineKey(line))}"] a:not([tabindex])`)?.focus()
    })
  }
  const checkOut = () => {
    if (warning) return
    writeCheckoutCart(lines, totals)
    // On the checkout itself there is nowhere to go, so the address would not change and the sheet would stay.
    setCartOpen(false)
    navigate(paths.checkout())
  }

  // Only what has to be in sight: on a small phone or with large letters the lines need the room.
  const foot = (
    <>
      {removed && (
        <p className="-mt-1.5 mb-2 flex items-center justify-between gap-4 text-sm">
          <span id="cart-removed">{t('{name} removed', { name: removed.line.product.name })}</span>
          <button
            ref={undo}
            type="button"
            aria-describedby="cart-removed"
            className="link -mr-2 min-h-11 px-2 font-medium"
            onClick={() => putBack(removed)}
          >
            {t('Undo')}
          </button>
        </p>
      )}
      {!empty && (
        <dl className="flex justify-between gap-4 font-medium text-[1.125rem] tabular-nums">
          <dt>
            {t('Total')}
            <span className="block font-normal text-ink-3 text-xs">{t('inclusive of all taxes')}</span>
          </dt>
          <dd>{formatPaise(totals.total)}</dd>
        </dl>
      )}
      {warning && (
        <p role="alert" className="mt-3 flex items-start gap-2 text-danger text-sm">
          <Icon of={CircleAlert} small className="mt-0.5" />
          {translate(warning)}
        </p>
      )}
      <Button block large className={empty ? undefined : 'mt-2.5'} disabled={empty} onClick={checkOut}>
        {t('Proceed to Checkout')}
      </Button>
    </>
  )

  // The specification's English has one form.
  const title = tn(totals.itemCount, 'Shopping Cart ({count} items)', 'Shopping Cart ({count} items)')

  return (
    <Sheet open={isOpen} onOpenChange={setCartOpen} title={title} foot={foot}>
      {!ready ? (
        <Spinner label={t('Loading your cart')} className="h-full" />
      ) : empty ? (
        <div className="grid min-h-full place-items-center text-center">
          <div className="pb-12">
            <LotusMark className="mx-auto mb-5.5 block w-18 text-primary-ink" />
            <h2 className="text-h2">{t('Your cart is empty')}</h2>
            <p className="mt-3 text-ink-2">{t('Add items to your cart to see them here')}</p>
            <ButtonLink to={paths.shop()} className="mt-7" onClick={() => setCartOpen(false)}>
              {t('Continue Shopping')}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <>
          {offer?.(totals.subtotal)}
          <ul ref={list} aria-label={t('Cart items')}>
            {lines.map((line) => (
              <CartLineRow
                key={lineKey(line)}
                line={line}
                onStep={(pieces) => step(line, pieces)}
                onRemove={() => takeOut(line)}
              />
            ))}
          </ul>
          <dl className="grid gap-1 pt-4 tabular-nums">
            <Amount label={t('Subtotal')} amount={formatPaise(totals.subtotal)} />
            {totals.shipping > 0 && <Amount label={t('Delivery')} amount={formatPaise(totals.shipping)} />}
          </dl>
          {crossSell}
          <div className="flex flex-wrap justify-center gap-x-7 pb-2">
            <ButtonLink look="ghost" to={paths.shop()} onClick={() => setCartOpen(false)}>
              {t('Continue Shopping')}
            </ButtonLink>
            <ShareButton
              label={t('Share cart')}
              title={t('My cart at {store}', { store: settings.store_name })}
              path={paths.sharedCart(sharedCartItems(lines))}
              onShared={(method) => track({ event: 'share', method, content_type: 'cart' })}
            />
          </div>
        </>
      )}
    </Sheet>
  )
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
