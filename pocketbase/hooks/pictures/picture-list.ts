import { run } from '../lib/rows'

/**
 * Small copies of the shop's pictures in AVIF, and well packed ones in the format every browser reads. A helper
 * process beside the record store makes them (scripts/start/pictures.mjs); here stands which are wanted and where
 * they are kept, in `picture-queue.ts` what the helper asks, and in `picture-serving.ts` who gets which. Without the
 * helper pictures are what PocketBase makes of them.
 *
 * They are kept in PocketBase's own folder of a file's thumbnails: backups carry them, they lie in S3 where the files
 * do, and go with the file.
 */

/** A picture that ended the helper this often is left as it is until the next start. */
export const MAX_ATTEMPTS = 3

export interface ShopPictures {
  fields: readonly string[]
  /** Whether its one field holds several. */
  several: boolean
  turn: number
  /** Whether records carry a tiny picture of their first one. */
  placeholders: boolean
}

/** Public pictures. Never those of people. */
export const SHOP_PICTURES: { [collection: string]: ShopPictures } = {
  assets: { fields: ['file'], several: false, turn: 0, placeholders: false },
  slider_images: { fields: ['image', 'image_phone'], several: false, turn: 0, placeholders: true },
  makers: { fields: ['image'], several: false, turn: 1, placeholders: false },
  products: { fields: ['images'], several: true, turn: 1, placeholders: true },
  posts: { fields: ['cover'], several: false, turn: 1, placeholders: true },
}

/** One of them: what the helper is asked for, and a row of picture_variants. */
export interface ShopPicture {
  collection: string
  record: string
  file: string
}

/** The row of one, in SQL, by the names of `ShopPicture`. */
export const ONE = 'collection = {:collection} AND record = {:record} AND file = {:file}'

/** Every picture a collection's records hold, in SQL: record, file and its turn. Drawings have no small copies. */
function filesSql(collection: string): string {
  const { fields, several, turn } = SHOP_PICTURES[collection] as ShopPictures
  const files = fields.map((field) =>
    several
      ? `SELECT r.id AS record, j.value AS file, ${turn} + j.key AS turn FROM ${collection} r,
           json_each(CASE WHEN json_valid(r.${field}) THEN r.${field} ELSE '[]' END) j`
      : `SELECT r.id AS record, r.${field} AS file, ${turn} AS turn FROM ${collection} r`,
  )
  return `SELECT record, file, turn FROM (${files.join(' UNION ALL ')}) WHERE file != '' AND file NOT LIKE '%.svg'`
}

/**
 * Writes down which pictures of a record, or of all, are there and want small copies, and forgets those that are gone.
 */
export function lookThrough(app: PbApp, collection: string, record?: string): void {
  const one = record === undefined ? '' : ' AND record = {:record}'
  const params = record === undefined ? { collection } : { collection, record }
  run(
    app,
    `DELETE FROM picture_variants WHERE collection = {:collection}${one}
       AND (record, file) NOT IN (SELECT record, file FROM (${filesSql(collection)}) WHERE TRUE${one})`,
    params,
  )
  run(
    app,
    `INSERT OR IGNORE INTO picture_variants (collection, record, file, turn)
       SELECT {:collection}, record, file, turn FROM (${filesSql(collection)}) WHERE TRUE${one}`,
    params,
  )
}

/** Which small copies a file may have, by its field: `600x0` and the like, nothing cropped. */
export const widthsOf = ({ thumbs }: PbFileField): number[] =>
  Array.from(thumbs).flatMap((size) => (/^\d+x0$/.test(size) ? Number.parseInt(size, 10) : []))

/** In which shapes links to what a file shows are previewed, by its field: `1200x630` and the like. */
export const shapesOf = ({ thumbs }: PbFileField): string[] =>
  Array.from(thumbs).filter((size) => /^[1-9]\d*x[1-9]\d*$/.test(size))

/** Where PocketBase itself keeps the small copy it makes. */
export function keyOf(record: PbRecord, file: string, size: string): string {
  return `${record.baseFilesPath()}/thumbs_${file}/${size}_${file}`
}

/** The place of PocketBase's own small copy, and beside it ours. */
export function keysOf(record: PbRecord, file: string, width: number): { plain: string; avif: string } {
  const plain = keyOf(record, file, `${width}x0`)
  return { plain, avif: `${plain}.avif` }
}
