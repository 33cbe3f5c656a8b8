routerAdd('GET', '/api/store/desk/messages', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).messages(e)),
)
routerAdd('POST', '/api/store/desk/messages/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).answerMessage(e)),
)
routerAdd('GET', '/api/store/desk/reviews', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).reviews(e)),
)
routerAdd('POST', '/api/store/desk/reviews/{id}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).decideReview(e)),
)
routerAdd('GET', '/api/store/desk/comments', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).comments(e)),
)
routerAdd('POST', '/api/store/desk/comments/{id}/delete', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).deleteComment(e)),
)
routerAdd('POST', '/api/store/desk/templates', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-messages.js`).saveTemplate(e)),
)
