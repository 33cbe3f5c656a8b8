import { readPincode } from '@/domain/account/read-pincode'
import { PINCODE_KEY } from '@/features/account/session'
import { storedValue } from '@/lib/stored-value'

const kept = storedValue(PINCODE_KEY, readPincode)

/**
 * Keeps where parcels go (DELIV-08), so that it is typed once: asked about with every quote from then on.
 * @param typed as it was typed; what is no PIN code changes nothing
 */
export function keepPincode(typed: string): void {
  const pincode = readPincode(typed)
  if (pincode && pincode !== kept.read()) kept.keep(pincode)
}

export const forgetPincode = kept.forget

/** Browser only; empty without one. */
export const readKeptPincode = (): string => kept.read() ?? ''

/** The kept PIN code; null on the server and without one. */
export const usePincode = kept.use
