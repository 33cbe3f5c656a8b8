routerAdd('GET', '/api/store/orders/{id}/bill', (e) => require(`${__hooks}/bills.js`).showBill(e))

onRecordCreateRequest(() => require(`${__hooks}/bills.js`).refuseBillChange(), 'bills')
onRecordUpdate(() => require(`${__hooks}/bills.js`).refuseBillChange(), 'bills')
onRecordDelete(() => require(`${__hooks}/bills.js`).refuseBillChange(), 'bills')

onRecordCreateExecute((e) => require(`${__hooks}/bills.js`).creditRefund(e), 'refunds')
onRecordUpdateExecute((e) => require(`${__hooks}/bills.js`).creditRefund(e), 'refunds')
