import type { PinAnswer } from '@/domain/account/place'
import { call } from './store-call'

/** What the shop knows of a PIN code; 400 for what is none. */
export const findPin = (pincode: string, signal?: AbortSignal): Promise<PinAnswer> =>
  call(`pin/${pincode}`, { method: 'GET', signal })
