// Without a collection: every one, those of later migrations too.
onRecordsListRequest((e) =>
  require(`${__hooks}/queries.js`).refuseDetour(e, {
    products: (found) => require(`${__hooks}/certain-offers.js`).tellOffers(e.app, found),
    orders: (found) => require(`${__hooks}/refunds.js`).tellDelayed(e.app, found),
  }),
)
onRecordViewRequest((e) =>
  require(`${__hooks}/queries.js`).refuseFarExpand(e, (products) => {
    require(`${__hooks}/certain-offers.js`).tellOffers(e.app, products)
    for (const product of products) require(`${__hooks}/stock.js`).tellLeft(e.app, product)
  }),
)
onRecordCreateRequest((e) => require(`${__hooks}/queries.js`).refuseFarExpand(e))
onRecordUpdateRequest((e) => require(`${__hooks}/queries.js`).refuseFarExpand(e))
onRecordAuthRequest((e) => require(`${__hooks}/queries.js`).refuseFarExpand(e))

routerUse(new Middleware((e) => require(`${__hooks}/queries.js`).guard(e), 0, 'storeGuard'))

// Of a subscription's request, bytes: PocketBase would read 32 MB of topics before it asks whether they are allowed.
const SUBSCRIBE_BYTES = 64 * 1024

// A middleware holds one of the few script engines until its request is answered: realtime connections for minutes,
// pictures for as long as a slow line takes. So only the guarded routes get it: two routers, with and without, behind
// a third that knows their patterns alone.
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
      router.middlewares = [...router.middlewares, $apis.bodyLimit(SUBSCRIBE_BYTES)]
      const short = router.buildMux()
      router.middlewares = middlewares
      e.next()
      const guarded = e.server.handler
      router.routerGroup = routes.group('/.entrance')
      const entrance = router.buildMux()
      entrance.handle('/', open)
      entrance.handle('POST /api/realtime', short)
      for (const pattern of require(`${__hooks}/queries.js`).guardedRoutes()) entrance.handle(pattern, guarded)
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
