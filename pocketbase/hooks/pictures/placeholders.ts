import { invalidatePages } from '../lib/page-stamps'
import { run } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { SHOP_PICTURES, type ShopPictures } from './picture-list'

/** What is taken as a tiny picture: nothing but a picture, and no longer than a page can carry forty of. */
const PLACEHOLDER = /^data:image\/webp;base64,[A-Za-z0-9+/]{40,500}={0,2}$/

/** What the helper sent, if it can be shown; else empty. */
export const checkedPlaceholder = (given: string): string => (PLACEHOLDER.test(given) ? given : '')

/** Gives a record, or all, the tiny picture of their first picture, if it is made. Says whether that changed any. */
export function fillPlaceholders(app: PbApp, collection: string, record?: string): boolean {
  const { fields, several, placeholders } = SHOP_PICTURES[collection] as ShopPictures
  if (!placeholders) return false
  const field = fields[0]
  const first = several ? `CASE WHEN json_valid(r.${field}) THEN json_extract(r.${field}, '$[0]') END` : `r.${field}`
  const wanted = `(SELECT json_object(v.file, v.placeholder) FROM picture_variants v
    WHERE v.collection = {:collection} AND v.record = r.id AND v.file = ${first} AND v.placeholder != '')`
  const one = record === undefined ? '' : 'r.id = {:record} AND '
  const params = record === undefined ? { collection } : { collection, record }
  const sql = `UPDATE ${collection} AS r SET placeholders = ${wanted} WHERE ${one}NULLIF(r.placeholders, 'null') IS NOT ${wanted}`
  return run(app, sql, params).rowsAffected() > 0
}

const PLACED_KEY = 'pictures:placed:'

/**
 * A record has got another tiny picture; pages learn of it with the others of its collection, see `showPlaceholders`.
 */
export const notePlaceholder = (collection: string): void => {
  sharedStore().set(PLACED_KEY + collection, true)
}

/**
 * Pages learn of tiny pictures when the helper has made all: drawing them anew for each would cost more than it shows.
 */
export function showPlaceholders(): void {
  for (const collection of Object.keys(SHOP_PICTURES)) {
    if (sharedStore().get(PLACED_KEY + collection) !== true) continue
    sharedStore().remove(PLACED_KEY + collection)
    invalidatePages(collection)
  }
}
