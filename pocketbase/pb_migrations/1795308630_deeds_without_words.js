/// <reference path="../pb_data/types.d.ts" />

/** What was done with people's words is told without them: those go when their writer, or the shop, deletes them. */
const DEEDS = {
  'Answered the message from %': 'Answered the message',
  'Deleted the comment “%': 'Deleted a comment',
  'Replied to the review “%': 'Replied to a review',
  'Published the review “%': 'Published a review',
  'Hid the review “%': 'Hid a review',
}

migrate(
  (app) => {
    for (const [told, what] of Object.entries(DEEDS))
      app.db().newQuery('UPDATE desk_log SET what = {:what} WHERE what LIKE {:told}').bind({ what, told }).execute()
    // Mail servers name whom they refuse; of orders that address is kept anyway.
    app
      .db()
      .newQuery(`UPDATE outbox SET error = 'Refused by the mail server' WHERE error LIKE '%@%' AND "order" = ''`)
      .execute()
  },
  // The words are gone.
  () => undefined,
)
