/// <reference path="../pb_data/types.d.ts" />

/** The desk lists comments on reviews, those last that were written or changed first. */
const INDEX = 'CREATE INDEX `idx_review_comments_updated` ON `review_comments` (`updated`)'

migrate(
  (app) => {
    const comments = app.findCollectionByNameOrId('review_comments')
    if (!comments.indexes.includes(INDEX)) comments.indexes = [...comments.indexes, INDEX]
    app.save(comments)
  },
  (app) => {
    const comments = app.findCollectionByNameOrId('review_comments')
    comments.indexes = comments.indexes.filter((index) => index !== INDEX)
    app.save(comments)
  },
)
