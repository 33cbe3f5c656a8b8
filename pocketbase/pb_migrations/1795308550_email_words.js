/// <reference path="../pb_data/types.d.ts" />

const COLLECTIONS = [
  'cart_reminders',
  'desk_log',
  'messages',
  'orders',
  'outbox',
  'promotions',
  'staff',
  'stock_alerts',
  'stock_movements',
  'store_settings',
  'subscribers',
  'users',
]
const TEMPLATES = ['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate']

/** A letter that is sent is an email in every help and letter, as it is at the desk and in the shop. */
migrate(
  (app) => {
    for (const name of COLLECTIONS) {
      const collection = app.findCollectionByNameOrId(name)
      for (const field of collection.fields) {
        if (!field.help) continue
        field.help = field.help
          .replace(/\b(a) (?=mail\b)/gi, '$1n ')
          .replace(/\be-mail/g, 'email')
          .replace(/\bE-mail/g, 'Email')
          .replace(/\bmails?\b(?! server)/g, 'e$&')
      }
      for (const template of TEMPLATES) {
        const letter = collection[template]
        if (letter?.body) letter.body = letter.body.replace('can ignore this mail', 'can ignore this email')
      }
      app.save(collection)
    }
  },
  // The words they had say the same.
  () => undefined,
)
