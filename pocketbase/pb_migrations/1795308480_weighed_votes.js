/// <reference path="../pb_data/types.d.ts" />

/** Votes that the order of reviews weighs: of confirmed accounts, and not the author's own (RISK-16). */
const INDEX =
  'CREATE INDEX `idx_reviews_product_weighed_votes` ON `reviews` (`product`, `weighed_votes`, `helpful_votes`)'
const BEFORE = 'CREATE INDEX `idx_reviews_product_helpful_votes` ON `reviews` (`product`, `helpful_votes`)'
const withIndex = ({ indexes }, index) => [...indexes.filter((one) => !/_votes` ON/.test(one)), index]

migrate(
  (app) => {
    const reviews = app.findCollectionByNameOrId('reviews')
    if (reviews.fields.getByName('weighed_votes') === null)
      reviews.fields.add(
        new NumberField({
          name: 'weighed_votes',
          min: 0,
          onlyInt: true,
          help: 'Helpful votes of confirmed accounts, without the author’s own: by these reviews are put in order. Counted by the store.',
        }),
      )
    reviews.indexes = withIndex(reviews, INDEX)
    app.save(reviews)
    app
      .db()
      .newQuery(
        `UPDATE reviews SET weighed_votes = (
          SELECT COUNT(*) FROM review_votes v JOIN users u ON u.id = v.[[user]]
          WHERE v.review = reviews.id AND u.verified AND u.id != reviews.[[user]])`,
      )
      .execute()
  },
  (app) => {
    const reviews = app.findCollectionByNameOrId('reviews')
    reviews.indexes = withIndex(reviews, BEFORE)
    reviews.fields.removeByName('weighed_votes')
    app.save(reviews)
  },
)
