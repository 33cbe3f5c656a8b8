/// <reference path="../pb_data/types.d.ts" />

/** Pictures of a review are seen by whoever sees the review: of one that waits or is hidden, its author and the shop, with a token of a few minutes. */
migrate(
  (app) => {
    const reviews = app.findCollectionByNameOrId('reviews')
    reviews.fields.getByName('images').protected = true
    app.save(reviews)
  },
  (app) => {
    const reviews = app.findCollectionByNameOrId('reviews')
    reviews.fields.getByName('images').protected = false
    app.save(reviews)
  },
)
