routerAdd('GET', '/api/store/my-data', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/privacy.js`).exportAccount(e)),
)
routerAdd('GET', '/api/store/my-data/orders/{id}', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/privacy.js`).exportOrder(e)),
)
routerAdd('POST', '/api/store/account/deletion', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/privacy.js`).askDeletion(e)),
)
routerAdd('POST', '/api/store/account/deletion/confirm', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/privacy.js`).confirmDeletion(e)),
)

// Pictures and papers that go with a person.
onFileDownloadRequest((e) => require(`${__hooks}/privacy.js`).servePrivateFile(e), 'users', 'reviews', 'bills')

// Hourly: a machine that sleeps at night forgets as well.
cronAdd('retention', '17 * * * *', () => require(`${__hooks}/retention.js`).forgetOldData($app))
