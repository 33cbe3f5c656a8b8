import { parseProduct } from '../../../src/domain/catalog/product'
import type { RequestedItem } from '../../../src/domain/orders/order-request'
import type { PricedProduct, QuoteFacts } from '../../../src/domain/orders/quote'
import { stateOfPin } from '../account/pins'
import { nextPriceTurn } from '../catalog/price-plans'
import { availableStock } from '../catalog/stock'
import { taxRateOf } from '../catalog/tax-rates'
import { destinationOf } from '../delivery/destinations'
import type { RateLimit } from '../guard/rate-limits'
import { plain } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import { type Person, promotionFacts } from '../offers/promotions'
import { onlineProvider } from '../payments/providers'

interface Asked {
  items: readonly RequestedItem[]
  code: string
  pincode: string
  state: string
}

/**
 * What pricing needs, read from records: the asked-for products with their stock, the settings, what promotions run for
 * this person, what their code stands for, and how parcels go to their PIN code and state (empty: not known; the PIN
 * code may say the state).
 * @returns with the tries this has cost, see `promotionFacts`
 */
export function quoteFacts(
  app: PbApp,
  { items, code, pincode, state }: Asked,
  person: Person,
  now: number,
): QuoteFacts & { counted: RateLimit[] } {
  const offered = promotionFacts(app, { code, person, time: now })
  const settings = storeSettings(app)
  const ids = new Set([...items.map((item) => item.product), ...offeredGifts(offered)])
  const products = readProducts(app, [...ids], now)
  return {
    find: (id) => products.get(id),
    settings,
    destination: destinationOf(app, pincode),
    state: state || (settings.sells_to === 'own_state' ? stateOfPin(app, pincode) : ''),
    ...offered,
    provider: onlineProvider(),
    turn: nextPriceTurn(),
    now,
  }
}

/** Ids of what may be given away, with a typed code too. */
export function offeredGifts({ promotions, code }: Pick<QuoteFacts, 'promotions' | 'code'>): string[] {
  const typed = code && 'promotion' in code.found ? [code.found.promotion] : []
  return [...promotions, ...typed].flatMap(({ gift }) => gift || [])
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
      low_mark: record.getFloat('low_mark'),
      hsn: record.getString('hsn'),
      gst_rate: taxRateOf(app, record, now) ?? 0,
    })
  }
  return products
}
