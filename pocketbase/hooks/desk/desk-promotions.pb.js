routerAdd('GET', '/api/store/desk/promotions', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).listPromotions(e)),
)
routerAdd('POST', '/api/store/desk/promotions', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).savePromotion(e)),
)
routerAdd('POST', '/api/store/desk/promotions/{id}/end', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).endPromotion(e)),
)
routerAdd('POST', '/api/store/desk/promotions/{id}/delete', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).deletePromotion(e)),
)
routerAdd('POST', '/api/store/desk/promotions/{id}/codes', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).makeCodes(e)),
)
routerAdd('GET', '/api/store/desk/promotions/{id}/codes', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-promotions.js`).listCodes(e)),
)
