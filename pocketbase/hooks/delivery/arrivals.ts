import { indianDay } from '../../../src/domain/date'
import { type Arrives, arrivesNow } from '../../../src/domain/delivery/promise'
import { AT_HOME, MONEY_GONE, UNDER_WAY } from '../../../src/domain/orders/order'
import { now } from '../lib/clock'

/**
 * When an order arrives, as can be said today; null for what has arrived or is called off, was told nothing, or cannot
 * be sent as its money went back.
 */
export function arrivalOf(order: PbRecord): Arrives | null {
  const text = (field: string) => order.getString(field)
  const fulfilment = text('fulfilment_status')
  if (!['pending', 'confirmed'].includes(text('status')) || !UNDER_WAY.includes(fulfilment)) return null
  if (MONEY_GONE.includes(text('payment_status'))) return null
  const told = {
    leaves_on: text('leaves_on'),
    arrives_from: text('arrives_from'),
    arrives_until: text('arrives_until'),
  }
  return arrivesNow(told, { today: indianDay(now()), shipped: !AT_HOME.includes(fulfilment) })
}
