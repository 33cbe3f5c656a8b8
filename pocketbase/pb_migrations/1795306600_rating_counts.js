/// <reference path="../pb_data/types.d.ts" />

/** How many published reviews gave each number of stars, so that a page can say so without reading them all. */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.add(
      new JSONField({
        name: 'rating_counts',
        maxSize: 200,
        help: 'How many reviews gave 1, 2, 3, 4 and 5 stars. Kept by the store.',
      }),
    )
    app.save(products)
    const gave = (stars) =>
      `(SELECT COUNT(*) FROM reviews WHERE product = products.id AND state = 'published' AND rating = ${stars})`
    app
      .db()
      .newQuery(`UPDATE products SET rating_counts = json_array(${[1, 2, 3, 4, 5].map(gave).join(', ')})`)
      .execute()
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.removeByName('rating_counts')
    app.save(products)
  },
)
