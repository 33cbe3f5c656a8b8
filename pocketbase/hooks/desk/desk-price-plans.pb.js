routerAdd('GET', '/api/store/desk/price-plans', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-price-plans.js`).listPlans(e)),
)
routerAdd('POST', '/api/store/desk/price-plans', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-price-plans.js`).savePlan(e)),
)
routerAdd('POST', '/api/store/desk/price-plans/look', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-price-plans.js`).lookAtPlan(e)),
)
routerAdd('POST', '/api/store/desk/price-plans/{id}/end', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-price-plans.js`).endPlan(e)),
)
routerAdd('POST', '/api/store/desk/price-plans/{id}/delete', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-price-plans.js`).deletePlan(e)),
)
