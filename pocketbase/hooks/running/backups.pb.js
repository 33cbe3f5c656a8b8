// Between the other hourly jobs, and after the night's own backup.
cronAdd('store-backup', '47 * * * *', () => require(`${__hooks}/backups.js`).catchUpBackup($app))
