routerAdd('GET', '/api/store/desk/figures', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-figures.js`).figures(e)),
)
routerAdd('GET', '/api/store/desk/figures/papers', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-figures.js`).monthPapers(e)),
)
