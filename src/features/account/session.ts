import { recordStore } from '@/api/client'
import { errorStatus } from '@/api/errors'
import { fileUrl } from '@/api/files'
import { endSession, type StoredSession, storedSession, storedToken } from '@/api/stored-session'
import { RECENT_SEARCHES_KEY } from '@/domain/catalog/search-text'
import { storedJson, TYPED_KEY } from '@/lib/stored-json'

export interface AccountUser {
  id: string
  collectionId: string
  name: string
  email: string
  /** Address of the picture, 300 px square, or empty. */
  avatar: string
  verified: boolean
}

/**
 * The signed-in person and when the session ends (ms since 1970), or null when there is no valid session. Browser only.
 */
export function currentUser(): { user: AccountUser; expiresAt: number } | null {
  const session = storedSession()
  if (session?.record.collectionName !== 'users') return null
  const { record, expiresAt } = session
  return {
    expiresAt,
    user: {
      id: record.id,
      collectionId: record.collectionId,
      name: text(record.name),
      email: text(record.email),
      avatar: text(record.avatar) && `${fileUrl(record, text(record.avatar))}?thumb=300x300`,
      verified: record.verified === true,
    },
  }
}

let refreshing: Promise<void> = Promise.resolve()

/**
 * Swaps the token for a fresh one and reads the person's record again. A refused token ends the session; a store that
 * cannot be reached leaves it as it is. Not the SDK's `authRefresh`: that keeps the answer even if the person signed
 * out, or somebody else signed in, while the request was on its way.
 *
 * One after the other: of two at once the later, which knows more, would find the token already swapped and be dropped.
 */
export function refreshSession(): Promise<void> {
  refreshing = refreshing.then(swapToken)
  return refreshing
}

async function swapToken(): Promise<void> {
  const token = storedSession()?.token
  if (!token) return
  try {
    const store = await recordStore()
    const fresh = await store.send<{ token: string; record: StoredSession['record'] }>(
      '/api/collections/users/auth-refresh',
      { method: 'POST' },
    )
    if (storedToken() === token) store.authStore.save(fresh.token, fresh.record)
  } catch (error) {
    const refused = [401, 403, 404].includes(errorStatus(error))
    if (refused && storedToken() === token) endSession()
  }
}

/** Where the browser keeps what opens the orders placed in it (ORDER-06). */
export const ORDER_TOKENS_KEY = 'sabun-and-jhola.order-tokens.v1'

/** Where the browser keeps the address a guest left with it (ORDER-11). */
export const DEVICE_ADDRESS_KEY = 'sabun-and-jhola.device-address.v1'

/** Where the browser keeps the PIN code that was asked about (DELIV-08). */
export const PINCODE_KEY = 'sabun-and-jhola.pincode.v1'

/** Where the browser keeps what hearts were given to (WISH-01). */
export const WISHLIST_KEY = 'sabun-and-jhola.wishlist.v1'

/** Where each tab keeps what was typed at checkout, and the browser since when nobody has signed out (ORDER-11). */
export const CHECKOUT_KEY = 'sabun-and-jhola.checkout-form.v1'

/** Where each tab keeps a review that is being written (REV-06). */
export const REVIEW_KEY = 'sabun-and-jhola.review.v1'

/** What of a person stays in the browser. */
const PERSONAL = [
  ORDER_TOKENS_KEY,
  RECENT_SEARCHES_KEY,
  DEVICE_ADDRESS_KEY,
  PINCODE_KEY,
  WISHLIST_KEY,
  CHECKOUT_KEY,
  REVIEW_KEY,
  TYPED_KEY,
]

/**
 * Ends the session here and in every other tab. Whoever signs out leaves the device to others: what opens orders
 * without an account, what was searched for or given a heart, and the address and PIN code somebody left goes too.
 * Mails still open the orders.
 */
export function signOut(): void {
  for (const key of PERSONAL) {
    storedJson(key).forget()
    storedJson(key, 'tab').forget()
    // Browsers tell other tabs alone.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  // At last: another tab's checkout, a guest's from then on, finds nothing to fill itself in with.
  endSession()
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
