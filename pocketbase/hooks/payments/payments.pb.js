// Whoever was asking the gateway has ended with the process before: their tries to pay are free at once.
$app.onServe().bind({
  id: 'storeClaims',
  func: (e) => {
    e.app.db().newQuery("UPDATE payments SET claimed_until = '' WHERE claimed_until != ''").execute()
    e.next()
  },
})

routerAdd('POST', '/api/store/orders/{id}/payment', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/payment-routes.js`).pay(e)),
)
routerAdd('POST', '/api/store/orders/{id}/payment/verify', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/payment-routes.js`).verify(e)),
)
routerAdd('POST', '/api/store/orders/{id}/payment/check', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/payment-routes.js`).check(e)),
)
routerAdd('POST', '/api/store/orders/{id}/payment/test', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/payment-routes.js`).testPayment(e)),
)
// Whoever comes from the bank's page would see the refusal itself: nobody is turned away.
routerAdd('POST', '/api/store/payment/return', (e) => require(`${__hooks}/payment-routes.js`).receiveReturn(e))

onRecordUpdateRequest((e) => require(`${__hooks}/payment-routes.js`).keepPayment(e), 'payments', 'payment_events')
