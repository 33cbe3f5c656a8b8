/// <reference path="../pb_data/types.d.ts" />

/** Questions about PIN codes from one address; name, tries, seconds. A crowd behind one address types each code once. */
const LIMIT = ['GET /api/store/pin/', 600, 60]

/** India Post's directory of PIN codes, brought in by the owner: what is in place, and a row for each code. */
migrate(
  (app) => {
    const inside = (name, fields, indexes) =>
      app.save(
        new Collection({
          type: 'base',
          name,
          listRule: null,
          viewRule: null,
          createRule: null,
          updateRule: null,
          deleteRule: null,
          fields: [
            ...fields,
            { type: 'autodate', name: 'created', onCreate: true },
            { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
          ],
          indexes,
        }),
      )
    const count = (name, help) => ({ type: 'number', name, onlyInt: true, min: 0, help })
    inside(
      'pin_directories',
      [
        { type: 'text', name: 'file', max: 200, presentable: true, help: 'The file it came from.' },
        count('edition', 'Which rows of pin_codes belong to it. Kept by the store.'),
        count('pins', 'PIN codes in it.'),
        count('offices', 'Post offices in the file.'),
        count('states', 'States and territories in it.'),
        { type: 'date', name: 'since', help: 'In place since then. Empty: it is not whole, and nobody is told of it.' },
        { type: 'text', name: 'key', max: 64, help: 'What its import is called. Kept by the store.' },
      ],
      ['CREATE UNIQUE INDEX `idx_pin_directories_edition` ON `pin_directories` (`edition`)'],
    )
    inside(
      'pin_codes',
      [
        count('edition', 'The directory it belongs to. Kept by the store.'),
        {
          type: 'text',
          name: 'pincode',
          required: true,
          max: 6,
          pattern: '^[1-9][0-9]{5}$',
          presentable: true,
          help: 'Six digits.',
        },
        { type: 'text', name: 'state', max: 2, help: 'Its two-letter code, such as KA. Empty: by the first digits.' },
        { type: 'text', name: 'district', max: 60, presentable: true, help: 'What checkout suggests as the city.' },
        { type: 'text', name: 'office', max: 60, presentable: true, help: 'The post office it is named after.' },
      ],
      ['CREATE UNIQUE INDEX `idx_pin_codes_pincode` ON `pin_codes` (`edition`, `pincode`)'],
    )
    const settings = app.settings()
    const [label, maxRequests, duration] = LIMIT
    settings.rateLimits.rules = [...settings.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = settings.rateLimits.rules.filter((rule) => rule.label !== LIMIT[0])
    app.save(settings)
    for (const name of ['pin_codes', 'pin_directories']) app.delete(app.findCollectionByNameOrId(name))
  },
)
