// Without a collection: every one, those of later migrations too.
onRecordsListRequest((e) =>
  require(`${__hooks}/queries.js`).refuseDetour(e, {
    products: (found) => require(`${__hooks}/certain-offers.js`).tellOffers(e.app, found),
    orders: (found) => require(`${__hooks}/refunds.js`).tellDelayed(e.app, found),
    users: (found) => require(`${__hooks}/accounts.js`).showOwn(e, found),
  }),
)
onRecordViewRequest((e) =>
  require(`${__hooks}/queries.js`).refuseFarExpand(e, {
    products: (found) => {
      require(`${__hooks}/certain-offers.js`).tellOffers(e.app, found)
      for (const product of found) require(`${__hooks}/stock.js`).tellLeft(e.app, product)
    },
    users: (found) => require(`${__hooks}/accounts.js`).showOwn(e, found),
  }),
)
onRecordCreateRequest((e) => require(`${__hooks}/queries.js`).refuseFarExpand(e))
onRecordUpdateRequest((e) =>
  require(`${__hooks}/queries.js`).refuseFarExpand(e, {
    users: (found) => require(`${__hooks}/accounts.js`).showOwn(e, found),
  }),
)
onRecordAuthRequest((e) =>
  require(`${__hooks}/queries.js`).refuseFarExpand(e, {
    users: (found) => require(`${__hooks}/accounts.js`).showOwn({ auth: e.record }, found),
  }),
)

routerUse(new Middleware((e) => require(`${__hooks}/queries.js`).guard(e), 0, 'storeGuard'))

// Of a sign-in, a subscription and the like, bytes: PocketBase would read 32 MB before it asks whether it may.
const SHORT_BODY = 64 * 1024

// A middleware holds one of the few script engines until its request is answered: realtime connections for minutes,
// pictures for as long as a slow line takes. So only the guarded routes get it: routers with and without it and the
// limit, behind one that knows their patterns alone.
$app.onServe().bind({
  id: 'storeEntrance',
  // After every route is registered; those of the admin UI's extensions are at 9999.
  priority: 99_999,
  func: (e) => {
    const { router } = e
    const middlewares = Array.from(router.middlewares)
    const routes = router.routerGroup
    try {
      router.middlewares = middlewares.filter((one) => !one.id.startsWith('store'))
      const open = router.buildMux()
      const limit = $apis.bodyLimit(SHORT_BODY)
      // By its own name a route's limit would take its place.
      limit.id = 'shortBody'
      router.middlewares = [...router.middlewares, limit]
      const short = router.buildMux()
      router.middlewares = [...middlewares, limit]
      const guarded = router.buildMux()
      router.middlewares = middlewares
      e.next()
      const saves = e.server.handler
      router.routerGroup = routes.group('/.entrance')
      const entrance = router.buildMux()
      const { guardedRoutes, saveRoutes, shortRoutes } = require(`${__hooks}/queries.js`)
      entrance.handle('/', open)
      for (const pattern of shortRoutes()) entrance.handle(pattern, short)
      for (const pattern of guardedRoutes()) entrance.handle(pattern, guarded)
      for (const pattern of saveRoutes()) entrance.handle(pattern, saves)
      e.server.handler = entrance
    } catch (error) {
      // A later PocketBase built otherwise: slower, and as safe.
      if (!e.server.handler) throw error
      console.error(`The guard of lists stands before every route: ${error}`)
    } finally {
      router.routerGroup = routes
      router.middlewares = middlewares
    }
  },
})
