routerAdd(
  'POST',
  '/.live/tell',
  (e) => require(`${__hooks}/live-pages.js`).tell(e, () => require(`${__hooks}/static.js`).drawNews()),
  $apis.skipSuccessActivityLog(),
)

// What changed by the clock.
cronAdd('store-live', '* * * * *', () => require(`${__hooks}/live-pages.js`).tellSoon($app))

// This file's name comes before pages.pb.js, so pages have noted what changed before anybody is told.
const told = [
  'assets',
  'bookings',
  'delivery_rules',
  'homepage_config',
  'makers',
  'messages',
  'navbar_config',
  'orders',
  'pages',
  'posts',
  'price_plans',
  'products',
  'promises',
  'promotions',
  'review_comments',
  'reviews',
  'slider_images',
  'stock_movements',
  'store_settings',
  'testimonials',
  'theme_settings',
]
onRecordAfterCreateSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/live-pages.js`).recordSaved(e)
  },
  ...told,
)
onRecordAfterUpdateSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/live-pages.js`).recordSaved(e)
  },
  ...told,
)
onRecordAfterDeleteSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/live-pages.js`).recordSaved(e)
  },
  ...told,
)
