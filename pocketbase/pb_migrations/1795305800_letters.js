/// <reference path="../pb_data/types.d.ts" />

/** The outbox takes every mail: messages of the contact page and those about accounts too, not only what tells of orders. */
migrate(
  (app) => {
    const outbox = app.findCollectionByNameOrId('outbox')
    outbox.fields.add(
      new RelationField({
        name: 'message',
        collectionId: app.findCollectionByNameOrId('messages').id,
        maxSelect: 1,
        cascadeDelete: true,
        help: 'The message from the contact page it brings you.',
      }),
      new TextField({
        name: 'sealed',
        max: 200000,
        help: 'A mail about an account, unreadable outside the running store: its link opens the account. Gone when it is sent.',
      }),
    )
    app.save(outbox)
  },
  (app) => {
    const outbox = app.findCollectionByNameOrId('outbox')
    for (const field of ['message', 'sealed']) outbox.fields.removeByName(field)
    app.save(outbox)
  },
)
