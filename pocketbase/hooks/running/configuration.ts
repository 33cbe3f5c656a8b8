import { isServing, listeningAddress } from '../lib/command-line'
import { maskAddress } from '../lib/mask'
import { newRecord, rows } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import type { Difference } from './schema-shape'

/** The account PocketBase makes for its own first-run page. It is nobody's. */
const INSTALLER_EMAIL = '__pbinstaller@example.com'

/** Records a shop would miss. The settings a migration creates are not among them. */
const SHOP_COLLECTIONS = ['products', 'orders', 'users', 'pages', 'posts', 'slider_images', 'reviews', 'special_offers']

function find(app: PbApp, collection: string): PbCollection | undefined {
  try {
    return app.findCollectionByNameOrId(collection)
  } catch {
    return undefined
  }
}

/** `Name <mail@example.com>` or a bare address. */
function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from)
  return match ? { name: match[1] as string, address: (match[2] as string).trim() } : { name: '', address: from.trim() }
}

/** Assigns what differs and says whether anything did. */
function assign<T extends object>(target: T, wanted: Partial<T>): boolean {
  let changed = false
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const value = wanted[key] as T[keyof T]
    if (JSON.stringify(target[key]) === JSON.stringify(value)) continue
    target[key] = value
    changed = true
  }
  return changed
}

function applySettings(app: PbApp): void {
  const settings = app.settings()
  const host = $os.getenv('SMTP_HOST')
  const port = Number.parseInt($os.getenv('SMTP_PORT') || '587', 10)
  let changed = host
    ? assign(settings.smtp, {
        enabled: true,
        host,
        port,
        username: $os.getenv('SMTP_USERNAME'),
        password: $os.getenv('SMTP_PASSWORD'),
        // 465 speaks TLS from the first byte; every other port is upgraded by STARTTLS where the server offers it.
        tls: port === 465,
      })
    : assign(settings.smtp, { enabled: false, host: '', username: '', password: '' })

  const { address: senderAddress } = parseSender($os.getenv('SMTP_FROM'))
  if (senderAddress) changed = assign(settings.meta, { senderAddress }) || changed
  changed = assign(settings.meta, shopNames(app)) || changed
  const appURL = $os.getenv('STORE_URL').replace(/\/+$/, '') || listeningAddress('localhost')
  if (appURL) changed = assign(settings.meta, { appURL }) || changed

  const headers = $os
    .getenv('STORE_TRUSTED_PROXY_HEADERS')
    .split(',')
    .map((header) => header.trim())
    .filter((header) => header !== '')
  changed = assign(settings.trustedProxy, { headers }) || changed

  if (changed) app.save(settings)
}

/** The shop's name in mails that PocketBase writes, and their sender: `store_name`, unless SMTP_FROM names one. */
function shopNames(app: PbApp): Partial<PbSettings['meta']> {
  const { name } = parseSender($os.getenv('SMTP_FROM'))
  if (!find(app, 'store_settings')) return name ? { senderName: name } : {}
  const { store_name: appName } = storeSettings(app)
  return { appName, senderName: name || appName }
}

/** After a save of `store_settings`: mails of accounts have the shop's name as it is now. */
export function followShopName(app: PbApp): void {
  if (!isServing()) return
  try {
    const settings = app.settings()
    if (assign(settings.meta, shopNames(app))) app.save(settings)
  } catch (error) {
    // Thrown here it would answer 400 to a save that stands. The next start mends it.
    app.logger().error('Emails of accounts keep the shop’s earlier name', 'error', String(error))
  }
}

function applyGoogle(app: PbApp): void {
  const users = find(app, 'users')
  if (!users) return
  const clientId = $os.getenv('GOOGLE_CLIENT_ID')
  const clientSecret = $os.getenv('GOOGLE_CLIENT_SECRET')
  const current = users.oauth2.providers.map(({ name, clientId, clientSecret, authURL, tokenURL, userInfoURL }) => ({
    name,
    clientId,
    clientSecret,
    authURL,
    tokenURL,
    userInfoURL,
  }))
  const wanted = current.filter((provider) => provider.name !== 'google')
  if (clientId && clientSecret) {
    wanted.push({
      name: 'google',
      clientId,
      clientSecret,
      authURL: $os.getenv('GOOGLE_AUTH_URL'),
      tokenURL: $os.getenv('GOOGLE_TOKEN_URL'),
      userInfoURL: $os.getenv('GOOGLE_USERINFO_URL'),
    })
  }
  const enabled = wanted.length > 0
  if (users.oauth2.enabled === enabled && JSON.stringify(current) === JSON.stringify(wanted)) return
  users.oauth2.enabled = enabled
  users.oauth2.providers = wanted
  app.save(users)
}

