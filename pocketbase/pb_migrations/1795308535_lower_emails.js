/// <reference path="../pb_data/types.d.ts" />

/** Accounts' addresses in lower case, as forms send them. Of two that differ by capitals alone, both stay. */
migrate(
  (app) => {
    app.db().newQuery('UPDATE OR IGNORE users SET email = lower(email) WHERE email != lower(email)').execute()
  },
  // Which capitals there were is not kept.
  () => undefined,
)
