/// <reference path="../pb_data/types.d.ts" />

const ERASED = "'erased@customer.invalid'"
const SUMS = 'SELECT product, COUNT(*), SUM(delta) FROM stock_movements GROUP BY product'

/** Collection → indexes that take the place of the one of the same name, or are new. */
const INDEXES = {
  stock_movements: [
    'CREATE INDEX `idx_stock_movements_product` ON `stock_movements` (`product`, `created`, `delta`)',
    'CREATE INDEX `idx_stock_movements_order` ON `stock_movements` (`order`, `product`, `delta`)',
  ],
  products: ['CREATE INDEX `idx_products_low_mark` ON `products` (`low_mark`) WHERE `low_mark` > 0'],
  orders: [
    `CREATE INDEX \`idx_orders_known_placed\` ON \`orders\` (\`placed_at\`, \`created\`) WHERE \`email\` != ${ERASED}`,
    `CREATE INDEX \`idx_orders_known_status\` ON \`orders\` (\`status\`, \`created\`) WHERE \`email\` != ${ERASED}`,
  ],
  payment_events: [
    "CREATE INDEX `idx_payment_events_payload` ON `payment_events` (`created`) WHERE `payload` != 'null'",
  ],
}
const BEFORE = [
  'CREATE INDEX `idx_stock_movements_product` ON `stock_movements` (`product`, `delta`)',
  'CREATE INDEX `idx_stock_movements_order` ON `stock_movements` (`order`)',
]
const nameOf = (index) => index.split('`')[1]

function setIndexes(app, name, gone, come) {
  const collection = app.findCollectionByNameOrId(name)
  const names = gone.map(nameOf)
  collection.indexes = [...collection.indexes.filter((index) => !names.includes(nameOf(index))), ...come]
  app.save(collection)
}

/**
 * What the ledger of stock sums up to, kept by the database itself beside the collections: whoever writes a row, by
 * whatever way, changes the sum in the same transaction. And indexes for what is low, and for what is forgotten.
 */
migrate(
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    for (const [name, indexes] of Object.entries(INDEXES)) setIndexes(app, name, indexes, indexes)
    run(
      'CREATE TABLE stock_sums (product TEXT PRIMARY KEY, movements INTEGER NOT NULL, pieces INTEGER NOT NULL) WITHOUT ROWID',
    )
    run('CREATE INDEX stock_sums_pieces ON stock_sums (pieces)')
    const add = `INSERT INTO stock_sums VALUES (NEW.product, 1, NEW.delta)
      ON CONFLICT (product) DO UPDATE SET movements = movements + 1, pieces = pieces + excluded.pieces`
    const remove = `UPDATE stock_sums SET movements = movements - 1, pieces = pieces - OLD.delta WHERE product = OLD.product;
      DELETE FROM stock_sums WHERE product = OLD.product AND movements = 0`
    run(`CREATE TRIGGER stock_sums_added AFTER INSERT ON stock_movements BEGIN ${add}; END`)
    run(
      `CREATE TRIGGER stock_sums_changed AFTER UPDATE OF product, delta ON stock_movements BEGIN ${remove}; ${add}; END`,
    )
    run(`CREATE TRIGGER stock_sums_removed AFTER DELETE ON stock_movements BEGIN ${remove}; END`)
    run(`INSERT INTO stock_sums ${SUMS}`)
  },
  (app) => {
    for (const name of ['added', 'changed', 'removed']) app.db().newQuery(`DROP TRIGGER stock_sums_${name}`).execute()
    app.db().newQuery('DROP TABLE stock_sums').execute()
    for (const [name, indexes] of Object.entries(INDEXES))
      setIndexes(app, name, indexes, name === 'stock_movements' ? BEFORE : [])
  },
)
