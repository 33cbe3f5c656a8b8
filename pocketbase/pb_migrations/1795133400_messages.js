/// <reference path="../pb_data/types.d.ts" />

/** What people write through the contact page. Only the store writes here and only superusers read. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'messages',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'name', required: true, max: 80, presentable: true, help: 'Who wrote.' },
          { type: 'email', name: 'email', required: true, presentable: true, help: 'Where to answer.' },
          { type: 'text', name: 'message', required: true, max: 4000, help: 'What they wrote.' },
          {
            type: 'bool',
            name: 'suspicious',
            help: 'Looks as if a program had written it, so it was not mailed to you.',
          },
          {
            type: 'bool',
            name: 'mailed',
            help: 'Whether it was handed to your mail server. If not, read and answer it here.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE INDEX `idx_messages_created` ON `messages` (`created`)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('messages')),
)
