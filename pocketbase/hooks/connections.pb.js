onBootstrap((e) => {
  e.next()
  require(`${__hooks}/connections.js`).keepConnectionsSmall(e.app)
})
