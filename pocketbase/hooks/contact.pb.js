routerAdd('POST', '/api/store/contact', (e) => require(`${__hooks}/contact.js`).receiveMessage(e))
