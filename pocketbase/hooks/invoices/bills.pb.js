routerAdd('GET', '/api/store/orders/{id}/bill', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/invoices.js`).showInvoice(e)),
)

onRecordCreateRequest(() => require(`${__hooks}/invoices.js`).refuseInvoiceChange(), 'bills')
onRecordUpdate(() => require(`${__hooks}/invoices.js`).refuseInvoiceChange(), 'bills')
onRecordDelete(() => require(`${__hooks}/invoices.js`).refuseInvoiceChange(), 'bills')

onRecordCreateExecute((e) => require(`${__hooks}/invoices.js`).creditRefund(e), 'refunds')
onRecordUpdateExecute((e) => require(`${__hooks}/invoices.js`).creditRefund(e), 'refunds')
