/// <reference path="../pb_data/types.d.ts" />

/**
 * Collection → indexes that take the place of those of the same name, or are new: what asks for a look and what waits
 * for an answer is told by the index alone, without a row of every cancelled order or open message. What was given back
 * in a week is found without the last event of every order of which something ever was.
 */
const INDEXES = {
  orders: [
    'CREATE INDEX `idx_orders_status_expires_at` ON `orders` (`status`, `expires_at`, `refund_waits`, `payment_method`, `payment_status`, `placed_at`)',
  ],
  messages: ['CREATE INDEX `idx_messages_answered` ON `messages` (`answered_at`, `suspicious`, `created`)'],
  reviews: ['CREATE INDEX `idx_reviews_state` ON `reviews` (`state`, `created`)'],
  order_events: [
    "CREATE INDEX `idx_order_events_refunded` ON `order_events` (`created`, `order`) WHERE `type` = 'refunded'",
  ],
}
const BEFORE = {
  orders: [
    'CREATE INDEX `idx_orders_status_expires_at` ON `orders` (`status`, `expires_at`)',
    'CREATE INDEX `idx_orders_handed_back` ON `orders` (`payment_method`, `refunded_total`)',
  ],
  messages: ['CREATE INDEX `idx_messages_answered` ON `messages` (`answered_at`, `created`)'],
  reviews: [],
  order_events: [],
}
const nameOf = (index) => index.split('`')[1]

function setIndexes(app, all) {
  for (const [name, indexes] of Object.entries(all)) {
    const collection = app.findCollectionByNameOrId(name)
    const names = [...INDEXES[name], ...BEFORE[name]].map(nameOf)
    collection.indexes = [...collection.indexes.filter((index) => !names.includes(nameOf(index))), ...indexes]
    app.save(collection)
  }
}

migrate(
  (app) => setIndexes(app, INDEXES),
  (app) => setIndexes(app, BEFORE),
)
