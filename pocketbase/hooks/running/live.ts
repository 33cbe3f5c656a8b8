import { plain } from '../lib/rows'

/** PocketBase's own, for its first-run page; nobody's. */
const INSTALLER_EMAIL = '__pbinstaller@example.com'

/**
 * Passwords that are tried first by everybody who should not be in. Each costs a tenth of a second, on purpose of
 * bcrypt.
 */
const USUAL_PASSWORDS = [
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'password123',
  'Password123',
  'admin123',
  'administrator',
  'changeme',
  'change-me',
  'qwerty123',
  'letmein123',
  'sabunjhola',
  'sabun-jhola',
]

/**
 * Writes to `file` what `npm run check:live` judges: settings, superusers (whether their password is a usual one,
 * never the password itself), the shop's facts, and the names by which demo records are known.
 */
export function writeLiveFacts(app: PbApp, file: string): void {
  const all = (collection: string, filter = '') => app.findRecordsByFilter(collection, filter, '', 0, 0, {})
  const { smtp, backups, rateLimits, superuserIPs } = app.settings()
  const superusers = all('_superusers', `email != "${INSTALLER_EMAIL}"`).map((record) => {
    const email = record.getString('email')
    const guesses = [...USUAL_PASSWORDS, email, email.split('@')[0] ?? '']
    return { email, weak: guesses.some((guess) => record.validatePassword(guess)) }
  })
  const collection = app.findCollectionByNameOrId('_superusers')
  const [settings] = all('store_settings')
  const home = all('homepage_config', 'is_active = true')[0]
  const facts = {
    smtp: smtp.enabled,
    backupCron: backups.cron,
    backupsElsewhere: backups.s3.enabled,
    rateLimits: rateLimits.enabled,
    superuserIPs: Array.from(superuserIPs ?? []),
    superusers,
    secondFactor: collection.mfa?.enabled === true,
    store: settings ? plain(settings) : {},
    notify: settings?.getString('notify_email') ?? '',
    products: all('products', 'archived = false').map((product) => ({
      name: product.getString('name'),
      hsn: product.getString('hsn'),
      taxed: product.getFloat('gst_rate') > 0,
    })),
    demoMakers: all('makers', 'demo = true && active = true').length,
    demoReviewers: all('users', 'email ~ "%@demo.example.com"').length,
    testimonials: home ? home.getBool('show_testimonials') : true,
    taxRates: all('tax_rates').length,
    strayPayments: all('payment_events', 'review = true').length,
    pages: all('pages', 'published = true').map((page) => page.getString('slug')),
  }
  $os.writeFile(file, JSON.stringify(facts), 0o600)
}
