/// <reference path="../pb_data/types.d.ts" />

const MINUTE = 60
const LIMITS = [
  ['staff:requestPasswordReset', 20, MINUTE],
  ['staff:confirmPasswordReset', 30, MINUTE],
]
const BY_PERSON = 'CREATE INDEX `idx_desk_log_who_created` ON `desk_log` (`who`, `created`)'
const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule']

/** Writes every rule of every collection of the store anew. */
const rewrite = (app, change) => {
  for (const collection of app.findAllCollections()) {
    if (collection.system) continue
    for (const name of RULES) {
      const rule = collection[name]
      if (rule) collection[name] = change(rule)
    }
    app.save(collection)
  }
}

/** Whose rules speak of an account alone mean a shopper's: somebody of the staff is nobody in the shop. */
const SHOPPER = '@request.auth.collectionName = "users"'
const ACCOUNT = 'id = @request.auth.id'
const OWN_ACCOUNT = `(${SHOPPER} && ${ACCOUNT})`

/** People who help at the maker's desk; rules that ask for an account ask for a shopper's. */
migrate(
  (app) => {
    rewrite(app, (rule) =>
      rule
        .replaceAll('@request.auth.id != ""', SHOPPER)
        .replace(/^id = @request\.auth\.id$/, `${SHOPPER} && ${ACCOUNT}`)
        .replace(/^id = @request\.auth\.id \|\|/, `${OWN_ACCOUNT} ||`),
    )
    const staff = new Collection({
      type: 'auth',
      name: 'staff',
      listRule: null,
      viewRule: null,
      createRule: null,
      updateRule: null,
      deleteRule: null,
      authRule: 'disabled = false',
      manageRule: null,
      fields: [
        {
          type: 'text',
          name: 'name',
          required: true,
          max: 80,
          presentable: true,
          help: 'As the others call them.',
        },
        {
          type: 'select',
          name: 'role',
          required: true,
          maxSelect: 1,
          values: ['owner', 'editor', 'packer'],
          help: 'owner: everything at the desk. editor: products, stock, messages. packer: parcels and stock, no money. A change ends their session.',
        },
        { type: 'bool', name: 'disabled', help: 'Is not let in any more. Their session ends at once.' },
        { type: 'date', name: 'last_seen', help: 'When they were at the desk; empty until they first sign in.' },
        { type: 'autodate', name: 'created', onCreate: true },
        { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
      ],
      oauth2: { enabled: false },
      otp: { enabled: false },
      mfa: { enabled: false },
      passwordAuth: { enabled: true, identityFields: ['email'] },
      authToken: { duration: 7 * 24 * 60 * MINUTE },
      passwordResetToken: { duration: 24 * 60 * MINUTE },
      resetPasswordTemplate: {
        subject: 'Your password for the desk of {APP_NAME}',
        body:
          '<p>Hello,</p>\n<p>Here you choose your password for the desk of {APP_NAME}: because the shop has invited you to help, or because you asked for a new one. The link works for a day.</p>\n' +
          '<p><a class="btn" href="{APP_URL}/staff#/password/{TOKEN}" target="_blank" rel="noopener">Choose a password</a></p>\n' +
          '<p>If you expected neither, you can ignore this mail.</p>\n<p>{APP_NAME}</p>',
      },
    })
    app.save(staff)
    const password = staff.fields.getByName('password')
    password.min = 8
    // bcrypt reads no more than 72 bytes; more would be ignored silently.
    password.max = 71
    staff.fields.getByName('email').help = 'Sign-in and mails. Given by the owner of the shop.'
    staff.fields.getByName('emailVisibility').help = 'Says nothing here: nobody but the owner sees these accounts.'
    staff.fields.getByName('verified').help = 'The person has opened the link of a mail.'
    app.save(staff)

    const log = app.findCollectionByNameOrId('desk_log')
    log.indexes = [...log.indexes, BY_PERSON]
    app.save(log)

    const settings = app.settings()
    const known = settings.rateLimits.rules
    settings.rateLimits.rules = [
      ...known,
      ...LIMITS.filter(([label]) => !known.some((rule) => rule.label === label)).map(
        ([label, maxRequests, duration]) => ({ label, audience: '', duration, maxRequests }),
      ),
    ]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = settings.rateLimits.rules.filter(
      (rule) => !LIMITS.some(([label]) => label === rule.label),
    )
    app.save(settings)
    const log = app.findCollectionByNameOrId('desk_log')
    log.indexes = log.indexes.filter((index) => index !== BY_PERSON)
    app.save(log)
    app.delete(app.findCollectionByNameOrId('staff'))
    rewrite(app, (rule) =>
      rule
        .replace(OWN_ACCOUNT, ACCOUNT)
        .replace(`${SHOPPER} && ${ACCOUNT}`, ACCOUNT)
        .replace(/@request\.auth\.collectionName = "users" && (?=user = |public = )/g, '@request.auth.id != "" && '),
    )
  },
)
