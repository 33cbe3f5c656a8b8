/// <reference path="../pb_data/types.d.ts" />

/** From the low mark on shoppers read how many pieces are left: its help says so. */
const LOW = 'At this many pieces or fewer it is low, and stands on Today.'
const helped = (app, help) => {
  const products = app.findCollectionByNameOrId('products')
  products.fields.getByName('low_mark').help = help
  app.save(products)
}

migrate(
  (app) =>
    helped(
      app,
      `${LOW} Its page then says “3 left”. 0 or empty: on Today when the last piece is sold, on its page from three on.`,
    ),
  (app) => helped(app, `${LOW} 0 or empty: when the last piece is sold. Shoppers do not see it.`),
)
