routerAdd('GET', '/api/store/desk/parcels', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-list.js`).parcels(e)),
)
routerAdd('POST', '/api/store/desk/parcels/print', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-print.js`).printPapers(e)),
)
routerAdd('POST', '/api/store/desk/parcels/pack', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-moves.js`).pack(e)),
)
routerAdd('POST', '/api/store/desk/parcels/unpack', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-moves.js`).unpack(e)),
)
routerAdd('POST', '/api/store/desk/parcels/ship', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-moves.js`).ship(e)),
)
routerAdd('POST', '/api/store/desk/parcels/arrive', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-moves.js`).arrive(e)),
)
routerAdd('POST', '/api/store/desk/parcels/return', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-moves.js`).comeBack(e)),
)
routerAdd('GET', '/api/store/desk/parcels/rates', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-bookings.js`).rates(e)),
)
routerAdd('POST', '/api/store/desk/parcels/book', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-bookings.js`).book(e)),
)
routerAdd('POST', '/api/store/desk/parcels/again', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-bookings.js`).again(e)),
)
routerAdd('POST', '/api/store/desk/parcels/labels', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/parcel-bookings.js`).labels(e)),
)
