// Called in the engine that runs this file, of which there is one; handlers run in engines of their own, each with
// its own copy of what it loads.
$app.store().set('pages:make', (order, draws) => require(`${__hooks}/pages.js`).makePage(order, draws))
$app.store().set('pages:load', (root) => void require(`${__hooks}/pages.js`).loadPages(root))
$app.store().set('pages:secret', $security.randomString(40))

// Pages of another moment are of no use in a backup.
onBackupCreate((e) => {
  e.exclude = [...e.exclude, '.pages']
  e.next()
})

routerAdd(
  'POST',
  '/.pages/gzip',
  (e) => require(`${__hooks}/pages.js`).pack(e),
  $apis.gzip(),
  $apis.skipSuccessActivityLog(),
)

// Who comes is counted in memory.
cronAdd('store-visits', '* * * * *', () => require(`${__hooks}/visits.js`).keepVisits($app))
onTerminate((e) => {
  try {
    require(`${__hooks}/visits.js`).keepVisits(e.app)
  } finally {
    e.next()
  }
})

const shown = [
  ...require(`${__hooks}/page-collections.js`).PAGE_COLLECTIONS,
  ...['delivery_rules', 'review_votes', 'stock_holds', 'stock_movements'],
]
const drawAnew = (e) => {
  e.next()
  require(`${__hooks}/pages.js`).recordChanged(e)
}
onRecordAfterCreateSuccess(
  drawAnew,
  // Nobody has written anything before having an account.
  ...shown.filter((name) => name !== 'users'),
)
// The sign-in page shows which ways to sign in there are.
onCollectionAfterUpdateSuccess((e) => {
  e.next()
  require(`${__hooks}/pages.js`).collectionChanged(e)
}, 'users')
// What forgets words is bound before what follows, so it comes after that: who still draws the page sees that it is an
// old one.
onRecordAfterUpdateSuccess((e) => {
  e.next()
  if (e.record.getString('state') !== 'published') require(`${__hooks}/news.js`).forgetNews()
}, 'reviews')
onRecordAfterUpdateSuccess(drawAnew, ...shown)
onRecordAfterDeleteSuccess(
  (e) => {
    e.next()
    // Somebody's words are gone, or whose they are: they stand in no file either.
    require(`${__hooks}/page-files.js`).unfilePages()
    require(`${__hooks}/news.js`).forgetNews()
  },
  'reviews',
  'review_comments',
  'users',
)
onRecordAfterDeleteSuccess(drawAnew, ...shown)
