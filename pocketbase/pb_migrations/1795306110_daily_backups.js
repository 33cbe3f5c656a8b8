/// <reference path="../pb_data/types.d.ts" />

/** A backup every night, seven kept, unless the owner has set times already. They lie beside the data: copying them elsewhere is the owner's. */
const NIGHTLY = '30 20 * * *' // UTC: two at night in India
const KEPT = 7

migrate(
  (app) => {
    const settings = app.settings()
    if (settings.backups.cron !== '') return
    settings.backups.cron = NIGHTLY
    settings.backups.cronMaxKeep = KEPT
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    if (settings.backups.cron !== NIGHTLY) return
    settings.backups.cron = ''
    app.save(settings)
  },
)
