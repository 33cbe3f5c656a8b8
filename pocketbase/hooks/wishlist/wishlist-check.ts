import { MAX_WISHES, WISHES_FORGOTTEN_KEPT } from '../../../src/domain/limits'
import { parseWishes } from '../../../src/domain/wishlist/wishlist'
import { jsonValue, type Problems } from '../lib/record-problems'

/** Wishes as WISH-05 words them: a list without strangers, no longer than a browser makes it. */
export function checkWishlist(record: PbRecord): Problems {
  const items = jsonValue(record, 'items')
  if (items === null) return {}
  if (!Array.isArray(items)) return { items: 'A wishlist must be a list.' }
  if (items.length > MAX_WISHES + WISHES_FORGOTTEN_KEPT) return { items: 'This wishlist is too long.' }
  return parseWishes(items).length === items.length ? {} : { items: 'Each thing once, with its product and time.' }
}
