/// <reference path="../pb_data/types.d.ts" />

/** What a new product needs stands at the top of its form. */
const FIRST = [
  'name',
  'category',
  'price',
  'original_price',
  'inStock',
  'images',
  'image_alt',
  'colors',
  'description',
  'features',
  'tags',
]
const BEFORE = ['name', 'category', 'description', 'price', 'original_price', 'images', 'image_alt']

const inOrder = (app, names) => {
  const products = app.findCollectionByNameOrId('products')
  // The id comes first.
  for (const [position, name] of names.entries()) products.fields.addAt(position + 1, products.fields.getByName(name))
  app.save(products)
}

migrate(
  (app) => inOrder(app, FIRST),
  (app) => inOrder(app, BEFORE),
)
