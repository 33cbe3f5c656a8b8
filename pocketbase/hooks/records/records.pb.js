onRecordValidate(
  (e) => require(`${__hooks}/records.js`).checkRecord(e),
  'products',
  'price_plans',
  'theme_settings',
  'navbar_config',
  'homepage_config',
  'special_offers',
  'slider_images',
  'store_settings',
  'addresses',
  'carts',
  'wishlists',
  'users',
  'orders',
  'testimonials',
  'promises',
  'promotions',
  'delivery_rules',
)

// Without a collection: every one, those of later migrations too.
onRecordCreateRequest((e) => require(`${__hooks}/records.js`).createRequest(e))
onRecordUpdateRequest((e) => require(`${__hooks}/records.js`).updateRequest(e))

// A save writes only what changed: parallel saves of other fields and the server's own counters are not undone.
onRecordUpdate((e) => {
  e.record.ignoreUnchangedFields(true)
  e.next()
})

onRecordUpdateRequest(() => require(`${__hooks}/records.js`).refuseRewrite(), 'order_events')
onRecordDeleteRequest((e) => require(`${__hooks}/deletions.js`).refuseDeletion(e))

onRecordCreateExecute(
  (e) => require(`${__hooks}/accounts.js`).keepWithAccount(e),
  ...['addresses', 'carts', 'wishlists', 'reviews', 'review_comments', 'review_votes'],
)
onRecordCreateExecute((e) => require(`${__hooks}/accounts.js`).ensureOneDefault(e), 'addresses')
onRecordUpdateExecute((e) => require(`${__hooks}/accounts.js`).ensureOneDefault(e), 'addresses')

onRecordCreateExecute((e) => require(`${__hooks}/special-offers.js`).saveAsPromotion(e), 'special_offers')
onRecordUpdateExecute((e) => require(`${__hooks}/special-offers.js`).saveAsPromotion(e), 'special_offers')
onRecordDeleteExecute((e) => require(`${__hooks}/special-offers.js`).deletePromotion(e), 'special_offers')

onRecordCreateExecute((e) => require(`${__hooks}/delivery-check.js`).noteRules(e), 'delivery_rules')
onRecordDeleteExecute((e) => require(`${__hooks}/delivery-check.js`).noteRules(e), 'delivery_rules')
