$app.onServe().bindFunc((e) => {
  require(`${__hooks}/schema.js`).sayDifferences($app)
  e.next()
})

$app.rootCmd.addCommand(
  new Command({
    use: 'store-schema',
    short: 'Writes what differs from the schema of a new store as JSON to the file given as the argument',
    run: (_, args) => require(`${__hooks}/schema.js`).writeDifferences($app, args[0]),
  }),
)

$app.rootCmd.addCommand(
  new Command({
    use: 'store-schema-repair',
    short: 'Brings the schema back to that of a new store; deletes nothing',
    run: () => require(`${__hooks}/schema.js`).repairSchema($app),
  }),
)
