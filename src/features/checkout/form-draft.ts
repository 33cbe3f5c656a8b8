import type { CheckoutFormInput } from '@/domain/checkout-form'
import { isObject, parseJson, parseText } from '@/domain/json'

/** What was typed into the checkout, kept while the tab is open so that reload and Back lose nothing. */
const DRAFT_KEY = 'sabun-and-jhola.checkout-form.v1'

/**
 * What was kept, or an empty form. Browser only; never throws.
 * @param user id of the signed-in shopper or empty: what somebody typed while signed in is nobody else's
 */
export function readDraft(user: string): CheckoutFormInput {
  let stored: unknown
  try {
    stored = parseJson(sessionStorage.getItem(DRAFT_KEY) ?? '')
  } catch {
    stored = undefined
  }
  const owner = isObject(stored) ? parseText(stored.user) : ''
  const draft = isObject(stored) && (!owner || owner === user) ? stored : {}
  const contact = isObject(draft.contact) ? draft.contact : {}
  const address = isObject(draft.address) ? draft.address : {}
  const method = draft.payment_method
  return {
    contact: { name: parseText(contact.name), email: parseText(contact.email), phone: parseText(contact.phone) },
    address: {
      line1: parseText(address.line1),
      line2: parseText(address.line2),
      landmark: parseText(address.landmark),
      city: parseText(address.city),
      state: parseText(address.state),
      pincode: parseText(address.pincode),
    },
    payment_method: method === 'cod' || method === 'online' ? method : '',
  }
}

export function keepDraft(draft: CheckoutFormInput, user: string): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, user }))
  } catch {
    // Forbidden storage: the form lives as long as the page.
  }
}

/** The order stands: the next person at this screen must not find an address. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(DRAFT_KEY)
  } catch {
    // Nothing was stored either.
  }
}
