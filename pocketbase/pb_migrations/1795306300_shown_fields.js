/// <reference path="../pb_data/types.d.ts" />

// For some commits these two were hidden; what the admin UI does not send of a record it would set back.
const SHOWN = { outbox: 'sealed', unpaid_pieces: 'source' }

migrate(
  (app) => {
    for (const [name, field] of Object.entries(SHOWN)) {
      const collection = app.findCollectionByNameOrId(name)
      collection.fields.getByName(field).hidden = false
      app.save(collection)
    }
  },
  () => {},
)
