/// <reference path="../pb_data/types.d.ts" />

/** Addresses of staff in lower case, as those of shoppers are, and what they did under them in the log of the desk. */
migrate(
  (app) => {
    app.db().newQuery('UPDATE OR IGNORE staff SET email = lower(email) WHERE email != lower(email)').execute()
    app
      .db()
      .newQuery(
        `UPDATE desk_log SET who = lower(who) WHERE who != lower(who)
         AND lower(who) IN (SELECT email FROM staff) AND who NOT IN (SELECT email FROM staff)`,
      )
      .execute()
  },
  // Which capitals there were is not kept.
  () => undefined,
)
