import { fileURLToPath } from 'node:url'
import { type Finding, judgeFacts, type LiveFacts } from '../../src/domain/site/going-live'
import { buildHooks } from '../build/hooks'
import { askDataFolder, inspectDataFolder } from '../start/data-folder'
import { loadEnvFile, PROVIDER_SETTINGS, readConfig } from '../start/environment'
import { UserError } from '../start/lifecycle.mjs'
import { findPocketBase } from '../start/pocketbase'

/**
 * `npm run check:live [https://shop.example]`: what is missing before the store is opened to strangers, in plain
 * words. Reads the environment, the data folder (on a copy) and, when an address is given, the running store as a
 * stranger sees it. Exit code 1 when something must be mended.
 */

type Environment = Record<string, string | undefined>

const must = (wrong: boolean, text: string): Finding[] => (wrong ? [{ level: 'must', step: 'server', text }] : [])
const should = (wrong: boolean, text: string): Finding[] => (wrong ? [{ level: 'should', step: 'server', text }] : [])

/** What the environment lacks for strangers to come in. */
export function judgeEnvironment(env: Environment): Finding[] {
  return [...judgeStart(env), ...judgePayments(env), ...judgeMail(env), ...judgeStandIns(env), ...judgeProxy(env)]
}

/** Why the store would not start with this environment; empty when it would. */
function refusalOf(env: Environment): string {
  try {
    readConfig({ ...env, STORE_ENV: 'production' })
    return ''
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

function judgeStart(env: Environment): Finding[] {
  const refused = refusalOf(env)
  const url = env.STORE_URL ?? ''
  return [
    ...must(
      env.STORE_ENV !== 'production',
      'STORE_ENV is not production: test payments are taken and emails are written to the log in full.',
    ),
    ...must(refused !== '', refused),
    ...must(
      !/^https:\/\//.test(url),
      `STORE_URL is ${url || 'not set'}: links in emails need the address shoppers use, with https://.`,
    ),
    ...must(
      /localhost|127\.0\.0\.1|example\.(com|org|net)|\.example\b/.test(url),
      `STORE_URL is ${url}: that is no address of a shop.`,
    ),
  ]
}

function judgePayments(env: Environment): Finding[] {
  const set = PROVIDER_SETTINGS.filter(({ keys: [id] }) => env[id])
  return [
    ...set.flatMap(({ title, keys: [id], live, test }) => [
      ...must(env[id]?.startsWith(test) === true, `${id} is a test key: no shopper will be charged.`),
      ...must(
        ![live, test].some((begin) => env[id]?.startsWith(begin)),
        `${id} is no key of ${title}: it begins with ${live}.`,
      ),
    ]),
    ...should(env.STORE_PAYMENTS === 'cod' && set.length === 0, 'STORE_PAYMENTS=cod: shoppers can only pay in cash.'),
  ]
}

function judgeMail({ SMTP_HOST, SMTP_FROM }: Environment): Finding[] {
  return [
    ...must(!SMTP_HOST, 'SMTP_HOST is not set: no shopper gets a confirmation or a link for a new password.'),
    ...must(
      Boolean(SMTP_HOST) && (!SMTP_FROM || /example\.(com|org|net)/.test(SMTP_FROM)),
      'SMTP_FROM is not set to an address of yours: emails would not arrive.',
    ),
  ]
}

/** Settings that put something of the tests in place of the real thing. */
const STAND_INS = [
  ...PROVIDER_SETTINGS.flatMap(({ standIns }) => standIns),
  'GOOGLE_AUTH_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_USERINFO_URL',
  'VITE_BUILDER_API_HOST',
  'STORE_CLOCK_FILE',
]

const judgeStandIns = (env: Environment): Finding[] =>
  STAND_INS.flatMap((name) =>
    must(Boolean(env[name]), `${name} is set: a stand-in for tests takes the place of the real service.`),
  )

function judgeProxy(env: Environment): Finding[] {
  return [
    ...should(
      !env.STORE_TRUSTED_PROXY_HEADERS,
      'STORE_TRUSTED_PROXY_HEADERS is not set: behind a reverse proxy all shoppers count as one address, and the limits hit everybody at once.',
    ),
    ...must(
      Boolean(env.STORE_TRUSTED_PROXY_HEADERS) && !/^(127\.|localhost$|::1$|$)/.test(env.STORE_HOST ?? ''),
      `STORE_HOST is ${env.STORE_HOST}: the store can be reached around its proxy, and STORE_TRUSTED_PROXY_HEADERS lets anybody claim any address. Listen on 127.0.0.1.`,
    ),
    ...should(
      !env.STORE_ENCRYPTION_KEY,
      'STORE_ENCRYPTION_KEY is not set: the secrets in PocketBase’s settings lie readable in the database.',
    ),
  ]
}

/** What keeps Google and Meta from the feed; empty for nothing. */
async function feedProblem(answer: Response | Error): Promise<string> {
  const text = answer instanceof Error || answer.status !== 200 ? '' : await answer.text()
  if (!/^<\?xml[^>]*>\s*<rss[^>]*xmlns:g=/.test(text) || !text.trimEnd().endsWith('</rss>'))
    return 'cannot be read: the proxy must pass it on to the store.'
  return text.includes('<item>') ? '' : 'has no products: none on sale has a price and a picture.'
}

/** What a stranger sees of the running store. */
export async function judgeAddress(address: string): Promise<Finding[]> {
  const url = address.replace(/\/+$/, '')
  const ask = (path: string, base = url) =>
    fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch((error: Error) => error)
  const page = await ask('/')
  if (page instanceof Error)
    return [{ level: 'must', step: 'server', text: `${url} cannot be reached: ${page.message}.` }]
  const header = (name: string) => page.headers.get(name) ?? ''
  const scripts = /script-src ([^;]*)/.exec(header('content-security-policy'))?.[1] ?? ''
  const [health, feed, admin, signIn, plain] = await Promise.all([
    ask('/api/health'),
    ask('/feeds/google.xml').then(feedProblem),
    ask('/_/'),
    // PocketBase reads `ſ` as `s`: a proxy that knows the name alone lets this one in.
    ask('/api/collections/_%C5%BFuperusers/auth-methods'),
    url.startsWith('https:') ? ask('/', url.replace('https:', 'http:')) : undefined,
  ])
  const redirects = plain instanceof Response && /^https:/.test(plain.headers.get('location') ?? '')
  return [
    ...must(!url.startsWith('https://'), `${url} is not https: passwords and addresses could be read on the way.`),
    ...must(page.status !== 200, `${url}/ answers ${page.status}.`),
    ...must(
      health instanceof Error || health.status !== 200,
      `${url}/api/health does not answer: the proxy must pass /api/ on.`,
    ),
    ...should(feed !== '', `${url}/feeds/google.xml ${feed}`),
    ...must(
      scripts === '' || scripts.includes("'unsafe-inline'"),
      'Pages come without a strict Content-Security-Policy; does the proxy replace it?',
    ),
    ...must(
      url.startsWith('https:') && header('strict-transport-security') === '',
      'Strict-Transport-Security is missing: the proxy must send X-Forwarded-Proto, or set it itself.',
    ),
    ...must(plain instanceof Response && !redirects, 'http:// is not sent on to https://.'),
    ...should(
      !(admin instanceof Error) && admin.status === 200,
      `${url}/_/ (the admin UI) answers everybody: let the proxy refuse all addresses but yours (docs/hardening.md).`,
    ),
    ...should(
      !(signIn instanceof Error) && signIn.status === 200,
      `${url}/api/collections/_… (signing in to the admin UI) answers everybody: let the proxy refuse it as well.`,
    ),
  ]
}

async function main(address: string | undefined): Promise<number> {
  loadEnvFile()
  const findings = judgeEnvironment(process.env)
  const { dataDir } = readConfig({ STORE_DATA_DIR: process.env.STORE_DATA_DIR })
  const binary = await findPocketBase()
  await buildHooks()
  if (await inspectDataFolder(binary, dataDir)) {
    findings.push(...judgeFacts(await askDataFolder<LiveFacts>(binary, dataDir, 'store-live')))
  } else {
    findings.push({
      level: 'must',
      step: 'server',
      text: `The data folder ${dataDir} is empty: start the store once, or name its folder with STORE_DATA_DIR.`,
    })
  }
  if (address) findings.push(...(await judgeAddress(address)))
  for (const [level, title] of [
    ['must', 'Must be mended before the store is opened:'],
    ['should', 'Should be looked at:'],
  ] as const) {
    const texts = findings.filter((finding) => finding.level === level).map(({ text }) => `  - ${text}`)
    if (texts.length > 0) console.log([title, ...texts].join('\n'))
  }
  const open = findings.filter(({ level }) => level === 'must').length
  console.log(open === 0 ? 'Nothing stands in the way.' : `${open} to mend.`)
  if (!address) console.log('Not looked at: the running store. Name its address: npm run check:live -- https://…')
  return open === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv[2])
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
