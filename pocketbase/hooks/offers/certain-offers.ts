import { shippingFor } from '../../../src/domain/cart/delivery-fee'
import { parseTexts } from '../../../src/domain/json'
import { type Paise, toPaise, toRupees } from '../../../src/domain/money'
import { certainPrice, isCertain } from '../../../src/domain/offers/certain-price'
import type { Promotion } from '../../../src/domain/offers/promotion'
import type { StoreSettings } from '../../../src/domain/site/settings'
import { now } from '../lib/clock'
import { rows } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { runningPromotions } from './promotions'

/**
 * Products on their way to shoppers say what one piece costs with an offer that everybody has (PROMO-31): `offer:
 * {name, price (rupees)}` beside the record's own fields. Nothing is added where there is none.
 */
export function tellOffers(app: PbApp, products: readonly PbRecord[]): void {
  const running = products.length > 0 ? runningPromotions(app, now()) : []
  if (!running.some(isCertain)) return
  const settings = storeSettings(app)
  const gifts = app.findRecordsByIds(
    'products',
    running.flatMap(({ gift }) => gift || []),
  )
  const fee = highestFee(app, running, settings)
  const giftPrice = (id: string) => toPaise(gifts.find((gift) => gift.id === id)?.getFloat('price') ?? 0) || undefined
  for (const record of products) {
    const total = toPaise(record.getFloat('price'))
    if (!total || !record.getBool('inStock') || record.getBool('sold_out')) continue
    const [category, tags] = [record.getString('category'), parseTexts(record.getString('tags'))]
    const delivery = shippingFor(total, settings, { fee })
    const said = certainPrice({ product: { id: record.id, category, tags }, total }, running, { delivery, giftPrice })
    if (!said) continue
    record.withCustomData(true)
    record.set('offer', { name: said.promotion.name, price: toRupees(said.price) })
  }
}

/** The most that delivery costs anywhere, where one of these may take it off, else the shop's own fee; paise. */
function highestFee(app: PbApp, running: readonly Promotion[], settings: StoreSettings): Paise {
  const { delivers_by_pin, shipping_fee } = settings
  if (!delivers_by_pin || !running.some(({ kind }) => kind === 'free_delivery')) return shipping_fee
  const [rule] = rows(app, 'SELECT COALESCE(MAX(fee), 0) AS fee FROM delivery_rules', {}, { fee: -0 })
  return Math.max(shipping_fee, toPaise(rule?.fee ?? 0) ?? 0)
}
