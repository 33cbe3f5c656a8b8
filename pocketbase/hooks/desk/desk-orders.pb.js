routerAdd('GET', '/api/store/desk/orders', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-list.js`).listOrders(e)),
)
routerAdd('GET', '/api/store/desk/orders/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-view.js`).showOrder(e)),
)
routerAdd('GET', '/api/store/desk/bills/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-view.js`).showBill(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/act', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).act(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/address', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).correct(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/note', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).addNote(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/bill-mail', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).mailBill(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/mail', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).mailAgain(e)),
)
routerAdd('GET', '/api/store/desk/orders/{id}/refund', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).planRefund(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/refund', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).refund(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/stop', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).stopRefund(e)),
)
routerAdd('POST', '/api/store/desk/orders/{id}/paid-back', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-acts.js`).notePaidBack(e)),
)
routerAdd('GET', '/api/store/desk/order-products', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-entry.js`).findProducts(e)),
)
routerAdd('POST', '/api/store/desk/orders', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-order-entry.js`).enter(e)),
)
