routerAdd('GET', '/api/store/desk/products', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-products.js`).listProducts(e)),
)
routerAdd('POST', '/api/store/desk/products', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-products.js`).saveProducts(e)),
)
routerAdd('POST', '/api/store/desk/products/photograph', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-drafts.js`).addPhotograph(e)),
)
routerAdd('POST', '/api/store/desk/products/discard', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-drafts.js`).discardDrafts(e)),
)
routerAdd('POST', '/api/store/desk/stock', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-stock.js`).takeStock(e)),
)
routerAdd('POST', '/api/store/desk/stock/undo', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-stock.js`).undoStock(e)),
)
