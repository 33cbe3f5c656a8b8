$app.rootCmd.addCommand(
  new Command({
    use: 'seed',
    short: 'Loads the demo shop (seed demo) into a store without products',
    silenceUsage: true,
    runE: (_, args) => require(`${__hooks}/seed.js`).seed($app, args),
  }),
)
