import { hasRow } from './rows'

const ABOUT = `WHERE EXISTS (SELECT 1 FROM promotions WHERE gift = {:product} OR products LIKE {:part})
  OR EXISTS (SELECT 1 FROM special_offers WHERE product = {:product} OR gift_product_id = {:product})`

/** Whether an offer, over or not, names this product or gives it away: without the only one it would be for all. */
export const isInOffers = (app: PbApp, product: string): boolean =>
  hasRow(app, ABOUT, { product, part: `%"${product}"%` })
