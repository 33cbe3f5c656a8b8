import { env } from 'node:process'
import fc from 'fast-check'
import { parseProduct } from '../../src/domain/catalog/product'
import { parsePromotion } from '../../src/domain/offers/promotion'
import { type PricedProduct, priceCart, type Quote, type QuoteFacts } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'

/** `PROPERTY_RUNS=100000 npx vitest run tests/unit/refund-pieces.test.ts` for the long run. */
export const RUNS = Number(env.PROPERTY_RUNS ?? 300)
export const NOW = Date.parse('2026-11-20T00:00:00Z')

export function priced(id: string, price: number, more: Record<string, unknown> = {}): PricedProduct {
  return {
    product: parseProduct({ id, name: id, price, inStock: true, category: 'soap', ...more }),
    available: null,
    hsn: '',
    gst_rate: 5,
  }
}

export const promotion = (more: Record<string, unknown>) =>
  parsePromotion({ id: 'p', name: 'Diwali', active: true, ...more })

export function quote(
  items: readonly (readonly [product: string, quantity: number])[],
  products: readonly PricedProduct[],
  { automatic = [], code }: { automatic?: ReturnType<typeof promotion>[]; code?: ReturnType<typeof promotion> } = {},
): Quote {
  const facts: QuoteFacts = {
    find: (id) => products.find(({ product }) => product.id === id),
    settings: { ...DEFAULT_SETTINGS, free_shipping_from: 50_000, shipping_fee: 4900 },
    promotions: automatic,
    code: code ? { typed: code.code, found: { promotion: code } } : null,
    provider: null,
    now: NOW,
  }
  return priceCart(
    items.map(([product, number]) => ({ product, quantity: number, color: '' })),
    facts,
  )
}

export const anyPromotion = fc.record({
  kind: fc.constantFrom('percent', 'amount', 'free_delivery', 'gift', ''),
  value: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(0.5, 12.5, 33.33, 1999)),
  minimum: fc.constantFrom(0, 0, 250, 1999),
  ...{ combines: fc.boolean(), gift: fc.constantFrom('p0', 'p3', 'none') },
  categories: fc.constantFrom([], [], ['soap'], ['bag']),
  products: fc.constantFrom([], [], ['p1'], ['p0', 'p2']),
})

export const anyCart = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 6 }),
  quantities: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 6, maxLength: 6 }),
  automatic: fc.array(anyPromotion, { maxLength: 4 }),
  code: fc.option(anyPromotion, { nil: undefined }),
})
