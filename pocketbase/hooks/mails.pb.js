cronAdd('store-outbox', '* * * * *', () => require(`${__hooks}/mails.js`).sendMails($app))
