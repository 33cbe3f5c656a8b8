/// <reference path="../pb_data/types.d.ts" />

const WIDTHS = ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0']
const BEFORE = ['100x0', '300x0', '600x0', '1200x0']

function offer(app, widths) {
  const assets = app.findCollectionByNameOrId('assets')
  assets.fields.getByName('file').thumbs = widths
  app.save(assets)
}

/** Pages ask for every width of every picture, and one that is not offered is answered with the file as uploaded. */
migrate(
  (app) => {
    offer(app, WIDTHS)
    app.db().newQuery("UPDATE picture_variants SET version = 0, attempts = 0 WHERE collection = 'assets'").execute()
  },
  (app) => offer(app, BEFORE),
)
