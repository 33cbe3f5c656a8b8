import { useState } from 'react'
import { useCartLines, useCartReady } from '@/features/cart/store'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button-link'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { CheckoutFormView } from './checkout-form'

/** The whole checkout: nothing to buy, or form and summary. Which of them is known once the browser has read its cart. */
export function Checkout() {
  const ready = useCartReady()
  const lines = useCartLines()
  // The cart is emptied when the order stands, a moment before the next page is there.
  const [placed, setPlaced] = useState(false)
  if (placed) return <Spinner label="Opening your order" className="min-h-[60vh]" />
  if (!ready) return <Spinner label="Loading your cart" className="min-h-[60vh]" />
  if (lines.length === 0) {
    return (
      <Notice lotus title="Your cart is empty" action={<ButtonLink to={paths.shop()}>Continue Shopping</ButtonLink>}>
        Add items to your cart to see them here
      </Notice>
    )
  }
  return <CheckoutFormView lines={lines} onPlaced={() => setPlaced(true)} />
}
