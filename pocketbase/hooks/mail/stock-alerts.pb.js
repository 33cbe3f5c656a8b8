routerAdd('POST', '/api/store/alerts', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/stock-alerts.js`).ask(e)),
)
routerAdd('POST', '/api/store/alerts/confirm', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/stock-alerts.js`).confirmAlert(e)),
)
routerAdd('POST', '/api/store/alerts/cart', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/cart-reminders.js`).askReminder(e)),
)
routerAdd('POST', '/api/store/alerts/cart/confirm', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/cart-reminders.js`).confirmReminder(e)),
)

cronAdd('store-alerts', '* * * * *', () => {
  require(`${__hooks}/stock-alerts.js`).tellWaiting($app)
  require(`${__hooks}/cart-reminders.js`).remindWaiting($app)
})
