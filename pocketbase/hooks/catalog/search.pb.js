onRecordCreate((e) => require(`${__hooks}/search-index.js`).indexProduct(e), 'products')
onRecordUpdate((e) => require(`${__hooks}/search-index.js`).indexProduct(e), 'products')
onRecordDelete((e) => require(`${__hooks}/search-index.js`).forgetProduct(e), 'products')

routerAdd('GET', '/api/store/search', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/search.js`).search(e)),
)
routerAdd('GET', '/api/store/search/suggestions', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/search.js`).suggest(e)),
)

// At night in India. What was written past the hooks, such as a restored or imported table, is found after it.
cronAdd('store-search', '40 21 * * *', () => require(`${__hooks}/search-index.js`).indexAll($app))

cronAdd('store-missed', '*/5 * * * *', () => require(`${__hooks}/missed-searches.js`).keepMissed($app))

// What an upgrade or a restored backup left out of the index is found from the first request on.
$app.onServe().bindFunc((e) => {
  require(`${__hooks}/search-index.js`).indexMissing($app)
  e.next()
})
