import { keepCode } from './offer-code'

/** Codes are no longer; longer is somebody else's parameter. */
const LONGEST = 40

// Fetched where the first address of a visit has a code (`/?code=DIWALI15`): keeps it, and takes it out of the address,
// so that it is not passed on.
takeCodeFromAddress()

function takeCodeFromAddress(): void {
  const address = new URL(window.location.href)
  const code = address.searchParams.get('code') ?? ''
  // With a state it belongs to somebody's way of signing in.
  if (address.searchParams.has('state') || code.length > LONGEST || !keepCode(code)) return
  address.searchParams.delete('code')
  window.history.replaceState(window.history.state, '', address)
}
