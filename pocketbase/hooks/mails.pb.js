$app.store().set('mails:key', $security.randomString(40))
$app.store().set('mails:seal', $security.randomString(32))

routerAdd('POST', '/.mails/send', (e) => require(`${__hooks}/mails.js`).sendNow(e), $apis.skipSuccessActivityLog())
// After configuration.pb.js: a store without a mail server writes its mails to the log.
onMailerSend((e) => require(`${__hooks}/mails.js`).queueAccountMail(e))

cronAdd('store-outbox', '* * * * *', () => require(`${__hooks}/mails.js`).sendMails($app))
