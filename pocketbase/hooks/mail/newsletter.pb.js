routerAdd('POST', '/api/store/newsletter', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/newsletter.js`).subscribe(e)),
)
routerAdd('POST', '/api/store/newsletter/confirm', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/newsletter.js`).confirm(e)),
)
routerAdd('POST', '/api/store/newsletter/leave', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/newsletter.js`).leave(e)),
)
