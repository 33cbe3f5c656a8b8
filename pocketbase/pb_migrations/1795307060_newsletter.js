/// <reference path="../pb_data/types.d.ts" />

/** Who gets letters from the shop: asked for on its pages, confirmed by a mail, and left by one click. */
const LIMITS = [
  ['POST /api/store/newsletter', 60, 60],
  ['POST /api/store/newsletter/', 60, 60],
  ['newsletter:address', 10, 600],
  ['newslettermails:recipient', 3, 24 * 60 * 60],
]

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'subscribers',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'email', name: 'email', required: true, presentable: true, help: 'Where the letters go.' },
          {
            type: 'select',
            name: 'state',
            required: true,
            maxSelect: 1,
            values: ['waiting', 'confirmed', 'left'],
            presentable: true,
            help: 'waiting: has not confirmed by the mail yet. Write to the confirmed ones alone.',
          },
          { type: 'text', name: 'consent', max: 300, help: 'The sentence they agreed to.' },
          { type: 'text', name: 'language', max: 8, help: 'Of the page they asked on.' },
          { type: 'date', name: 'confirmed_at', help: 'When they confirmed by the mail.' },
          { type: 'date', name: 'left_at', help: 'When they left.' },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_subscribers_email` ON `subscribers` (`email` COLLATE NOCASE)',
          'CREATE INDEX `idx_subscribers_state` ON `subscribers` (`state`, `created`)',
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
    app.delete(app.findCollectionByNameOrId('subscribers'))
  },
)
