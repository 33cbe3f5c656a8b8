// Each minute, at its beginning, and at once when the store starts: what fell due meanwhile is made up for.
cronAdd('store-prices', '* * * * *', () => require(`${__hooks}/price-plans.js`).turnPrices($app))
$app.onServe().bindFunc((e) => {
  require(`${__hooks}/price-plans.js`).turnPrices($app)
  e.next()
})

onRecordAfterCreateSuccess((e) => {
  e.next()
  require(`${__hooks}/price-plans.js`).plansChanged($app)
}, 'price_plans')
onRecordAfterUpdateSuccess((e) => {
  e.next()
  require(`${__hooks}/price-plans.js`).plansChanged($app)
}, 'price_plans')
onRecordAfterDeleteSuccess((e) => {
  e.next()
  require(`${__hooks}/price-plans.js`).plansChanged($app)
}, 'price_plans')
