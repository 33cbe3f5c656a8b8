/// <reference path="../pb_data/types.d.ts" />

const LIMIT = ['ticketmails:recipient', 1, 24 * 60 * 60]

/**
 * Messages get a number, which their writers are told: Consumer Protection (E-Commerce) Rules 2020, rule 4(5) and
 * 5(3)(c).
 */
migrate(
  (app) => {
    const messages = app.findCollectionByNameOrId('messages')
    messages.fields.add(
      new TextField({ name: 'ticket', max: 12, help: 'The number its writer was told. Given by the store.' }),
    )
    messages.addIndex('idx_messages_ticket', true, '`ticket`', "`ticket` != ''")
    app.save(messages)
    const settings = app.settings()
    const [label, maxRequests, duration] = LIMIT
    if (settings.rateLimits.rules.some((rule) => rule.label === label)) return
    settings.rateLimits.rules = [...settings.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = settings.rateLimits.rules.filter((rule) => rule.label !== LIMIT[0])
    app.save(settings)
    const messages = app.findCollectionByNameOrId('messages')
    messages.removeIndex('idx_messages_ticket')
    messages.fields.removeByName('ticket')
    app.save(messages)
  },
)
