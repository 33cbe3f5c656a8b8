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
routerAdd('GET', '/api/store/desk/comments', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).comments(e)),
)
routerAdd('POST', '/api/store/desk/comments/{id}/delete', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).deleteComment(e)),
)
routerAdd('POST', '/api/store/desk/templates', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/letters.js`).saveTemplate(e)),
)
