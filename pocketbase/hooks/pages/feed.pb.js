routerAdd(
  'GET',
  '/feeds/google.xml',
  (e) => require(`${__hooks}/feed.js`).googleFeed(e),
  $apis.skipSuccessActivityLog(),
)
