/// <reference path="../pb_data/types.d.ts" />

/** Shoppers' accounts, their addresses and their carts. */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    users.listRule = 'id = @request.auth.id'
    // The name and picture of reviewers are seen beside their words once `reviews` exists; see that migration.
    users.viewRule = 'id = @request.auth.id'
    users.createRule = ''
    users.updateRule = 'id = @request.auth.id'
    // Everybody may erase their account (Digital Personal Data Protection Act 2023, section 12). Orders stay: they
    // carry the buyer's data themselves, as tax law asks.
    users.deleteRule = 'id = @request.auth.id'

    const name = users.fields.getByName('name')
    name.max = 80
    name.presentable = true
    name.help = 'Shown beside reviews and comments.'
    const avatar = users.fields.getByName('avatar')
    avatar.maxSize = 5242880
    avatar.mimeTypes = ['image/jpeg', 'image/png', 'image/webp']
    avatar.thumbs = ['100x100', '300x300']
    avatar.help = 'Picture of the person: JPEG, PNG or WebP of at most 5 MB.'
    const password = users.fields.getByName('password')
    password.min = 8
    // bcrypt reads no more than 72 bytes; more would be ignored silently.
    password.max = 71
    users.fields.getByName('email').help = 'Sign-in and mails. Only the person sees it.'
    users.fields.getByName('emailVisibility').help = 'Always off: nobody else sees an e-mail address.'
    users.fields.getByName('verified').help = 'The person has opened the link in the verification mail.'

    // PocketBase's own mails link to the admin UI. These lead to the store. The token stands in the fragment (#), which
    // browsers never send: it reaches no server log, no proxy log and no Referer header.
    users.verificationTemplate = {
      subject: 'Confirm your email for {APP_NAME}',
      body:
        '<p>Hello,</p>\n<p>Please confirm that this is your email address at {APP_NAME}.</p>\n' +
        '<p><a class="btn" href="{APP_URL}/auth/login?mail=verify#token={TOKEN}" target="_blank" rel="noopener">Confirm email</a></p>\n' +
        '<p>If you did not create an account, you can ignore this mail.</p>\n<p>{APP_NAME}</p>',
    }
    users.resetPasswordTemplate = {
      subject: 'Choose a new password for {APP_NAME}',
      body:
        '<p>Hello,</p>\n<p>Somebody asked for a new password for your account at {APP_NAME}. The link works for 30 minutes.</p>\n' +
        '<p><a class="btn" href="{APP_URL}/auth/reset-password#token={TOKEN}" target="_blank" rel="noopener">Choose a new password</a></p>\n' +
        '<p>If it was not you, you can ignore this mail; your password stays as it is.</p>\n<p>{APP_NAME}</p>',
    }
    users.confirmEmailChangeTemplate = {
      subject: 'Confirm your new email for {APP_NAME}',
      body:
        '<p>Hello,</p>\n<p>Please confirm that your account at {APP_NAME} should use this email address from now on.</p>\n' +
        '<p><a class="btn" href="{APP_URL}/auth/login?mail=email#token={TOKEN}" target="_blank" rel="noopener">Confirm new email</a></p>\n' +
        '<p>If you did not ask for this, you can ignore this mail.</p>\n<p>{APP_NAME}</p>',
    }
    app.save(users)

    const owned = '@request.auth.id != "" && user = @request.auth.id'
    const staysOwned = `${owned} && @request.body.user:changed = false`

    app.save(
      new Collection({
        type: 'base',
        name: 'addresses',
        listRule: owned,
        viewRule: owned,
        createRule: owned,
        updateRule: staysOwned,
        deleteRule: owned,
        fields: [
          {
            type: 'relation',
            name: 'user',
            collectionId: users.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            help: 'Whose address it is.',
          },
          {
            type: 'text',
            name: 'label',
            max: 40,
            presentable: true,
            help: 'The person’s own word for it, such as Home or Office.',
          },
          { type: 'text', name: 'name', required: true, max: 80, presentable: true, help: 'Who receives the parcel.' },
          {
            type: 'text',
            name: 'phone',
            required: true,
            max: 20,
            help: 'Indian mobile number for the courier, kept as +91 and ten digits.',
          },
          { type: 'text', name: 'line1', required: true, max: 120, help: 'House, building and street.' },
          { type: 'text', name: 'line2', max: 120, help: 'More of the address, if one line is not enough.' },
          { type: 'text', name: 'landmark', max: 120, help: 'Something nearby that helps the courier.' },
          { type: 'text', name: 'city', required: true, max: 60, presentable: true, help: 'City, town or village.' },
          { type: 'text', name: 'state', required: true, max: 60, help: 'Two-letter code of the state, such as KA.' },
          { type: 'text', name: 'pincode', required: true, max: 12, help: 'PIN code, six digits.' },
          {
            type: 'bool',
            name: 'is_default',
            help: 'Offered first at checkout. Setting it here takes it off the person’s other addresses.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE INDEX `idx_addresses_user` ON `addresses` (`user`, `created`)'],
      }),
    )

    app.save(
      new Collection({
        type: 'base',
        name: 'carts',
        listRule: owned,
        viewRule: owned,
        createRule: owned,
        updateRule: staysOwned,
        deleteRule: owned,
        fields: [
          {
            type: 'relation',
            name: 'user',
            collectionId: users.id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'Whose cart it is; one for each person.',
          },
          {
            type: 'json',
            name: 'items',
            maxSize: 65536,
            help: 'The lines as the shopper’s browser keeps them. Prices here are only for display: orders are priced by the store.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_carts_user` ON `carts` (`user`)'],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('carts'))
    app.delete(app.findCollectionByNameOrId('addresses'))

    const users = app.findCollectionByNameOrId('users')
    const name = users.fields.getByName('name')
    name.max = 255
    name.presentable = false
    const avatar = users.fields.getByName('avatar')
    avatar.maxSize = 0
    avatar.mimeTypes = ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp']
    avatar.thumbs = []
    users.fields.getByName('password').max = 0
    for (const field of ['name', 'avatar', 'email', 'emailVisibility', 'verified'])
      users.fields.getByName(field).help = ''
    users.verificationTemplate = {
      subject: 'Verify your {APP_NAME} email',
      body: '<p><a href="{APP_URL}/_/#/auth/confirm-verification/{TOKEN}">Verify</a></p>',
    }
    users.resetPasswordTemplate = {
      subject: 'Reset your {APP_NAME} password',
      body: '<p><a href="{APP_URL}/_/#/auth/confirm-password-reset/{TOKEN}">Reset password</a></p>',
    }
    users.confirmEmailChangeTemplate = {
      subject: 'Confirm your {APP_NAME} new email address',
      body: '<p><a href="{APP_URL}/_/#/auth/confirm-email-change/{TOKEN}">Confirm new email</a></p>',
    }
    app.save(users)
  },
)
