/// <reference path="../pb_data/types.d.ts" />

/** An event says whose it is: each provider numbers and words its own. Those there are came from Razorpay. */
migrate(
  (app) => {
    const events = app.findCollectionByNameOrId('payment_events')
    events.fields.add(new TextField({ name: 'provider', max: 40, help: 'The payment provider that sent it.' }))
    events.addIndex('idx_payment_events_event_id', true, '`event_id`, `provider`', '')
    app.save(events)
    app.db().newQuery("UPDATE payment_events SET provider = 'razorpay'").execute()
  },
  (app) => {
    const events = app.findCollectionByNameOrId('payment_events')
    events.addIndex('idx_payment_events_event_id', true, '`event_id`', '')
    events.fields.removeByName('provider')
    app.save(events)
  },
)
