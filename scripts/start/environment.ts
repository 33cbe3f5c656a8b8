import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RealProvider } from '../../src/domain/payments/providers'
import { UserError } from './lifecycle.mjs'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built client lies. Build output, ignored by git. */
export const DIST_DIR = join(ROOT, 'dist')

/** Where `npm start` and `npm run dev` let PocketBase read its hooks from. Build output, ignored by git. */
export const HOOKS_DIR = join(ROOT, 'pocketbase/pb_hooks')

export interface StoreConfig {
  host: string
  port: number
  dataDir: string
  production: boolean
  /** What STORE_SEED asks for; undefined leaves it to the data folder: `demo` when it is empty. */
  seed: 'demo' | 'none' | undefined
  superuser: { email: string; password: string } | undefined
  /** Use the build that is there (STORE_BUILT=1), for tests that built once. */
  built: boolean
  /** Make small copies of pictures in AVIF beside the record store; STORE_PICTURES=jpeg leaves them to PocketBase. */
  avif: boolean
}

type Environment = Record<string, string | undefined>

/** What PocketBase takes; shorter than the second is guessed. */
const PASSWORD_LENGTH = 8
/** PocketBase's, as bcrypt reads no more. */
const MAX_PASSWORD_LENGTH = 71
const PRODUCTION_PASSWORD_LENGTH = 12
const USUAL_PASSWORDS = /^(?:change[-_ ]?me|password|admin|secret|qwerty|letmein|123456|sabun|jhola)[\w!@#$%-]{0,8}$/i

/**
 * Loads `.env` of the checkout, if there is one. What the process was started with wins over the file.
 *
 * A stand-in for Razorpay's checkout script is named once, for the store; the client is built knowing it too.
 */
export function loadEnvFile(): void {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const checkoutUrl = process.env.RAZORPAY_CHECKOUT_URL
  if (checkoutUrl) process.env.VITE_PAYMENT_SCRIPT_URL ||= checkoutUrl
}

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const value = env[name]
  if (!value) return undefined
  if ((allowed as readonly string[]).includes(value)) return value as T
  throw new UserError(`${name} is "${value}"; it may be ${allowed.join(' or ')}.`)
}

function readPort(env: Environment, name: string, fallback: number): number {
  const text = env[name] || String(fallback)
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port
  throw new UserError(`${name} is "${text}"; it must be a port number from 1 to 65535.`)
}

