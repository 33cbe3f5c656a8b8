/// <reference path="../pb_data/types.d.ts" />

const NO_LIST = (items) => `CASE WHEN json_valid(${items}) THEN json_type(${items}) ELSE '' END != 'array'`

/**
 * The lines of an order stay a list, whatever writes to the database: one order without it, and neither the desk's
 * list nor the figures opened.
 */
migrate(
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    run(`UPDATE orders SET items = '[]' WHERE ${NO_LIST('items')}`)
    run(`CREATE TRIGGER order_lines_kept BEFORE UPDATE OF items ON orders WHEN ${NO_LIST('NEW.items')}
      BEGIN SELECT RAISE(ABORT, 'The lines of an order are a list.'); END`)
  },
  (app) => {
    app.db().newQuery('DROP TRIGGER order_lines_kept').execute()
  },
)
