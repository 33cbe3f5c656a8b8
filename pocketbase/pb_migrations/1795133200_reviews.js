/// <reference path="../pb_data/types.d.ts" />

/** Reviews, comments on them and helpful votes. Counts and averages are the server's: see `pocketbase/hooks/reviews.ts`. */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    const products = app.findCollectionByNameOrId('products')
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ]
    const shopper = '@request.auth.collectionName = "users"'
    const author = '@request.auth.id != "" && user = @request.auth.id'

    const reviews = new Collection({
      type: 'base',
      name: 'reviews',
      listRule: '',
      viewRule: '',
      // The author is set by the hook, whatever the request says.
      createRule: shopper,
      updateRule: author,
      deleteRule: author,
      fields: [
        {
          type: 'relation',
          name: 'user',
          collectionId: users.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          help: 'Who wrote it.',
        },
        {
          type: 'relation',
          name: 'product',
          collectionId: products.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          help: 'What it is about. One review for each person and product.',
        },
        {
          type: 'number',
          name: 'rating',
          required: true,
          min: 1,
          max: 5,
          onlyInt: true,
          presentable: true,
          help: 'Stars, 1 to 5.',
        },
        { type: 'text', name: 'title', max: 120, presentable: true, help: 'Heading of the review.' },
        { type: 'text', name: 'content', required: true, max: 3000, help: 'The words of the shopper.' },
        {
          type: 'file',
          name: 'images',
          maxSelect: 4,
          maxSize: 5242880,
          mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
          thumbs: ['100x0', '300x0', '600x0', '1200x0'],
          help: 'Up to 4 photographs by the shopper, 5 MB each.',
        },
        {
          type: 'bool',
          name: 'verified_purchase',
          help: 'The author has a confirmed order with this product. Decided by the store; what you set here is ignored.',
        },
        {
          type: 'number',
          name: 'helpful_votes',
          min: 0,
          onlyInt: true,
          help: 'How many found it helpful. Counted by the store; what you type here is ignored.',
        },
        ...dates,
      ],
      indexes: [
        'CREATE UNIQUE INDEX `idx_reviews_user_product` ON `reviews` (`user`, `product`)',
        'CREATE INDEX `idx_reviews_product_created` ON `reviews` (`product`, `created`)',
        'CREATE INDEX `idx_reviews_product_helpful_votes` ON `reviews` (`product`, `helpful_votes`)',
      ],
    })
    app.save(reviews)

    app.save(
      new Collection({
        type: 'base',
        name: 'review_comments',
        listRule: '',
        viewRule: '',
        createRule: shopper,
        updateRule: author,
        deleteRule: author,
        fields: [
          {
            type: 'relation',
            name: 'review',
            collectionId: reviews.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            help: 'The review it answers.',
          },
          {
            type: 'relation',
            name: 'user',
            collectionId: users.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            help: 'Who wrote it.',
          },
          {
            type: 'text',
            name: 'content',
            required: true,
            max: 1000,
            presentable: true,
            help: 'The words of the comment.',
          },
          ...dates,
        ],
        indexes: [
          'CREATE INDEX `idx_review_comments_review` ON `review_comments` (`review`, `created`)',
          'CREATE INDEX `idx_review_comments_user` ON `review_comments` (`user`)',
        ],
      }),
    )

    app.save(
      new Collection({
        type: 'base',
        name: 'review_votes',
        listRule: author,
        viewRule: author,
        createRule: shopper,
        // A vote is given or taken back, never moved.
        updateRule: null,
        deleteRule: author,
        fields: [
          {
            type: 'relation',
            name: 'review',
            collectionId: reviews.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'The review found helpful.',
          },
          {
            type: 'relation',
            name: 'user',
            collectionId: users.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            help: 'Who found it helpful; once for each review.',
          },
          ...dates,
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_review_votes_review_user` ON `review_votes` (`review`, `user`)',
          'CREATE INDEX `idx_review_votes_user` ON `review_votes` (`user`)',
        ],
      }),
    )

    // Whoever wrote in public is seen by name and picture; the hook hides everything else of the record from others.
    users.viewRule = 'id = @request.auth.id || reviews_via_user.id ?!= "" || review_comments_via_user.id ?!= ""'
    app.save(users)
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    users.viewRule = 'id = @request.auth.id'
    app.save(users)
    for (const name of ['review_votes', 'review_comments', 'reviews']) app.delete(app.findCollectionByNameOrId(name))
  },
)
