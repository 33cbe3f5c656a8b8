/// <reference path="../pb_data/types.d.ts" />

/** Reviews whose author has changed what the shop answered: the answer goes, and its date says that there was one. */
const INDEX =
  "CREATE INDEX `idx_reviews_changed` ON `reviews` (`state`, `updated`) WHERE `reply` = '' AND `replied_at` != ''"
const HELP = 'When you answered. Set by the store. It stays when the author changes the review and your answer goes.'

function change(app, index, help) {
  const reviews = app.findCollectionByNameOrId('reviews')
  const others = reviews.indexes.filter((one) => !one.includes('`idx_reviews_changed`'))
  reviews.indexes = index ? [...others, index] : others
  reviews.fields.getByName('replied_at').help = help
  app.save(reviews)
}

migrate(
  (app) => change(app, INDEX, HELP),
  (app) => change(app, '', 'When you answered. Set by the store.'),
)
