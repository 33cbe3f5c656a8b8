import { isObject } from '../../../src/domain/json'

export type Row = { [column: string]: unknown }

/**
 * What a query of SQL finds.
 * @param shape an example of a row: its columns, with values of their types; 0 is a whole number, -0 one with decimals
 */
export function rows(app: PbApp, sql: string, params: { [name: string]: unknown }, shape: Row): Row[] {
  const found = arrayOf(new DynamicModel(shape))
  app.db().newQuery(sql).bind(params).all(found)
  return found
}

/** One statement of SQL, past the hooks of saves. Its answer says how many rows it changed. */
export const run = (app: PbApp, sql: string, params: { [name: string]: unknown } = {}) =>
  app.db().newQuery(sql).bind(params).execute()

/** For LIKE … ESCAPE '\': texts with this one in them, whatever signs it has. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The record of this id, where there is one: `findRecordById` throws without. */
export const recordById = (app: PbApp, collection: string, id: string): PbRecord | undefined =>
  app.findRecordsByIds(collection, [id])[0]

/** The first record that PocketBase's filter finds, in the order of `sort`, where there is one. */
export const firstRecord = (
  app: PbApp,
  collection: string,
  filter: string,
  params: { [name: string]: unknown } = {},
  sort = '',
): PbRecord | undefined => app.findRecordsByFilter(collection, filter, sort, 1, 0, params)[0]

/** A record as the JSON API would answer it: hidden fields left out, structured fields parsed. */
export function plain(record: PbRecord): { [field: string]: unknown } {
  const value: unknown = JSON.parse(JSON.stringify(record))
  return isObject(value) ? value : {}
}
