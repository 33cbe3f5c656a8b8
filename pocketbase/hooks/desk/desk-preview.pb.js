routerAdd('GET', '/api/store/desk/preview', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-preview.js`).previewChoices(e)),
)
routerAdd('POST', '/api/store/desk/preview/link', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-preview.js`).previewLink(e)),
)
routerAdd('POST', '/api/store/desk/preview/publish', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-preview.js`).publish(e)),
)
routerAdd('GET', '/api/store/desk/look', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/look.js`).look(e)),
)
routerAdd('POST', '/api/store/desk/look', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/look.js`).saveLook(e)),
)
