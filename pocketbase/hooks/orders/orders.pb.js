onBootstrap((e) => {
  e.next()
  require(`${__hooks}/order-access.js`).ensureTokenSecret()
})

routerAdd('POST', '/api/store/quote', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/orders.js`).quote(e)),
)
routerAdd('POST', '/api/store/orders', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/orders.js`).place(e)),
)
routerAdd('GET', '/api/store/orders/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/order-view.js`).view(e)),
)
routerAdd('POST', '/api/store/orders/{id}/cancel', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/orders.js`).cancel(e)),
)
routerAdd('POST', '/api/store/track', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/order-view.js`).track(e)),
)

// From nine in the morning in India; again later in the day, for a machine that was off then.
cronAdd('store-late', '30 3-14 * * *', () => require(`${__hooks}/late-orders.js`).tellLate($app))

onRecordUpdate((e) => require(`${__hooks}/order-transition.js`).transitionOrder(e), 'orders')
onRecordCreateRequest((e) => require(`${__hooks}/order-transition.js`).refuseOrderByHand(e), 'orders')
