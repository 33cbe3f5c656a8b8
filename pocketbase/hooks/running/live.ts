import type { LiveFacts } from '../../../src/domain/site/going-live'
import { plain, rows } from '../lib/rows'

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

// -0 is a number with decimals to PocketBase: a rate of 2.5 is no whole one.
const PRODUCT = { name: '', hsn: '', gst_rate: -0 }

/** Superusers with whether their password is a usual one, never the password itself. */
function guessedSuperusers(superusers: readonly PbRecord[]): LiveFacts['superusers'] {
  return superusers.map((record) => {
    const email = record.getString('email')
    const guesses = [...USUAL_PASSWORDS, email, email.split('@')[0] ?? '']
    return { email, weak: guesses.some((guess) => record.validatePassword(guess)) }
  })
}

const SOAP = "(category = 'soap' OR hsn LIKE '3401%')"
const UNLABELLED = `SELECT COALESCE(SUM(net_quantity = 0), 0) AS quantity,
    COALESCE(SUM(${SOAP} AND ingredients = ''), 0) AS ingredients,
    COALESCE(SUM(${SOAP} AND maker_licence = ''), 0) AS licence
  FROM products WHERE archived = FALSE AND inStock = TRUE`

/** How many products on sale lack what the law wants on their label. */
function unlabelled(app: PbApp): LiveFacts['unlabelled'] {
  const [found] = rows(app, UNLABELLED, {}, { quantity: 0, ingredients: 0, licence: 0 })
  const number = (column: string) => Number(found?.[column] ?? 0)
  return { quantity: number('quantity'), ingredients: number('ingredients'), licence: number('licence') }
}

/**
 * What `judgeFacts` judges: settings, the shop's facts, and the names by which demo records are known.
 * @param guess whether passwords are tried, which takes a second for each superuser; else none counts as weak
 */
export function liveFacts(app: PbApp, guess: boolean): LiveFacts {
  const all = (collection: string, filter = '') => app.findRecordsByFilter(collection, filter, '', 0, 0, {})
  const count = (collection: string, values: { [column: string]: unknown }) =>
    app.countRecords(collection, $dbx.hashExp(values))
  const lacking = (what: string) => app.countRecords('products', $dbx.exp(`archived = FALSE AND price > 0 AND ${what}`))
  const { smtp, backups, rateLimits, superuserIPs } = app.settings()
  const superusers = all('_superusers', `email != "${INSTALLER_EMAIL}"`)
  const [settings] = all('store_settings')
  return {
    smtp: smtp.enabled,
    backupCron: backups.cron,
    backupsElsewhere: backups.s3.enabled,
    rateLimits: rateLimits.enabled,
    superuserIPs: Array.from(superuserIPs ?? []),
    superusers: guess
      ? guessedSuperusers(superusers)
      : superusers.map((record) => ({ email: record.getString('email'), weak: false })),
    secondFactor: app.findCollectionByNameOrId('_superusers').mfa?.enabled === true,
    store: settings ? plain(settings) : {},
    notify: settings?.getString('notify_email') ?? '',
    // By SQL: records of some thousand products take a second.
    products: rows(app, 'SELECT name, hsn, gst_rate FROM products WHERE archived = FALSE', {}, PRODUCT).map((row) => ({
      name: String(row.name),
      hsn: String(row.hsn),
      taxed: Number(row.gst_rate) > 0,
    })),
    unlabelled: unlabelled(app),
    unpictured: lacking("images IN ('', '[]')"),
    undescribed: lacking("description = ''"),
    demoMakers: count('makers', { demo: true, active: true }),
    demoReviewers: app.countRecords('users', $dbx.exp("email LIKE '%@demo.example.com'")),
    demoTestimonials: app.countRecords('testimonials', $dbx.exp("active = TRUE AND name LIKE '%(demo)%'")),
    taxRates: app.countRecords('tax_rates'),
    strayPayments: count('payment_events', { review: true }),
    pages: all('pages', 'published = true').map((page) => page.getString('slug')),
  }
}

/** Writes to `file` what `npm run check:live` judges. */
export function writeLiveFacts(app: PbApp, file: string): void {
  $os.writeFile(file, JSON.stringify(liveFacts(app, true)), 0o600)
}
