/// <reference path="../pb_data/types.d.ts" />

/** Prices by date: plans, and on a product what it costs without one. */
const KEPT = 'Kept by the store; what you type here is ignored.'
const OWN = ['regular_price', 'price_plan', 'price_until', 'was_price', 'asked_price', 'asked_until']
const PLANNED = "CREATE INDEX `idx_products_planned` ON `products` (`price_plan`) WHERE `price_plan` != ''"

const HELP = {
  price: [
    'Selling price in rupees with all taxes, at most two decimals. Example: 180 or 179.50.',
    'Selling price in rupees with all taxes, at most two decimals. Example: 180 or 179.50. While a price plan runs, its price stands here; one you type becomes the price it goes back to.',
  ],
  original_price: [
    'MRP in rupees, shown struck through when it is above the price. 0 for none.',
    'MRP in rupees, as it is printed on the pack, or a price you asked within the last 30 days. Shown struck through when it is above the price. 0 for none.',
  ],
}

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    app.save(
      new Collection({
        type: 'base',
        name: 'price_plans',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'name',
            required: true,
            max: 120,
            presentable: true,
            help: 'What the plan is called, for you. Shoppers do not see it.',
          },
          { type: 'bool', name: 'active', help: 'Off: the plan does not run, and prices are the products’ own.' },
          { type: 'date', name: 'starts', required: true, help: 'From when the plan’s prices hold.' },
          { type: 'date', name: 'ends', required: true, help: 'When prices go back. To end a plan, set it to now.' },
          {
            type: 'relation',
            name: 'products',
            collectionId: products.id,
            maxSelect: 2000,
            help: 'Products it is about, beside those of its categories.',
          },
          {
            type: 'json',
            name: 'categories',
            maxSize: 8192,
            help: 'Categories it is about, as the products have them. Example: ["soap"].',
          },
          {
            type: 'number',
            name: 'percent',
            min: 0,
            max: 90,
            help: 'Percent taken off each price, such as 10. 0 when there is a price below.',
          },
          {
            type: 'number',
            name: 'price',
            min: 0,
            max: 1000000,
            help: 'What each product costs instead, in rupees. 0 when percent are taken off.',
          },
          {
            type: 'select',
            name: 'round_to',
            maxSelect: 1,
            values: ['.00', '.50', '9'],
            help: 'How a price ends that percent were taken off from. Empty: to the paisa.',
          },
          {
            type: 'bool',
            name: 'show_was',
            help: 'Show the product’s own price struck through: for 30 days at most, and only if it was really asked.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE INDEX `idx_price_plans_ends` ON `price_plans` (`ends`)'],
      }),
    )
    const rupees = (name, help, hidden) =>
      new NumberField({ name, hidden, min: 0, max: 1000000, help: `${help} ${KEPT}` })
    const date = (name, help, hidden) => new DateField({ name, hidden, help: `${help} ${KEPT}` })
    products.fields.add(rupees('regular_price', 'Its own price in rupees while a price plan runs.', true))
    products.fields.add(
      new TextField({ name: 'price_plan', max: 15, hidden: true, help: `The price plan that runs. ${KEPT}` }),
    )
    products.fields.add(date('price_until', 'When the price plan ends.', false))
    products.fields.add(rupees('was_price', 'Shown struck through because of the price plan.', false))
    products.fields.add(rupees('asked_price', 'The price that was asked before the price plan.', true))
    products.fields.add(date('asked_until', 'Until when that was asked.', true))
    for (const [name, [, help]] of Object.entries(HELP)) products.fields.getByName(name).help = help
    products.indexes = [...products.indexes, PLANNED]
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    // Nobody would bring the own prices back any more.
    app.db().newQuery('UPDATE products SET price = regular_price WHERE regular_price > 0').execute()
    products.indexes = products.indexes.filter((index) => index !== PLANNED)
    for (const name of OWN) products.fields.removeByName(name)
    for (const [name, [help]] of Object.entries(HELP)) products.fields.getByName(name).help = help
    app.save(products)
    app.delete(app.findCollectionByNameOrId('price_plans'))
  },
)
