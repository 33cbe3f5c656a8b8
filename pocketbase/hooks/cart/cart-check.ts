import { lineFault } from '../../../src/domain/cart/cart'
import { jsonValue, type Problems } from '../lib/record-problems'

const SENTENCES = {
  line: 'is no cart line.',
  productId: 'productId is missing.',
  product: 'product is missing.',
  price: 'the product’s price is no number.',
  quantity: 'quantity must be above 0.',
  color: 'color must be a text.',
}

/** Cart lines as CART-14 words them. Prices are not looked at: orders are priced from the products themselves. */
export function checkCart(record: PbRecord): Problems {
  const items = jsonValue(record, 'items')
  if (items === null) return {}
  if (!Array.isArray(items)) return { items: 'Cart items must be a list.' }
  for (const [position, item] of items.entries()) {
    const fault = lineFault(item)
    if (fault) return { items: `Item ${position + 1}: ${SENTENCES[fault]}` }
  }
  return {}
}
