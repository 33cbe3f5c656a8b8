onBootstrap((e) => {
  e.next()
  require(`${__hooks}/configuration.js`).applyEnvironment(e.app)
})

onRecordAfterCreateSuccess((e) => {
  e.next()
  require(`${__hooks}/configuration.js`).followShopName(e.app)
}, 'store_settings')
onRecordAfterUpdateSuccess((e) => {
  e.next()
  require(`${__hooks}/configuration.js`).followShopName(e.app)
}, 'store_settings')

$app.rootCmd.addCommand(
  new Command({
    use: 'store-state',
    short: 'Writes what the data folder holds as JSON to the file given as the argument',
    run: (_, args) =>
      require(`${__hooks}/configuration.js`).writeState(
        $app,
        args[0],
        require(`${__hooks}/schema.js`).differences($app),
      ),
  }),
)

$app.rootCmd.addCommand(
  new Command({
    use: 'store-superuser',
    short: 'Creates or updates the superuser of STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD',
    run: () => require(`${__hooks}/configuration.js`).saveSuperuser($app),
  }),
)
