routerAdd('POST', '/api/store/alerts', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/stock-alerts.js`).ask(e)),
)
routerAdd('POST', '/api/store/alerts/confirm', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/stock-alerts.js`).confirmAlert(e)),
)

cronAdd('store-alerts', '* * * * *', () => require(`${__hooks}/stock-alerts.js`).tellWaiting($app))
