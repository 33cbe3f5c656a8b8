/// <reference path="../pb_data/types.d.ts" />

/** `products.archived`: out of the shop for good, without deleting what orders, reviews and stock refer to. */
const FOUND = 'idx_products_found'
const ARCHIVED = '`archived`'

/** Every list asks for `archived = false` first, so every index of a list begins with it; the search's own carries it along. */
const withArchived = (index) => {
  if (index.includes(ARCHIVED)) return index
  return index.includes(FOUND) ? index.replace(/\)\s*$/, `, ${ARCHIVED})`) : index.replace('(', `(${ARCHIVED}, `)
}

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.add(
      new BoolField({
        name: 'archived',
        help: 'Takes it out of the shop: lists, search and its own page. Its orders, reviews and stock stay. Use it where you would delete.',
      }),
    )
    products.listRule = 'archived = false'
    products.viewRule = 'archived = false'
    products.indexes = products.indexes.map(withArchived)
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.indexes = products.indexes.map((index) => index.replace(`${ARCHIVED}, `, '').replace(`, ${ARCHIVED}`, ''))
    products.listRule = ''
    products.viewRule = ''
    products.fields.removeByName('archived')
    app.save(products)
  },
)
