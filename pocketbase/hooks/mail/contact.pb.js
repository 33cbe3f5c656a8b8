routerAdd('POST', '/api/store/contact', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/contact.js`).receiveMessage(e)),
)
