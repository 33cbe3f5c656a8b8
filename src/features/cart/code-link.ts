import { keepCode } from './offer-code'

/** Codes are no longer; longer is somebody else's parameter. */
const LONGEST = 40

/** Keeps the code that stands in the address (`/?code=DIWALI15`) and takes it out, so that it is not passed on. */
export function takeCodeFromAddress(): void {
  const address = new URL(window.location.href)
  const code = address.searchParams.get('code') ?? ''
  // With a state it belongs to somebody's way of signing in.
  if (address.searchParams.has('state') || code.length > LONGEST || !keepCode(code)) return
  address.searchParams.delete('code')
  window.history.replaceState(window.history.state, '', address)
}
