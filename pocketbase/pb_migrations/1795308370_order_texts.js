/// <reference path="../pb_data/types.d.ts" />

const BEFORE = 'CREATE INDEX `idx_orders_search` ON `orders` (`name`, `number`, `phone`)'
const DOCUMENT = 'SELECT doc FROM order_documents WHERE "order" = '

/**
 * Names, numbers and phones of orders by each three letters, in the place of an index in which all of them had to be
 * looked through. The database keeps it itself: what is anonymised or deleted in an order is gone here in the same
 * transaction, `secure-delete`: from the file as well.
 */
migrate(
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = orders.indexes.filter((index) => index !== BEFORE)
    app.save(orders)
    // A number that stays: SQLite may give rows without one of their own another.
    run('CREATE TABLE order_documents (doc INTEGER PRIMARY KEY, "order" TEXT NOT NULL UNIQUE)')
    run("CREATE VIRTUAL TABLE order_texts USING fts5(name, number, phone, tokenize = 'trigram')")
    run("INSERT INTO order_texts (order_texts, rank) VALUES ('secure-delete', 1)")
    run('INSERT INTO order_documents ("order") SELECT id FROM orders ORDER BY created, rowid')
    run(`INSERT INTO order_texts (rowid, name, number, phone)
      SELECT doc, name, number, phone FROM order_documents CROSS JOIN orders ON id = "order" ORDER BY doc`)
    run(`CREATE TRIGGER order_words_added AFTER INSERT ON orders BEGIN
      INSERT INTO order_documents ("order") VALUES (NEW.id);
      INSERT INTO order_texts (rowid, name, number, phone) VALUES ((${DOCUMENT}NEW.id), NEW.name, NEW.number, NEW.phone); END`)
    run(`CREATE TRIGGER order_words_changed AFTER UPDATE OF name, number, phone ON orders
      WHEN OLD.name != NEW.name OR OLD.number != NEW.number OR OLD.phone != NEW.phone BEGIN
      UPDATE order_texts SET name = NEW.name, number = NEW.number, phone = NEW.phone WHERE rowid = (${DOCUMENT}NEW.id); END`)
    run(`CREATE TRIGGER order_words_removed AFTER DELETE ON orders BEGIN
      DELETE FROM order_texts WHERE rowid = (${DOCUMENT}OLD.id);
      DELETE FROM order_documents WHERE "order" = OLD.id; END`)
  },
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    for (const name of ['added', 'changed', 'removed']) run(`DROP TRIGGER order_words_${name}`)
    run('DROP TABLE order_texts')
    run('DROP TABLE order_documents')
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = [...orders.indexes, BEFORE]
    app.save(orders)
  },
)
