// A backup says nothing of which process has the folder, and one that is restored does not either.
onBackupCreate((e) => {
  e.exclude = require(`${__hooks}/restore.js`).withLock(e.exclude)
  e.next()
})
onBackupRestore((e) => {
  require(`${__hooks}/restore.js`).layOutMigrations(e.app)
  e.exclude = require(`${__hooks}/restore.js`).withLock(e.exclude)
  e.next()
})
