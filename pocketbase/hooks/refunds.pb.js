onRecordCreateRequest((e) => require(`${__hooks}/refunds.js`).refundRequest(e), 'refunds')
onRecordCreate((e) => require(`${__hooks}/refunds.js`).refundCreated(e), 'refunds')
onRecordUpdateRequest(() => require(`${__hooks}/refunds.js`).refuseRefundEdit(), 'refunds')
onRecordDeleteRequest(() => require(`${__hooks}/refunds.js`).refuseRefundEdit(), 'refunds')
