routerAdd('GET', '/api/store/desk/messages', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).messages(e)),
)
routerAdd('POST', '/api/store/desk/messages/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).answerMessage(e)),
)
routerAdd('GET', '/api/store/desk/reviews', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).reviews(e)),
)
routerAdd('POST', '/api/store/desk/reviews/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).decideReview(e)),
)
routerAdd('POST', '/api/store/desk/templates', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).saveTemplate(e)),
)
