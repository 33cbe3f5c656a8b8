$app.rootCmd.addCommand(
  new Command({
    use: 'store-live',
    short: 'Writes what must be looked at before the store is opened, as JSON, to the file given as the argument',
    run: (_, args) => require(`${__hooks}/live.js`).writeLiveFacts($app, args[0]),
  }),
)
