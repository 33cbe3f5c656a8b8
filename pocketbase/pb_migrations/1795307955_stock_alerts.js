/// <reference path="../pb_data/types.d.ts" />

/** Who wants to be told, once, when a product is back: asked for on its page, confirmed by a mail. */
const LIMITS = [
  ['POST /api/store/alerts', 60, 60],
  ['POST /api/store/alerts/', 60, 60],
  ['alerts:address', 10, 600],
  ['alertmails:recipient', 5, 24 * 60 * 60],
]

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'stock_alerts',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'email', name: 'email', required: true, presentable: true, help: 'Who is told.' },
          {
            type: 'relation',
            name: 'product',
            collectionId: app.findCollectionByNameOrId('products').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'What they wait for.',
          },
          {
            type: 'select',
            name: 'state',
            required: true,
            maxSelect: 1,
            values: ['waiting', 'confirmed', 'queued'],
            presentable: true,
            help: 'waiting: has not confirmed by the mail yet. queued: it is back, and their mail is on its way.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_stock_alerts_whose` ON `stock_alerts` (`email` COLLATE NOCASE, `product`)',
          'CREATE INDEX `idx_stock_alerts_product` ON `stock_alerts` (`product`, `state`)',
          'CREATE INDEX `idx_stock_alerts_state` ON `stock_alerts` (`state`, `created`)',
        ],
      }),
    )
    const settings = app.settings()
    for (const [label, maxRequests, duration] of LIMITS) {
      if (settings.rateLimits.rules.some((rule) => rule.label === label)) continue
      settings.rateLimits.rules = [...settings.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    }
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    const ours = LIMITS.map(([label]) => label)
    settings.rateLimits.rules = settings.rateLimits.rules.filter((rule) => !ours.includes(rule.label))
    app.save(settings)
    app.delete(app.findCollectionByNameOrId('stock_alerts'))
  },
)
