routerAdd('GET', '/api/store/desk/csv/{list}', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-csv.js`).csvPage(e)),
)
routerAdd('POST', '/api/store/desk/csv/rows', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-csv.js`).csvRows(e)),
)
routerAdd('POST', '/api/store/desk/csv/undo', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-csv.js`).csvUndo(e)),
)
