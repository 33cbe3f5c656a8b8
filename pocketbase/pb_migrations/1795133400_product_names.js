/// <reference path="../pb_data/types.d.ts" />

/** Names of two hundred characters: scripts that write with many marks need more room than Latin does. */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.getByName('name').max = 200
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.getByName('name').max = 120
    app.save(products)
  },
)
