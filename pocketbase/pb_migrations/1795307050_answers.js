/// <reference path="../pb_data/types.d.ts" />

/** What the shop answers to messages, and texts it answers with again and again. */
migrate(
  (app) => {
    const messages = app.findCollectionByNameOrId('messages')
    messages.fields.add(
      new TextField({ name: 'answer', max: 4000, help: 'What you answered, by mail. Written at the desk.' }),
      new DateField({ name: 'answered_at', help: 'When you answered, or said that it needs no answer.' }),
    )
    messages.addIndex('idx_messages_answered', false, '`answered_at`, `created`', '')
    app.save(messages)
    // Those of before were answered from the shop's mailbox, or not at all.
    app.db().newQuery('UPDATE messages SET answered_at = created').execute()

    app.save(
      new Collection({
        type: 'base',
        name: 'answer_templates',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'name', required: true, max: 80, presentable: true, help: 'What you call it.' },
          {
            type: 'text',
            name: 'text',
            required: true,
            max: 4000,
            help: 'The answer. {name} becomes the name of whoever wrote.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('answer_templates'))
    const messages = app.findCollectionByNameOrId('messages')
    messages.removeIndex('idx_messages_answered')
    for (const name of ['answer', 'answered_at']) messages.fields.removeByName(name)
    app.save(messages)
  },
)
