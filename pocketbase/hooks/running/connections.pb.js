onBootstrap((e) => {
  e.next()
  require(`${__hooks}/connections.js`).limitConnections(e.app)
})
