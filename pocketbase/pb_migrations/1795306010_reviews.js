/// <reference path="../pb_data/types.d.ts" />

/**
 * Reviews: whether one is shown, why not, and the shop's answer; how many of one product are shown in a day before further ones wait.
 * Reviews that are there stay published; the badge follows orders that were delivered.
 */
migrate(
  (app) => {
    const reviews = app.findCollectionByNameOrId('reviews')
    const isThere = (name) => reviews.fields.getByName(name) !== null
    if (!isThere('state'))
      reviews.fields.add(
        new SelectField({
          name: 'state',
          maxSelect: 1,
          values: ['published', 'waiting', 'hidden'],
          presentable: true,
          help: 'waiting: many came at once, so you decide: set it to published to show it. hidden: only its author sees it, with your reason.',
        }),
      )
    if (!isThere('hidden_reason'))
      reviews.fields.add(
        new TextField({
          name: 'hidden_reason',
          max: 300,
          help: 'Why it is hidden, such as: names another customer. Its author reads this. The words of a review are never changed.',
        }),
      )
    if (!isThere('reply'))
      reviews.fields.add(
        new TextField({
          name: 'reply',
          max: 2000,
          help: 'Your answer as the shop, shown below the review to everybody.',
        }),
      )
    if (!isThere('replied_at'))
      reviews.fields.add(new DateField({ name: 'replied_at', help: 'When you answered. Set by the store.' }))
    reviews.fields.getByName('verified_purchase').help =
      'An order of the author’s with this product was delivered, and neither returned nor refunded. Decided by the store; what you set here is ignored.'
    const own = '(@request.auth.id != "" && user = @request.auth.id)'
    reviews.listRule = `state = "published" || ${own}`
    reviews.viewRule = `state = "published" || ${own}`
    const index = 'CREATE INDEX `idx_reviews_product_state_created` ON `reviews` (`product`, `state`, `created`)'
    if (!reviews.indexes.includes(index)) reviews.indexes = [...reviews.indexes, index]
    app.save(reviews)

    const comments = app.findCollectionByNameOrId('review_comments')
    comments.listRule = 'review.state = "published"'
    comments.viewRule = 'review.state = "published"'
    app.save(comments)

    const users = app.findCollectionByNameOrId('users')
    users.viewRule =
      'id = @request.auth.id || reviews_via_user.state ?= "published" || review_comments_via_user.review.state ?= "published"'
    app.save(users)

    app.db().newQuery(`UPDATE reviews SET state = 'published' WHERE state = ''`).execute()
    app
      .db()
      .newQuery(
        `UPDATE reviews SET verified_purchase = EXISTS (
          SELECT 1 FROM orders, json_each(CASE WHEN json_valid(orders.items) THEN orders.items ELSE '[]' END) AS line
          WHERE orders.[[user]] = reviews.[[user]] AND orders.status IN ('confirmed', 'completed')
            AND orders.fulfilment_status IN ('delivered', 'return_requested')
            AND orders.payment_status NOT IN ('refunded', 'voided')
            AND json_extract(line.value, '$.product') = reviews.product
        ) WHERE verified_purchase`,
      )
      .execute()
    app
      .db()
      .newQuery(
        `UPDATE products SET
          reviews = (SELECT COUNT(*) FROM reviews WHERE product = products.id AND state = 'published'),
          rating = (SELECT COALESCE(ROUND(AVG(rating), 2), 0) FROM reviews WHERE product = products.id AND state = 'published')
        WHERE id IN (SELECT product FROM reviews)`,
      )
      .execute()

    const settings = app.findCollectionByNameOrId('store_settings')
    if (settings.fields.getByName('reviews_shown_per_day') === null) {
      settings.fields.add(
        new NumberField({
          name: 'reviews_shown_per_day',
          onlyInt: true,
          min: 0,
          help: 'So many reviews of one product, by people whose order was not delivered, are shown within 24 hours; further ones wait until you publish them. 0 stands for 3; a large number, such as 100000, shows all.',
        }),
      )
      app.save(settings)
    }
  },
  (app) => {
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.removeByName('reviews_shown_per_day')
    app.save(settings)
    const users = app.findCollectionByNameOrId('users')
    users.viewRule = 'id = @request.auth.id || reviews_via_user.id ?!= "" || review_comments_via_user.id ?!= ""'
    app.save(users)
    const comments = app.findCollectionByNameOrId('review_comments')
    comments.listRule = ''
    comments.viewRule = ''
    app.save(comments)
    const reviews = app.findCollectionByNameOrId('reviews')
    reviews.listRule = ''
    reviews.viewRule = ''
    reviews.indexes = reviews.indexes.filter((index) => !index.includes('idx_reviews_product_state_created'))
    app.save(reviews)
    for (const name of ['state', 'hidden_reason', 'reply', 'replied_at']) reviews.fields.removeByName(name)
    app.save(reviews)
  },
)
