/// <reference path="../pb_data/types.d.ts" />

/** Counts by category, the sheet's order, and the products an order is written with. */
const INDEXES = [
  'CREATE INDEX `idx_products_sheet_counts` ON `products` (`category`, `archived`, `price`)',
  'CREATE INDEX `idx_products_sheet` ON `products` (`archived` DESC, `place` DESC)',
  'CREATE INDEX `idx_products_entry` ON `products` (`archived`, `inStock` DESC, `name`)',
]

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.indexes = [...products.indexes, ...INDEXES]
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.indexes = products.indexes.filter((index) => !INDEXES.includes(index))
    app.save(products)
  },
)