/** Pages, mails and the sitemap write their paths behind it. */
const SHOP_ADDRESS = /^https?:\/\/[^\s/?#@]+\/*$/i
/** `mail@shop.example`, or with a name before it. */
const SENDER = /^\s*(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)\s*$/

/** With one that nobody sends, all shoppers would share the limits of the proxy's own address. */
const PROXY_HEADERS = /^(?:\s*[a-z]+(?:-\w+)+\s*(?:,|$))+$/i

function checkAddresses(env: Environment): void {
  const { STORE_URL: url, SMTP_FROM: sender, STORE_TRUSTED_PROXY_HEADERS: headers } = env
  if (url && !SHOP_ADDRESS.test(url))
    throw new UserError(`STORE_URL is "${url}"; it must be an address such as https://your.shop, without a path.`)
  if (sender && !SENDER.test(sender))
    throw new UserError(`SMTP_FROM is "${sender}"; it must be an address such as Your shop <shop@your.shop>.`)
  if (env.SMTP_HOST) readPort(env, 'SMTP_PORT', 587)
  if (headers && !PROXY_HEADERS.test(headers))
    throw new UserError(
      `STORE_TRUSTED_PROXY_HEADERS is "${headers}"; it must be names of headers such as X-Forwarded-For.`,
    )
}

interface ProviderSettings {
  title: string
  /** Both or neither; the first is public. */
  keys: readonly [id: string, secret: string]
  /** How a public key for money begins, and one for trying out. */
  live: string
  test: string
  /** What events are signed with, and were before. */
  webhook: readonly [secret: string, previous: string]
  standIns: readonly string[]
}

/** The providers of online payments with the names of their settings. */
const SETTINGS: { readonly [name in RealProvider]: ProviderSettings } = {
  razorpay: {
    title: 'Razorpay',
    keys: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
    live: 'rzp_live_',
    test: 'rzp_test_',
    webhook: ['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS'],
    standIns: ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'],
  },
}
export const PROVIDER_SETTINGS = Object.values(SETTINGS)

/** The courier that parcels are booked with. */
const COURIER = { title: 'Shiprocket', keys: ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD'] }

function checkAccounts(env: Environment): void {
  for (const { title, keys } of [...PROVIDER_SETTINGS, COURIER]) {
    const missing = keys.filter((name) => !env[name])
    if (missing.length === 1)
      throw new UserError(`${missing[0]} is missing: ${title} needs ${keys.join(' and ')}, both or neither.`)
  }
}

function checkPayments(env: Environment, production: boolean): void {
  if (!production) return
  const cashOnly = oneOf(env, 'STORE_PAYMENTS', ['cod']) === 'cod'
  const setUp = PROVIDER_SETTINGS.filter(({ keys: [id] }) => env[id])
  if (setUp.length === 0 && !cashOnly) {
    const wanted = PROVIDER_SETTINGS.map(({ keys, webhook: [secret] }) => `${keys.join(', ')} and ${secret}`)
    throw new UserError(
      `STORE_ENV=production refuses the test payment provider, and ${wanted.join(', or ')} are missing. Set them, or STORE_PAYMENTS=cod to sell on cash on delivery alone.`,
    )
  }
  for (const { webhook } of setUp) {
    if (!env[webhook[0]])
      throw new UserError(
        `STORE_ENV=production needs ${webhook[0]}: without it a payment whose browser was closed is never seen.`,
      )
  }
}

/** Shorter ones could be found by trying. */
const TOKEN_SECRET_LENGTH = 32
/** What AES-256 takes: PocketBase refuses any other length with a message about its cipher. */
const ENCRYPTION_KEY_LENGTH = 32
const PLACEHOLDER = /change[-_ ]?me|placeholder|your[-_ ]\w+/i
const SECRETS = [
  ...PROVIDER_SETTINGS.flatMap(({ keys: [, secret], webhook }) => [secret, ...webhook]),
  'SHIPROCKET_PASSWORD',
  'SHIPROCKET_WEBHOOK_KEY',
  'SMTP_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'STORE_TOKEN_SECRET',
  'STORE_ENCRYPTION_KEY',
]

function checkSecrets(env: Environment, production: boolean): void {
  const leaked = Object.keys(env).find(
    (name) =>
      name.startsWith('VITE_') &&
      env[name] &&
      SECRETS.some((secret) => env[secret] === env[name] && (env[name] ?? '').length >= 8),
  )
  if (leaked) {
    throw new UserError(`${leaked} holds a secret: everything that starts with VITE_ is built into the client.`)
  }
  const key = env.STORE_ENCRYPTION_KEY
  if (key && key.length !== ENCRYPTION_KEY_LENGTH) {
    throw new UserError(`STORE_ENCRYPTION_KEY has ${key.length} characters; it must have ${ENCRYPTION_KEY_LENGTH}.`)
  }
  if (!production) return
  const placeholder = SECRETS.find((name) => PLACEHOLDER.test(env[name] ?? ''))
  if (placeholder) {
    throw new UserError(`STORE_ENV=production refuses this ${placeholder}: it looks like a placeholder.`)
  }
  const secret = env.STORE_TOKEN_SECRET
  if (secret && secret.length < TOKEN_SECRET_LENGTH) {
    throw new UserError(
      `STORE_ENV=production needs a STORE_TOKEN_SECRET of at least ${TOKEN_SECRET_LENGTH} characters, or none: then the store keeps a random one in its data folder.`,
    )
  }
}

function readSuperuser(env: Environment, production: boolean): StoreConfig['superuser'] {
  const email = env.STORE_SUPERUSER_EMAIL
  const password = env.STORE_SUPERUSER_PASSWORD
  if (!email && !password) return undefined
  if (!email || !password) {
    throw new UserError('STORE_SUPERUSER_EMAIL and STORE_SUPERUSER_PASSWORD go together: set both or neither.')
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UserError(`STORE_SUPERUSER_EMAIL is "${email}"; it must be an address.`)
  if (production && (password.length < PRODUCTION_PASSWORD_LENGTH || USUAL_PASSWORDS.test(password))) {
    throw new UserError(
      `STORE_ENV=production refuses this STORE_SUPERUSER_PASSWORD: use at least ${PRODUCTION_PASSWORD_LENGTH} characters that are not a usual password.`,
    )
  }
  if (password.length < PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new UserError(
      `STORE_SUPERUSER_PASSWORD has ${password.length} characters; it must have ${PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH}.`,
    )
  return { email, password }
}

function readDataDir(env: Environment, fallback: string): string {
  const dataDir = resolve(ROOT, env.STORE_DATA_DIR || fallback)
  const fromDist = relative(DIST_DIR, dataDir)
  if (fromDist === '' || (!fromDist.startsWith('..') && !isAbsolute(fromDist))) {
    throw new UserError(
      `STORE_DATA_DIR is ${dataDir}, inside dist/: a build would delete the records. Choose another folder.`,
    )
  }
  return dataDir
}

/**
 * The settings of a start, from the environment (see `.env.example`).
 *
 * @throws UserError with one line saying what to change
 */
export function readConfig(
  env: Environment = process.env,
  { defaultDataDir = 'pocketbase/pb_data' }: { defaultDataDir?: string } = {},
): StoreConfig {
  const production = oneOf(env, 'STORE_ENV', ['development', 'production']) === 'production'
  checkAddresses(env)
  checkAccounts(env)
  checkPayments(env, production)
  checkSecrets(env, production)
  return {
    host: env.STORE_HOST || '127.0.0.1',
    port: readPort(env, 'STORE_PORT', 8090),
    dataDir: readDataDir(env, defaultDataDir),
    production,
    seed: oneOf(env, 'STORE_SEED', ['demo', 'none']),
    superuser: readSuperuser(env, production),
    built: env.STORE_BUILT === '1',
    avif: oneOf(env, 'STORE_PICTURES', ['avif', 'jpeg']) !== 'jpeg',
  }
}

/** The port of Vite's server while developing. */
export function readDevPort(): number {
  return readPort(process.env, 'STORE_DEV_PORT', 5173)
}
