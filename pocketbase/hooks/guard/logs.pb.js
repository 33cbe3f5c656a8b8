onModelCreate((e) => require(`${__hooks}/logs.js`).throttleLogLine(e), '_logs')

cronAdd('store-logs', '7 * * * *', () => require(`${__hooks}/logs.js`).dropOldLines($app))
