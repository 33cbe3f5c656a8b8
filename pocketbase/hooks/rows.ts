export type Row = { [column: string]: unknown }

/** What a query of SQL finds. @param shape an example of a row: its columns, with values of their types */
export function rows(app: PbApp, sql: string, params: { [name: string]: unknown }, shape: Row): Row[] {
  const found = arrayOf(new DynamicModel(shape))
  app.db().newQuery(sql).bind(params).all(found)
  return found
}
