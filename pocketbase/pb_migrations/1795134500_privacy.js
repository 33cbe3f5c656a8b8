/// <reference path="../pb_data/types.d.ts" />

/** Asking before others measure, how long orders name their buyer, and accounts that only the store's own route erases. */
migrate(
  (app) => {
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new BoolField({
        name: 'consent_required',
        help: 'Ask shoppers before Google or Meta measure their visit, as the Digital Personal Data Protection Act 2023 asks. Only matters when you have set an id of theirs.',
      }),
    )
    settings.fields.add(
      new NumberField({
        name: 'orders_kept_years',
        onlyInt: true,
        min: 0,
        max: 30,
        help: 'Financial years after its own for which an order keeps its buyer’s name and address; then they are erased. Usually 8, as company law asks (2026); 0 means 8.',
      }),
    )
    app.save(settings)
    for (const record of app.findRecordsByFilter('store_settings', "key = 'store'", '', 1, 0)) {
      record.set('consent_required', true)
      record.set('orders_kept_years', 8)
      app.save(record)
    }

    // A session left open must not be enough to erase an account: POST /api/store/account/deletion asks for more.
    const users = app.findCollectionByNameOrId('users')
    users.deleteRule = null
    app.save(users)
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    users.deleteRule = 'id = @request.auth.id'
    app.save(users)

    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.removeByName('consent_required')
    settings.fields.removeByName('orders_kept_years')
    app.save(settings)
  },
)
