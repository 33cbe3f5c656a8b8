onRecordValidate((e) => require(`${__hooks}/sums.js`).writeSums(e), 'orders', 'payments', 'bills')
