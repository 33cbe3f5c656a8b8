/// <reference path="../pb_data/types.d.ts" />

/** Who wants to be reminded of a cart, once, a day later: asked for in the cart, confirmed by a mail. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'cart_reminders',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'email', name: 'email', required: true, presentable: true, help: 'Who is reminded.' },
          {
            type: 'text',
            name: 'items',
            required: true,
            max: 30000,
            help: 'The cart, as its link has it: products, quantities, colours.',
          },
          {
            type: 'select',
            name: 'state',
            required: true,
            maxSelect: 1,
            values: ['waiting', 'confirmed', 'queued'],
            presentable: true,
            help: 'waiting: has not confirmed by the mail yet. queued: their mail is on its way.',
          },
          { type: 'date', name: 'asked_at', required: true, help: 'An order placed since ends it.' },
          { type: 'date', name: 'due_at', help: 'When the mail is due. Empty until it is confirmed.' },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          "CREATE UNIQUE INDEX `idx_cart_reminders_whose` ON `cart_reminders` (`email`) WHERE `state` != 'waiting'",
          'CREATE INDEX `idx_cart_reminders_email` ON `cart_reminders` (`email`)',
          'CREATE INDEX `idx_cart_reminders_state` ON `cart_reminders` (`state`, `due_at`)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('cart_reminders')),
)
