$app.store().set('mails:key', $security.randomString(40))
$app.store().set('mails:seal', $security.randomString(32))

routerAdd('POST', '/.mails/send', (e) => require(`${__hooks}/mails.js`).sendNow(e), $apis.skipSuccessActivityLog())
onMailerSend((e) => require(`${__hooks}/account-mails.js`).queueOrLog(e))

cronAdd('store-outbox', '* * * * *', () => require(`${__hooks}/mails.js`).sendMails($app))
onTerminate((e) => {
  try {
    require(`${__hooks}/mails.js`).endSending()
  } finally {
    e.next()
  }
})