/**
 * Makes mail, address of the store, trusted proxy headers and Google sign-in follow the environment, each time the
 * store is served. The environment alone owns these: a variable that is gone turns its part off again, and a change
 * made to them in the admin UI lasts until the next start. Saved only when something differs.
 *
 * Other console commands leave the settings alone, so that looking at a data folder does not change it.
 *
 * @throws PocketBase's validation error for values it refuses; the store then does not start
 */
export function applyEnvironment(app: PbApp): void {
  if (!isServing()) return
  applySettings(app)
  applyGoogle(app)
}

/** A mail's HTML as lines of text in which links can be followed. */
function mailText(html: string): string {
  return html
    .replace(/<(style|head|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bhref\s*=\s*"([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 ($1)')
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/**
 * Writes a mail to the log, for a store without a mail server, so that nothing that mails breaks. In production only
 * its subject is written: the text carries links that open an account.
 */
export function logMail(message: PbMailerEvent['message']): void {
  const { to, subject, text, html } = message
  const recipients = Array.from(to)
    .map(({ address }) => maskAddress(address))
    .join(', ')
  const lines = [`Email not sent (SMTP_HOST is not set) to ${recipients}: ${subject}`]
  if ($os.getenv('STORE_ENV') !== 'production') {
    for (const line of (text || mailText(html)).split('\n')) lines.push(`  | ${line}`)
  }
  console.log(lines.join('\n'))
}

/**
 * Writes to `file` what `npm start` must know of a data folder:
 * `{ migrations, tables, records, superusers, hasSuperuser, differences }`, the names of applied migration files
 * (PocketBase's own among them), the names of tables that are not PocketBase's or SQLite's own, two counts, whether the
 * superuser of the environment is there as it says, and what differs from the schema of a new store.
 */
export function writeState(app: PbApp, file: string, differences: Difference[]): void {
  const tables = rows(
    app,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT GLOB 'sqlite_*'",
    {},
    { name: '' },
  ).map(({ name }) => name)
  const state = {
    migrations: rows(app, 'SELECT file FROM _migrations ORDER BY file', {}, { file: '' }).map(({ file }) => file),
    tables,
    records: SHOP_COLLECTIONS.filter((name) => find(app, name)).reduce((sum, name) => sum + app.countRecords(name), 0),
    superusers: app.countRecords('_superusers', $dbx.exp(`email != '${INSTALLER_EMAIL}'`)),
    hasSuperuser: findSuperuser(app)?.validatePassword($os.getenv('STORE_SUPERUSER_PASSWORD')) ?? false,
    differences,
  }
  $os.writeFile(file, JSON.stringify(state), 0o600)
}

/** The superuser the environment names. */
function findSuperuser(app: PbApp): PbRecord | undefined {
  try {
    return app.findAuthRecordByEmail('_superusers', $os.getenv('STORE_SUPERUSER_EMAIL'))
  } catch {
    return undefined
  }
}

/**
 * Creates or updates the superuser of the environment. The password is read from there so that it stands in no process
 * list, and set only when it differs: setting it signs that account out everywhere.
 */
export function saveSuperuser(app: PbApp): void {
  const password = $os.getenv('STORE_SUPERUSER_PASSWORD')
  let record = findSuperuser(app)
  if (record?.validatePassword(password)) return
  if (!record) {
    record = newRecord(app, '_superusers')
    record.setEmail($os.getenv('STORE_SUPERUSER_EMAIL'))
  }
  record.setPassword(password)
  try {
    app.save(record)
  } catch (error) {
    console.error(String(error))
    $os.exit(1)
  }
}
