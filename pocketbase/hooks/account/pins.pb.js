routerAdd('GET', '/api/store/pin/{pincode}', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/pins.js`).findPin(e)),
)
