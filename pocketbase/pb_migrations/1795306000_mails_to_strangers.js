/// <reference path="../pb_data/types.d.ts" />

/** What a stranger can have mailed to somebody else's address is bounded, and what was not sent for that reason is kept and says so. */
migrate(
  (app) => {
    const outbox = app.findCollectionByNameOrId('outbox')
    const status = outbox.fields.getByName('status')
    if (!status.values.includes('dropped')) status.values = [...status.values, 'dropped']
    status.help =
      'failed: given up after many tries; write to the shopper yourself. dropped: not sent on purpose; error says why.'
    outbox.fields.getByName('error').help =
      'What the mail server answered last, when it refused; of a dropped mail, why it was not sent.'
    app.save(outbox)

    const settings = app.settings()
    const hour = 60 * 60
    for (const [label, maxRequests, duration] of [
      ['ordermails:recipient', 6, 24 * hour],
      ['emailchange:recipient', 4, hour],
    ]) {
      if (settings.rateLimits.rules.some((rule) => rule.label === label)) continue
      settings.rateLimits.rules = [...settings.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    }
    app.save(settings)
  },
  (app) => {
    const outbox = app.findCollectionByNameOrId('outbox')
    const status = outbox.fields.getByName('status')
    status.values = status.values.filter((value) => value !== 'dropped')
    app.save(outbox)
    const settings = app.settings()
    const ours = ['ordermails:recipient', 'emailchange:recipient']
    settings.rateLimits.rules = settings.rateLimits.rules.filter((rule) => !ours.includes(rule.label))
    app.save(settings)
  },
)
