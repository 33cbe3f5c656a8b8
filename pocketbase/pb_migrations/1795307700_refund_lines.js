/// <reference path="../pb_data/types.d.ts" />

/** Which pieces of its order a refund is for. Those of before are for none: they keep the papers they have. */
migrate(
  (app) => {
    const refunds = app.findCollectionByNameOrId('refunds')
    refunds.fields.add(
      new JSONField({
        name: 'lines',
        maxSize: 16384,
        help: 'Which pieces it is for, with what was paid for them in paise, and the delivery. Empty: for rupees alone. Kept by the store.',
      }),
    )
    app.save(refunds)
  },
  (app) => {
    const refunds = app.findCollectionByNameOrId('refunds')
    refunds.fields.removeByName('lines')
    app.save(refunds)
  },
)
