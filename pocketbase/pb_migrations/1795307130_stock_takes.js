/// <reference path="../pb_data/types.d.ts" />

/** What is low of a product, and who wrote a row of the stock ledger by hand. */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.add(
      new NumberField({
        name: 'low_mark',
        min: 0,
        max: 100000,
        onlyInt: true,
        hidden: true,
        help: 'At this many pieces or fewer it is low, and stands on Today. 0 or empty: when the last piece is sold. Shoppers do not see it.',
      }),
    )
    app.save(products)

    const movements = app.findCollectionByNameOrId('stock_movements')
    movements.fields.add(
      new TextField({
        name: 'who',
        max: 255,
        help: 'Who wrote it at the desk, by e-mail address. Empty for what the store wrote by itself.',
      }),
    )
    movements.fields.add(new TextField({ name: 'undoes', max: 15, help: 'Id of the row this one takes back.' }))
    movements.indexes = [
      ...movements.indexes,
      "CREATE UNIQUE INDEX `idx_stock_movements_undoes` ON `stock_movements` (`undoes`) WHERE `undoes` != ''",
    ]
    app.save(movements)
  },
  (app) => {
    const movements = app.findCollectionByNameOrId('stock_movements')
    movements.indexes = movements.indexes.filter((index) => !index.includes('undoes'))
    for (const name of ['who', 'undoes']) movements.fields.removeByName(name)
    app.save(movements)
    const products = app.findCollectionByNameOrId('products')
    products.fields.removeByName('low_mark')
    app.save(products)
  },
)
