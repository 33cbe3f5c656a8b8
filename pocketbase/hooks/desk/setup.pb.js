routerAdd('GET', '/api/store/desk/setup', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/setup.js`).setup(e)),
)
routerAdd('POST', '/api/store/desk/setup', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/setup.js`).saveSeller(e)),
)
