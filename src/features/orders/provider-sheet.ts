import { useEffect, useRef } from 'react'
import { useSettings } from '@/api/settings'
import { paymentReturnUrl, readOrder } from '@/api/store-routes'
import type { OrderView } from '@/domain/orders/order'
import type { PaymentHappening, PaymentStage, RealSession } from '@/domain/orders/payment-flow'
import type { PaymentSheet } from '@/integrations/payment-sheet'
import { PAYMENT_SHEETS } from '@/integrations/payment-sheets'
import { orderToken } from './order-tokens'

/**
 * How often the store is asked while the provider's sheet is open: money that arrives through a bank's app closes it,
 * ms.
 */
const LOOK_MS = 5000

/**
 * Opens the provider's sheet and waits until it is left; null when that was because the shopper left the page. It
 * goes with the page, and as soon as the order waits for no money any more.
 *
 * @param take gets every newer view of the order
 */
export function useProviderSheet(order: OrderView, take: (view: OrderView) => PaymentStage) {
  const { store_name } = useSettings()
  const sheet = useRef<PaymentSheet | null>(null)
  const left = useRef(false)
  const { id, number, contact } = order

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      // Back, or a link: the sheet would lie over another page.
      sheet.current?.close()
    }
  }, [])

  return async (session: RealSession, onFailure: (reason: string) => void): Promise<PaymentHappening | null> => {
    const request = {
      key: session.key_id,
      order_id: session.gateway_order_id,
      amount: session.amount,
      currency: session.currency,
      name: store_name,
      description: `Order ${number}`,
      prefill: { name: contact.name, email: contact.email, contact: contact.phone },
      returnUrl: paymentReturnUrl(id),
    }
    try {
      sheet.current = await PAYMENT_SHEETS[session.provider].open(request, onFailure)
    } catch {
      return { kind: 'blocked' }
    }
    if (left.current) sheet.current.close()
    const stop = whileSeen(async () => {
      const view = await readOrder(id, orderToken(id)).catch(() => null)
      if (view && take(view) === null) sheet.current?.close()
    })
    const answer = await sheet.current.answer
    stop()
    sheet.current = null
    return answer.kind === 'closed' && left.current ? null : answer
  }
}

/**
 * Looks now and then while the page is seen, and at once when the shopper comes back to it. Returns the way to stop.
 */
function whileSeen(look: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') look()
  }
  const timer = setInterval(seen, LOOK_MS)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
