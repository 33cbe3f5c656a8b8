$app.onServe().bind({
  func: (e) => {
    const second = 1_000_000_000
    // A line that says nothing. PocketBase leaves the first at a minute and the second at five; bodies and answers
    // keep theirs: backups are long.
    e.server.readHeaderTimeout = 20 * second
    e.server.idleTimeout = 120 * second
    // Of a request's address and headers. Go takes a megabyte: to read a search of that length was 30 s of work.
    e.server.maxHeaderBytes = 32 * 1024
    e.next()
  },
})
