routerAdd('POST', '/api/store/webhooks/razorpay', (e) => require(`${__hooks}/webhooks.js`).takeEvent(e, 'razorpay'))
