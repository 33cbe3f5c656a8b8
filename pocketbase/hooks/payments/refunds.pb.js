onRecordCreateRequest((e) => require(`${__hooks}/refunds-by-hand.js`).refundRequest(e), 'refunds')
onRecordCreate((e) => require(`${__hooks}/refunds-by-hand.js`).refundCreated(e), 'refunds')
onRecordUpdateRequest((e) => require(`${__hooks}/refunds-by-hand.js`).keepRefund(e), 'refunds')
onRecordUpdate((e) => require(`${__hooks}/refunds-by-hand.js`).refundUpdated(e), 'refunds')
