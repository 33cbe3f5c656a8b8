import { isObject, parseText } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/** Where the browser keeps which order it is waiting for the payment of. */
const pendingStore = storedJson('sabun-and-jhola.pending-order.v1')
/** A payment is followed for three days; after four nothing more can come of it, ms. */
const PENDING_KEPT_MS = 4 * 24 * 60 * 60_000

/** The order this browser placed whose payment has not been seen to arrive. Nothing else of it is stored. */
export interface PendingOrder {
  id: string
  /** Id of the shopper who was signed in; empty for a guest. */
  user: string
  /** When it was placed, ms. */
  at: number
}

/** What the storage would not take; it lives as long as the tab. */
let held: PendingOrder | null = null

/**
 * Remembers the order whose payment is under way in this browser, so that the cart goes when it stands, wherever that
 * is seen (ORDER-12).
 */
export function savePendingOrder(id: string, user: string): void {
  const pending = { id, user, at: Date.now() }
  held = pendingStore.write(pending) ? null : pending
}

/** The order whose payment is under way in this browser, the latest one; null without one. Browser only. */
export function readPendingOrder(): PendingOrder | null {
  const pending = stored()
  return pending && Date.now() - pending.at < PENDING_KEPT_MS ? pending : null
}

function stored(): PendingOrder | null {
  if (held) return held
  const value = pendingStore.read()
  if (!isObject(value)) return null
  const { id, at } = value
  return typeof id === 'string' && typeof at === 'number' ? { id, user: parseText(value.user), at } : null
}

/**
 * The order stands or is closed: nothing is waited for any more. Another order than the remembered one changes nothing.
 */
export function forgetPendingOrder(id: string): void {
  if (stored()?.id !== id) return
  held = null
  pendingStore.forget()
}
