import { isObject, parseJson } from '../../../src/domain/json'

/** Values by name: columns of a row, parameters of a query. */
export type Row = { [column: string]: unknown }

/**
 * What a query of SQL finds.
 * @param shape an example of a row: its columns, with values of their types; 0 is a whole number, -0 one with decimals
 */
export function rows<Shape extends Row>(app: PbApp, sql: string, params: Row, shape: Shape): Shape[] {
  const found = arrayOf(new DynamicModel(shape))
  app.db().newQuery(sql).bind(params).all(found)
  return found as Shape[]
}

/** How many rows there are. @param from a query of SQL from `FROM` on */
export const countRows = (app: PbApp, from: string, params: Row = {}): number =>
  rows(app, `SELECT COUNT(*) AS found ${from}`, params, { found: 0 })[0]?.found ?? 0

/** Whether there is such a row. @param from a query of SQL from `FROM` on */
export const hasRow = (app: PbApp, from: string, params: Row = {}): boolean =>
  rows(app, `SELECT 1 AS found ${from} LIMIT 1`, params, { found: 0 }).length > 0

/** One statement of SQL, past the hooks of saves. Its answer says how many rows it changed. */
export const run = (app: PbApp, sql: string, params: Row = {}) => app.db().newQuery(sql).bind(params).execute()

/** For a column that is one of these words of the store's own: `IN ('paid', 'refunded')`. */
export const isIn = (words: readonly string[]): string => `IN ('${words.join("', '")}')`

/** For LIKE … ESCAPE '\': texts with this one in them, whatever signs it has. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Random text as PocketBase makes ids: for a record whose id is needed before it is stored. */
export const randomId = (length = 15): string =>
  $security.randomStringWithAlphabet(length, 'abcdefghijklmnopqrstuvwxyz0123456789')

/** A record that is not stored yet. */
export const newRecord = (app: PbApp, collection: string, values: Row = {}): PbRecord =>
  new Record(app.findCachedCollectionByNameOrId(collection), values)

/** The record of this id, where there is one: `findRecordById` throws without. */
export const recordById = (app: PbApp, collection: string, id: string): PbRecord | undefined =>
  app.findRecordsByIds(collection, [id])[0]

/** The first record that PocketBase's filter finds, in the order of `sort`, where there is one. */
export const firstRecord = (
  app: PbApp,
  collection: string,
  filter: string,
  params: Row = {},
  sort = '',
): PbRecord | undefined => app.findRecordsByFilter(collection, filter, sort, 1, 0, params)[0]

/** The fields of a record that an example of a row names, as `rows` would have them. */
export const like = <Shape extends Row>(record: PbRecord, shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, example]) => [
      name,
      typeof example === 'number'
        ? record.getFloat(name)
        : typeof example === 'boolean'
          ? record.getBool(name)
          : record.getString(name),
    ]),
  ) as Shape

/**
 * A record as the JSON API would answer it: hidden fields left out, structured fields parsed. One with a number that
 * is too large (1e999 is JSON) is left out.
 */
export function plain(record: PbRecord): Row {
  const value = parseJson(JSON.stringify(record))
  if (isObject(value)) return value
  const text = (name: string, field: unknown) =>
    record.collection().fields.getByName(name)?.type() === 'json' ? record.getString(name) : JSON.stringify(field)
  const fields = Object.entries(record.publicExport())
  return Object.fromEntries(fields.map(([name, field]) => [name, parseJson(text(name, field))]))
}
