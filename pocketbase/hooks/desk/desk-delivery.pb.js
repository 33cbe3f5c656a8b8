routerAdd('GET', '/api/store/desk/delivery', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-delivery.js`).listRules(e)),
)
routerAdd('POST', '/api/store/desk/delivery', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-delivery.js`).saveShopDays(e)),
)
routerAdd('POST', '/api/store/desk/delivery/rules', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-delivery.js`).saveRule(e)),
)
routerAdd('POST', '/api/store/desk/delivery/rules/{id}/delete', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-delivery.js`).deleteRule(e)),
)
