cronAdd('store-expire', '* * * * *', () => require(`${__hooks}/reconciler.js`).expireOrders($app))
cronAdd('store-reconcile', '* * * * *', () => require(`${__hooks}/reconciler.js`).reconcilePayments($app))
cronAdd('store-refunds', '* * * * *', () => require(`${__hooks}/reconciler.js`).drainRefunds($app))
