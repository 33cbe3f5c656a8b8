import { Suspense, useEffect, useState } from 'react'
import { setCartOpen, useCartOpen } from '@/features/cart/store'
import { t } from '@/language/text'
import { lazyComponent } from '@/ui/lazy'
import { preloadSheet } from '@/ui/sheet'
import { SoftBoundary } from '@/ui/soft-boundary'
import { toast } from '@/ui/toast'

const CartPanel = lazyComponent(() => import('./cart-panel').then((module) => module.CartPanel))

/** Where the cart sheet opens. Its code is fetched when its button is pointed at, or with its first opening. */
export function CartSlot() {
  const open = useCartOpen()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!open) return
    preloadCart()
    setWanted(true)
  }, [open])
  if (!wanted) return null
  return (
    <SoftBoundary
      onError={() => {
        setWanted(false)
        setCartOpen(false)
        toast.error(t('The cart did not open'), {
          description: t('Check your connection and try again. What is in it is kept.'),
        })
      }}
    >
      <Suspense fallback={null}>
        <CartPanel />
      </Suspense>
    </SoftBoundary>
  )
}

/** Fetches the cart sheet's code ahead of its opening; both halves at once, although one contains the other. */
export function preloadCart(): void {
  preloadSheet()
  CartPanel.preload().catch(() => undefined)
}
