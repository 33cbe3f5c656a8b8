import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLine } from '@/lib/line'
import { paths } from '@/lib/paths'
import { writeCheckoutCart } from './checkout-cart'
import { setCartOpen } from './store'
import type { ShownCart } from './todays-cart'

/** How long a press waits for the quote that is on its way, ms. The checkout asks for one of its own. */
const LONGEST_WAIT_MS = 2000

/**
 * The way to the checkout (SHEET-06, SHEET-08, SHEET-09). A press waits for a quote on its way, and only so long. A
 * line that cannot be ordered as it is comes first: `onStopped` leads to its news. Without a connection it sleeps
 * (ROUTE-26).
 */
export function useProceed(cart: ShownCart, onStopped: () => void) {
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState(false)
  const [stopped, setStopped] = useState(false)
  const asleep = !useLine()
  const { asking, blocked, warning, lines, totals } = cart

  const go = () => {
    setWaiting(false)
    if (asleep) return
    if (blocked) {
      setStopped(true)
      onStopped()
      return
    }
    if (warning) return
    writeCheckoutCart(
      lines.map(({ line }) => line),
      totals,
    )
    // On the checkout itself there is nowhere to go, so the address would not change and the sheet would stay.
    setCartOpen(false)
    navigate(paths.checkout())
  }
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    if (!waiting) return
    if (!asking) return latest.current()
    const timer = setTimeout(() => latest.current(), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [waiting, asking])
  return {
    proceed: () => (asking ? setWaiting(true) : go()),
    busy: waiting,
    asleep,
    /** A press was stopped by a line that is still to be settled. */
    stopped: stopped && blocked,
  }
}
