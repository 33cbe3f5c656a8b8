routerAdd('POST', '/api/store/orders/{id}/payment', (e) => require(`${__hooks}/payments.js`).pay(e))
routerAdd('POST', '/api/store/orders/{id}/payment/verify', (e) => require(`${__hooks}/payments.js`).verify(e))
routerAdd('POST', '/api/store/orders/{id}/payment/check', (e) => require(`${__hooks}/payments.js`).check(e))
routerAdd('POST', '/api/store/orders/{id}/payment/test', (e) => require(`${__hooks}/payments.js`).testPayment(e))
routerAdd('POST', '/api/store/payment/return', (e) => require(`${__hooks}/payments.js`).receiveReturn(e))

onRecordUpdateRequest((e) => require(`${__hooks}/payments.js`).keepPayment(e), 'payments', 'payment_events')
onRecordDeleteRequest(() => require(`${__hooks}/payments.js`).keepReceived(), 'payments')
