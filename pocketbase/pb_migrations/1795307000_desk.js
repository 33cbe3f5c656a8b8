/// <reference path="../pb_data/types.d.ts" />

/** By collection, for the lists of the desk: by where an order stands, and a shopper's orders. */
const INDEXES = [
  ['orders', 'CREATE INDEX `idx_orders_fulfilment_placed` ON `orders` (`fulfilment_status`, `status`, `placed_at`)'],
  ['orders', 'CREATE INDEX `idx_orders_email_created` ON `orders` (`email`, `created`)'],
  ['outbox', 'CREATE INDEX `idx_outbox_status_created` ON `outbox` (`status`, `created`)'],
]

/** What was done at the maker's desk, and indexes for its lists. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'desk_log',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'who',
            required: true,
            max: 255,
            presentable: true,
            help: 'E-mail address of who did it.',
          },
          {
            type: 'text',
            name: 'what',
            required: true,
            max: 500,
            presentable: true,
            help: 'What was done, in a sentence.',
          },
          { type: 'text', name: 'link', max: 200, help: 'The screen of the desk that shows it.' },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE INDEX `idx_desk_log_created` ON `desk_log` (`created`)'],
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
    app.delete(app.findCollectionByNameOrId('desk_log'))
  },
)
