/// <reference path="../pb_data/types.d.ts" />

/**
 * What one order, one address and contacts nobody knows may hold of the stock without having paid (docs/decisions/0038). Money in settings is rupees.
 */
migrate(
  (app) => {
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new NumberField({
        name: 'max_pieces',
        onlyInt: true,
        min: 0,
        max: 99,
        help: 'How many pieces of one product one order may have. 0 means 20.',
      }),
    )
    settings.fields.add(
      new NumberField({
        name: 'cod_unproven_max',
        min: 0,
        max: 1000000,
        help: 'Cash orders above this, in rupees, wait until you confirm them, when the shopper has neither a confirmed e-mail address nor received an order before. 0 means 5000.',
      }),
    )
    app.save(settings)
    for (const record of app.findRecordsByFilter('store_settings', "key = 'store'", '', 1, 0)) {
      record.set('max_pieces', 20)
      record.set('cod_unproven_max', 5000)
      app.save(record)
    }

    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.getByName('status').help =
      'Where the order stands. A pending cash order waits for you: set it to confirmed, or to cancelled. A step that cannot be taken is refused.'
    orders.fields.getByName('expires_at').help =
      'Until when an unpaid online order, or a cash order that waits for you, holds its pieces.'
    app.save(orders)

    app.save(
      new Collection({
        type: 'base',
        name: 'unpaid_pieces',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'order',
            collectionId: orders.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'The order that is not paid yet.',
          },
          {
            type: 'relation',
            name: 'product',
            collectionId: app.findCollectionByNameOrId('products').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'Of which product.',
          },
          { type: 'number', name: 'quantity', required: true, onlyInt: true, min: 1, help: 'How many pieces.' },
          {
            type: 'text',
            name: 'source',
            max: 64,
            help: 'Who or where from, as a keyed hash: nobody can read an account or address from it.',
          },
          { type: 'bool', name: 'unproven', help: 'Nobody knows yet whether the shopper means it.' },
          { type: 'bool', name: 'cash', help: 'To be paid on delivery.' },
          {
            type: 'date',
            name: 'until',
            required: true,
            help: 'How long it counts, a day at most; then the row is erased.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE INDEX `idx_unpaid_pieces_product` ON `unpaid_pieces` (`product`, `until`, `source`, `unproven`, `cash`, `quantity`)',
          'CREATE INDEX `idx_unpaid_pieces_order` ON `unpaid_pieces` (`order`)',
          'CREATE INDEX `idx_unpaid_pieces_until` ON `unpaid_pieces` (`until`)',
        ],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('unpaid_pieces'))

    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.getByName('status').help = 'Where the order stands. A step that cannot be taken is refused.'
    orders.fields.getByName('expires_at').help = 'Until when an unpaid online order holds its pieces.'
    app.save(orders)

    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.removeByName('max_pieces')
    settings.fields.removeByName('cod_unproven_max')
    app.save(settings)
  },
)
