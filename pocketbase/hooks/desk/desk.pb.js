$app.onServe().bindFunc((e) => {
  require(`${__hooks}/desk-extension.js`).offerDesk(e)
  return e.next()
})

routerAdd('GET', '/api/store/desk/today', (e) =>
  require(`${__hooks}/engines.js`).admit(e, () => require(`${__hooks}/desk-today.js`).today(e)),
)
