routerAdd(
  'GET',
  '/feeds/google.xml',
  (e) => require(`${__hooks}/feed.js`).googleFeed(e),
  $apis.skipSuccessActivityLog(),
)
cronAdd('store-feed', '* * * * *', () => require(`${__hooks}/feed.js`).makeAhead($app))
