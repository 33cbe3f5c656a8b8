import { parseProduct } from '../../../src/domain/catalog/product'
import { type Offer, offerRuns, parseOffer } from '../../../src/domain/offers/offer'
import type { RequestedItem } from '../../../src/domain/orders/order-request'
import type { PricedProduct, QuoteFacts } from '../../../src/domain/orders/quote'
import { nextPriceTurn } from '../catalog/price-plans'
import { availableStock } from '../catalog/stock'
import { taxRateOf } from '../catalog/tax-rates'

import { recordDate } from '../lib/clock'
import { plain } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { onlineProvider } from '../payments/providers'

/** What pricing needs, read from records: the asked-for products with their stock, the settings, the running offer. */
export function quoteFacts(app: PbApp, items: readonly RequestedItem[], now: number): QuoteFacts {
  const offer = runningOffer(app, now)
  const ids = new Set(items.map((item) => item.product))
  if (offer?.gift_product_id) ids.add(offer.gift_product_id)
  const products = readProducts(app, [...ids], now)
  return {
    find: (id) => products.get(id),
    settings: storeSettings(app),
    offer,
    provider: onlineProvider(),
    turn: nextPriceTurn(),
    now,
  }
}

function readProducts(app: PbApp, ids: string[], now: number): Map<string, PricedProduct> {
  const records = app.findRecordsByIds('products', ids)
  const stock = availableStock(app, ids, now)
  const products = new Map<string, PricedProduct>()
  for (const record of records) {
    if (!record || record.getBool('archived')) continue
    products.set(record.id, {
      product: parseProduct(plain(record)),
      available: stock.get(record.id) ?? null,
      hsn: record.getString('hsn'),
      gst_rate: taxRateOf(app, record, now) ?? 0,
    })
  }
  return products
}

/** The newest offer that runs now (OFFER-01). */
function runningOffer(app: PbApp, now: number): Offer | null {
  const found = app.findRecordsByFilter(
    'special_offers',
    'active = true && start_date <= {:now} && end_date >= {:now}',
    '-created',
    1,
    0,
    { now: recordDate(now) },
  )[0]
  const offer = found ? parseOffer(plain(found)) : null
  return offer && offerRuns(offer, now) ? offer : null
}
