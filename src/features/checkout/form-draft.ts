import { nationalPhone } from '@/domain/account/address'
import { isObject, parseText } from '@/domain/json'
import type { CheckoutForm, CheckoutFormInput } from '@/domain/orders/checkout-form'
import { CHECKOUT_KEY, DEVICE_ADDRESS_KEY } from '@/features/account/session'
import { storedJson } from '@/lib/stored-json'

/** What was typed into the checkout, kept while the tab is open so that reload and Back lose nothing. */
const draftStore = storedJson(CHECKOUT_KEY, 'tab')
/** The draft that the storage would not take: as long as the page. */
let held: object | null = null
/** When the first of the drafts was kept that nobody has signed out since, ms. */
const sinceStore = storedJson(CHECKOUT_KEY)
/** Where a guest's last order went, kept until it is unticked or somebody signs out here (ORDER-11). */
const deviceStore = storedJson(DEVICE_ADDRESS_KEY)

/**
 * What was kept, or an empty form. Browser only; never throws.
 * @param user id of the signed-in shopper or empty: what somebody typed while signed in is nobody else's
 */
export function readDraft(user: string): CheckoutFormInput {
  const stored = keptDraft()
  const owner = parseText(stored.user)
  const draft = !owner || owner === user ? stored : {}
  const method = draft.payment_method
  return {
    ...readPlace(draft),
    payment_method: method === 'cod' || method === 'online' ? method : '',
    note: parseText(draft.note),
    keep: draft.keep !== false,
    kept: parseText(draft.kept),
    filled: isObject(draft.filled) ? draft.filled : {},
  }
}

/** The draft, whoever typed it; empty without one, and where somebody has signed out since, in whatever tab. */
function keptDraft(): Record<string, unknown> {
  const stored = held ?? draftStore.read()
  return isObject(stored) && stored.since === sinceStore.read() ? stored : {}
}

/** Whether anything was typed: PIN code, city, state, way to pay and what this device keeps fill themselves in. */
function isBegun({ contact, address, note }: CheckoutFormInput): boolean {
  const place = readPlace({ contact, address })
  if (JSON.stringify(place) === JSON.stringify(readDeviceAddress())) return note !== ''
  const { line1, line2, landmark } = place.address
  return [...Object.values(place.contact), line1, line2, landmark, note].some(Boolean)
}

function readPlace(stored: Record<string, unknown>): Pick<CheckoutFormInput, 'contact' | 'address'> {
  const contact = isObject(stored.contact) ? stored.contact : {}
  const address = isObject(stored.address) ? stored.address : {}
  return {
    contact: {
      name: parseText(contact.name),
      email: parseText(contact.email),
      phone: nationalPhone(parseText(contact.phone)),
    },
    address: {
      line1: parseText(address.line1),
      line2: parseText(address.line2),
      landmark: parseText(address.landmark),
      city: parseText(address.city),
      state: parseText(address.state),
      pincode: parseText(address.pincode),
    },
  }
}

/**
 * Whose session has ended finds their words again after signing in: a guest's form in which nothing was typed does not
 * take their place.
 */
export function saveDraft(draft: CheckoutFormInput, user: string): void {
  if (!user && !isBegun(draft) && parseText(keptDraft().user)) return
  if (sinceStore.read() === undefined) sinceStore.write(Date.now())
  const kept = { ...draft, user, since: sinceStore.read() }
  held = draftStore.write(kept) ? null : kept
}

/** The order stands: the next person at this screen must not find an address. */
export function forgetDraft(): void {
  held = null
  draftStore.forget()
}

// Signing out forgets the key in every tab.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => key === CHECKOUT_KEY && !newValue && forgetDraft())

/** Keeps a guest's contact and address for their next order. */
export const saveDeviceAddress = ({ contact, address }: Pick<CheckoutForm, 'contact' | 'address'>) =>
  deviceStore.write({ contact, address })

/** What this device keeps for guests; null without. Browser only; never throws. */
export function readDeviceAddress(): Pick<CheckoutFormInput, 'contact' | 'address'> | null {
  const stored = deviceStore.read()
  return isObject(stored) ? readPlace(stored) : null
}

export const forgetDeviceAddress = deviceStore.forget
