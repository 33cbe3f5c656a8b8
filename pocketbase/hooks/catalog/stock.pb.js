onRecordCreate((e) => require(`${__hooks}/stock.js`).movementCreated(e), 'stock_movements')
onRecordUpdateRequest((e) => require(`${__hooks}/stock.js`).refuseLedgerEdit(e), 'stock_movements')
