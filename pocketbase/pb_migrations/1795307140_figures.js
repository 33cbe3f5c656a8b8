/// <reference path="../pb_data/types.d.ts" />

/** By collection, for sums by day and the papers of a month: orders have all that takings are made of in the index. */
const INDEXES = [
  [
    'orders',
    'CREATE INDEX `idx_orders_confirmed_at` ON `orders` (`confirmed_at`, `payment_method`, `status`, `payment_status`, `fulfilment_status`, `grand_total`, `paid_total`)',
  ],
  ['orders', 'CREATE INDEX `idx_orders_handed_back` ON `orders` (`payment_method`, `refunded_total`)'],
  ['refunds', 'CREATE INDEX `idx_refunds_processed_at` ON `refunds` (`status`, `processed_at`)'],
  ['bills', 'CREATE INDEX `idx_bills_issued_at` ON `bills` (`issued_at`, `id`)'],
]

/** What was searched for and not found, and indexes for figures. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'missed_searches',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'term',
            required: true,
            max: 80,
            presentable: true,
            help: 'What was typed and found nothing, in small letters. Who typed it is not kept.',
          },
          {
            type: 'text',
            name: 'day',
            required: true,
            max: 10,
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            help: 'The day in India, such as 2026-11-23.',
          },
          { type: 'number', name: 'count', onlyInt: true, min: 0, help: 'How often on that day.' },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_missed_searches_day_term` ON `missed_searches` (`day`, `term`)'],
      }),
    )
    for (const [name, index] of INDEXES) {
      const collection = app.findCollectionByNameOrId(name)
      collection.indexes = [...collection.indexes, index]
      app.save(collection)
    }
  },
  (app) => {
    for (const [name, index] of INDEXES) {
      const collection = app.findCollectionByNameOrId(name)
      collection.indexes = collection.indexes.filter((other) => other !== index)
      app.save(collection)
    }
    app.delete(app.findCollectionByNameOrId('missed_searches'))
  },
)
