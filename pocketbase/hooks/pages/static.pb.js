// PocketBase leaves its own file server out when this route exists; `/api/…` and `/_/…` routes are more specific and
// win.
routerAdd('GET', '/{path...}', (e) => require(`${__hooks}/static.js`).serve(e), $apis.skipSuccessActivityLog())

// Of pages/news.ts. Not a script's: thousands of open pages ask at the same time.
routerAdd('GET', '/api/store/news/{path...}', $apis.static(`${$app.dataDir()}/.pb_temp_to_delete/news`, false))

routerAdd('GET', '/api/store/page', (e) => require(`${__hooks}/static.js`).pageState(e), $apis.skipSuccessActivityLog())
