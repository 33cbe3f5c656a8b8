import type { Courier } from './courier'
import { shiprocket } from './shiprocket'

/** Who books parcels here; undefined where their numbers are typed (`typedNumber`). */
export const bookingCourier = (): Courier | undefined =>
  $os.getenv('SHIPROCKET_EMAIL') && $os.getenv('SHIPROCKET_PASSWORD') ? shiprocket : undefined
