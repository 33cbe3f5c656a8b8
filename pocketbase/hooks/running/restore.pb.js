onBackupRestore((e) => {
  require(`${__hooks}/restore.js`).layOutMigrations(e.app)
  e.next()
})
