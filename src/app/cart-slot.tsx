import { useEffect } from 'react'
import { setCartOpen, useCartOpen } from '@/features/cart/store'
import { t } from '@/language/text'
import { lazyComponent } from '@/ui/lazy'
import { LazyOverlay } from '@/ui/lazy-overlay'
import { preloadSheet } from '@/ui/sheet'

const CartPanel = lazyComponent(() => import('./cart-panel').then((module) => module.CartPanel))

/** Where the cart sheet opens. Its code is fetched when its button is pointed at, or with its first opening. */
export function CartSlot() {
  const open = useCartOpen()
  useEffect(() => {
    if (open) preloadCart()
  }, [open])
  return (
    <LazyOverlay open={open} title={t('The cart')} takeBack={() => setCartOpen(false)}>
      <CartPanel />
    </LazyOverlay>
  )
}

/** Fetches the cart sheet's code ahead of its opening; both halves at once, although one contains the other. */
export function preloadCart(): void {
  preloadSheet()
  CartPanel.preload().catch(() => undefined)
}
