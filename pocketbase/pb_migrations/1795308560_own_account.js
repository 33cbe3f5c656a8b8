/// <reference path="../pb_data/types.d.ts" />

const OWN = ['emailVisibility', 'verified', 'created', 'updated']

function hide(app, hidden) {
  const users = app.findCollectionByNameOrId('users')
  for (const name of OWN) users.fields.getByName(name).hidden = hidden
  app.save(users)
}

/**
 * Hidden by the schema: a hook that hid them for each record held a script engine for every reviewer of a list, all at
 * a time. The store shows them to the owner.
 */
migrate(
  (app) => {
    hide(app, true)
    // Nothing else hides an address any more.
    app.db().newQuery('UPDATE users SET emailVisibility = FALSE WHERE emailVisibility').execute()
  },
  (app) => hide(app, false),
)
