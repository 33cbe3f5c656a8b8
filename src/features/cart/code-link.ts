import { storedJson } from '@/lib/stored-json'

export const OFFER_CODE_KEY = 'sabun-and-jhola.offer-code.v1'
/** Codes are no longer; longer is somebody else's parameter, and so is what has no letter or digit of one. */
const LONGEST = 40
const CODE = /[a-z\p{N}]/iu
/** The code of a link that the storage would not take. */
export let unstored: object | undefined

/**
 * Keeps the code of the address a visit begins with (`/?code=DIWALI15`), as it stands there, and takes it out of the
 * address, so that it is not passed on.
 */
export function takeCodeFromAddress(): void {
  const address = new URL(window.location.href)
  const code = address.searchParams.get('code') ?? ''
  // With a state it belongs to somebody's way of signing in.
  if (!CODE.test(code) || code.length > LONGEST || address.searchParams.has('state')) return
  const kept = { code, at: Date.now() }
  if (!storedJson(OFFER_CODE_KEY).write(kept)) unstored = kept
  address.searchParams.delete('code')
  window.history.replaceState(window.history.state, '', address)
}
