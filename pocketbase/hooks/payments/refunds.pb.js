onRecordCreateRequest((e) => require(`${__hooks}/refunds.js`).refundRequest(e), 'refunds')
onRecordCreate((e) => require(`${__hooks}/refunds.js`).refundCreated(e), 'refunds')
onRecordUpdateRequest((e) => require(`${__hooks}/refunds.js`).keepRefund(e), 'refunds')
onRecordUpdate((e) => require(`${__hooks}/refunds.js`).refundUpdated(e), 'refunds')
