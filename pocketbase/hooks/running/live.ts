import { parseJson } from '../../../src/domain/json'
import type { LiveFacts } from '../../../src/domain/site/going-live'
import { keptAnswer } from '../lib/kept-answers'
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

/** Superusers with whether their password is a usual one, never the password itself. */
function guessedSuperusers(superusers: readonly PbRecord[]): LiveFacts['superusers'] {
  return superusers.map((record) => {
    const email = record.getString('email')
    const guesses = [...USUAL_PASSWORDS, email, email.split('@')[0] ?? '']
    return { email, weak: guesses.some((guess) => record.validatePassword(guess)) }
  })
}

/** Names of the demo catalogue, where the store was started from a checkout; none elsewhere. */
function demoNames(): string[] {
  try {
    const seed = parseJson(toString($os.readFile(`${__hooks}/../seed/products.json`)))
    return Array.isArray(seed) ? seed.map(({ name }) => String(name)) : []
  } catch {
    return []
  }
}

const sum = (what: string, name: string) => `COALESCE(SUM(${what}), 0) AS ${name}`
const SOAP = "inStock = TRUE AND (category = 'soap' OR hsn LIKE '3401%')"
/** What products lack, of those that are not archived: all of it in one walk, which 50,000 products make a long one. */
const LACKING = `SELECT COUNT(*) AS products, ${sum("hsn = ''", 'uncoded')},
    ${sum("hsn != '' AND gst_rate <= 0", 'unrated')},
    ${sum('name IN (SELECT value FROM json_each({:demo}))', 'demoProducts')},
    ${sum('inStock = TRUE AND net_quantity = 0', 'quantity')},
    ${sum(`ingredients = '' AND ${SOAP}`, 'ingredients')}, ${sum(`maker_licence = '' AND ${SOAP}`, 'licence')},
    ${sum("price > 0 AND images IN ('', '[]')", 'unpictured')}, ${sum("price > 0 AND description = ''", 'undescribed')}
  FROM products WHERE archived = FALSE`
const LACKS = {
  ...{ products: 0, uncoded: 0, unrated: 0, demoProducts: 0, quantity: 0, ingredients: 0, licence: 0 },
  ...{ unpictured: 0, undescribed: 0 },
}

type ProductFacts = Pick<
  LiveFacts,
  'products' | 'uncoded' | 'unrated' | 'demoProducts' | 'unlabelled' | 'unpictured' | 'undescribed'
>

/** Looked at anew when a product has changed. */
function productFacts(app: PbApp): ProductFacts {
  return keptAnswer(app, 'live:products', () => {
    const [found] = rows(app, LACKING, { demo: JSON.stringify(demoNames()) }, LACKS)
    const { quantity, ingredients, licence, ...facts } = found ?? LACKS
    return { ...facts, unlabelled: { quantity, ingredients, licence } }
  })
}

/**
 * What `judgeFacts` judges: settings, the shop's facts, and the names by which demo records are known.
 * @param guess whether passwords are tried, which takes a second for each superuser; else none counts as weak
 */
export function liveFacts(app: PbApp, guess: boolean): LiveFacts {
  const all = (collection: string, filter = '') => app.findRecordsByFilter(collection, filter, '', 0, 0, {})
  const count = (collection: string, values: { [column: string]: unknown }) =>
    app.countRecords(collection, $dbx.hashExp(values))
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
    ...productFacts(app),
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
