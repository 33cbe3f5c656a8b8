// Between the other hourly jobs.
cronAdd('store-waits', '27 * * * *', () => require(`${__hooks}/waits.js`).endWrongWaits($app))
