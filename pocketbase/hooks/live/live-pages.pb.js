routerAdd(
  'POST',
  '/.live/tell',
  (e) => require(`${__hooks}/live-pages.js`).tell(e, () => require(`${__hooks}/static.js`).drawNews()),
  $apis.skipSuccessActivityLog(),
)

cronAdd('store-live', '* * * * *', () => require(`${__hooks}/live-pages.js`).tellByClock($app))

// This file's name comes before pages.pb.js, so pages have noted what changed before anybody is told.
const told = [
  ...require(`${__hooks}/page-collections.js`).PAGE_COLLECTIONS.filter((name) => name !== 'users'),
  ...['bookings', 'delivery_rules', 'messages', 'orders', 'price_plans', 'stock_movements'],
]
const tellOpenPages = (e) => {
  e.next()
  require(`${__hooks}/live-pages.js`).recordSaved(e)
}
onRecordAfterCreateSuccess(tellOpenPages, ...told)
onRecordAfterUpdateSuccess(tellOpenPages, ...told)
onRecordAfterDeleteSuccess(tellOpenPages, ...told)
