// PocketBase leaves its own file server out when this route exists; `/api/…` and `/_/…` routes are more specific and
// win.
routerAdd('GET', '/{path...}', (e) => require(`${__hooks}/static.js`).serve(e), $apis.skipSuccessActivityLog())

routerAdd('GET', '/api/store/page', (e) => require(`${__hooks}/static.js`).pageState(e), $apis.skipSuccessActivityLog())
