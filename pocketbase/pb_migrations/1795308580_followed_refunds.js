/// <reference path="../pb_data/types.d.ts" />

/** What a bank was at work on for the provider's dashboard was never asked about: it is from now on. */
migrate(
  (app) => {
    app
      .db()
      .newQuery(
        `UPDATE refunds SET next_try_at = created
          WHERE reason = 'at_provider' AND status = 'pending' AND next_try_at = ''`,
      )
      .execute()
  },
  () => undefined,
)
