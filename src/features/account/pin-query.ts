import { queryOptions } from '@tanstack/react-query'
import { findPin } from '@/api/pin-route'
import { isPincode } from '@/domain/account/read-pincode'

/** What the shop knows of a PIN code, once it is complete. Nobody waits for it: without an answer nothing is said. */
export function pinOptions(pincode: string) {
  return queryOptions({
    queryKey: ['pin', pincode],
    queryFn: ({ signal }) => findPin(pincode, signal),
    enabled: isPincode(pincode),
    staleTime: 5 * 60_000,
    retry: false,
  })
}
