/// <reference path="../pb_data/types.d.ts" />

/** What soaps are filtered by, and the shades of colours, in the index that lists are filtered by. */
const FOUND = 'idx_products_found'
const COLUMNS = ', `skin_type`, `scent`, `shades`)'

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    const choices = (name, values, help) =>
      products.fields.add(new SelectField({ name, values, maxSelect: values.length, help }))
    choices(
      'skin_type',
      ['dry', 'oily', 'sensitive', 'everyday'],
      'The skin a soap is for. Shoppers filter by it and read it among the details.',
    )
    choices(
      'scent',
      ['floral', 'herbal', 'woody', 'citrus', 'earthy', 'none'],
      'What it smells of; none says that it is unscented. Shoppers filter by it and read it among the details.',
    )
    choices(
      'shades',
      ['natural', 'white', 'grey', 'black', 'brown', 'red', 'pink', 'yellow', 'green', 'blue', 'purple'],
      'The hues of its colors, which shoppers filter by. Kept by the store; what you set here is ignored.',
    )
    products.indexes = products.indexes.map((index) =>
      index.includes(FOUND) ? index.replace(/\)\s*$/, COLUMNS) : index,
    )
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.indexes = products.indexes.map((index) => index.replace(COLUMNS, ')'))
    for (const name of ['skin_type', 'scent', 'shades']) products.fields.removeByName(name)
    app.save(products)
  },
)
