/// <reference path="../pb_data/types.d.ts" />

/** For how many orders came by the shop's pages: those that were entered at the desk are few. */
const INDEX = "CREATE INDEX `idx_orders_source` ON `orders` (`source`, `confirmed_at`) WHERE `source` != ''"

/** How often somebody came to the shop, by the day. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'visits',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'day',
            required: true,
            max: 10,
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            presentable: true,
            help: 'The day in India, such as 2026-11-23.',
          },
          {
            type: 'number',
            name: 'count',
            onlyInt: true,
            min: 0,
            help: 'How often somebody came to the shop. Who it was is not kept. Counted by the store.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_visits_day` ON `visits` (`day`)'],
      }),
    )
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = [...orders.indexes, INDEX]
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = orders.indexes.filter((other) => other !== INDEX)
    app.save(orders)
    app.delete(app.findCollectionByNameOrId('visits'))
  },
)
