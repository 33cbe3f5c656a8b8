routerAdd('GET', '/api/store/desk/pins', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-pins.js`).pinsInPlace(e)),
)
routerAdd('POST', '/api/store/desk/pins', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-pins.js`).bringPinsIn(e)),
)
