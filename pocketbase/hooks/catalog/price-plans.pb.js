// Each minute, at its beginning, and at once when the store starts: what fell due meanwhile is made up for.
cronAdd('store-prices', '* * * * *', () => require(`${__hooks}/price-plans.js`).turnPrices($app))
$app.onServe().bindFunc((e) => {
  require(`${__hooks}/price-plans.js`).turnPrices($app)
  e.next()
})

const turnChanged = (e) => {
  e.next()
  require(`${__hooks}/price-plans.js`).plansChanged($app)
}
onRecordAfterCreateSuccess(turnChanged, 'price_plans')
onRecordAfterUpdateSuccess(turnChanged, 'price_plans')
onRecordAfterDeleteSuccess(turnChanged, 'price_plans')
