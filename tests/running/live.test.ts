import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { describe, expect, test } from 'vitest'
import { judgeAddress, judgeEnvironment } from '../../scripts/check/check-live'
import { ROOT } from '../../scripts/start/environment'
import { type Finding, judgeFacts, type LiveFacts } from '../../src/domain/site/going-live'
import { startLocalServer } from '../local-server'
import { scratchFolder } from '../scratch-folder'
import { start } from './start'

const PRODUCTION = {
  STORE_ENV: 'production',
  STORE_URL: 'https://soap.shop',
  RAZORPAY_KEY_ID: 'rzp_live_abc',
  RAZORPAY_KEY_SECRET: 'long enough to be one',
  RAZORPAY_WEBHOOK_SECRET: 'another long one',
  SMTP_HOST: 'mail.soap.shop',
  SMTP_FROM: 'Soap <hello@soap.shop>',
  STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For',
  STORE_ENCRYPTION_KEY: '0123456789abcdef0123456789abcdef',
}
const READY: LiveFacts = {
  smtp: true,
  backupCron: '0 2 * * *',
  backupsElsewhere: true,
  rateLimits: true,
  superuserIPs: ['203.0.113.7'],
  superusers: [{ email: 'owner@soap.shop', weak: false }],
  secondFactor: true,
  store: {
    store_name: 'Soap Makers',
    seller_legal_name: 'Soap Makers LLP',
    seller_address: '12 Church Street, Bengaluru 560001',
    seller_email: 'care@soap.shop',
    seller_phone: '+91 98450 12345',
    seller_gstin: '29ABCDE1234F1ZW',
    seller_state: 'KA',
    gst_mode: 'regular',
    consent_required: true,
    grievance_officer_name: 'Asha Rao',
    grievance_officer_email: 'asha@soap.shop',
    grievance_officer_phone: '+91 98450 12345',
  },
  notify: 'orders@soap.shop',
  products: 1,
  uncoded: 0,
  unrated: 0,
  demoProducts: 0,
  unlabelled: { quantity: 0, ingredients: 0, licence: 0 },
  unpictured: 0,
  undescribed: 0,
  demoMakers: 0,
  demoReviewers: 0,
  demoTestimonials: 0,
  taxRates: 6,
  strayPayments: 0,
  pages: ['shipping-policy', 'terms-and-conditions', 'cancellations-refunds'],
}
const words = (findings: Finding[]) => findings.map(({ level, text }) => `${level}: ${text}`).join('\n')

describe('what stands in the way of opening the store', () => {
  test('RUN-13 nothing, when everything is there', () => {
    expect(judgeEnvironment(PRODUCTION)).toEqual([])
    expect(judgeFacts(READY)).toEqual([])
  })

  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ['development', { STORE_ENV: undefined }, /must: STORE_ENV is not production/],
    ['an address without https', { STORE_URL: 'http://soap.shop' }, /must: STORE_URL is http/],
    ['no address', { STORE_URL: undefined }, /must: STORE_URL is not set/],
    ['the address of this machine', { STORE_URL: 'https://localhost' }, /must: .*no address of a shop/],
    ['a test key', { RAZORPAY_KEY_ID: 'rzp_test_abc' }, /must: RAZORPAY_KEY_ID is a test key/],
    ['no webhook secret', { RAZORPAY_WEBHOOK_SECRET: undefined }, /must: .*RAZORPAY_WEBHOOK_SECRET/],
    ['no mail server', { SMTP_HOST: undefined }, /must: SMTP_HOST is not set/],
    ['the example’s sender', { SMTP_FROM: 'shop@example.com' }, /must: SMTP_FROM/],
    ['a stand-in', { RAZORPAY_API_URL: 'http://127.0.0.1:1' }, /must: RAZORPAY_API_URL is set/],
    ['a store around its proxy', { STORE_HOST: '0.0.0.0' }, /must: .*can be reached around its proxy/],
    ['a weak password', { STORE_SUPERUSER_EMAIL: 'a@b.in', STORE_SUPERUSER_PASSWORD: 'admin' }, /must: .*at least 12/],
    ['no proxy header', { STORE_TRUSTED_PROXY_HEADERS: undefined }, /should: STORE_TRUSTED_PROXY_HEADERS/],
    ['readable settings', { STORE_ENCRYPTION_KEY: undefined }, /should: STORE_ENCRYPTION_KEY/],
  ])('RUN-13 %s', (_what, more, expected) => {
    expect(words(judgeEnvironment({ ...PRODUCTION, ...more }))).toMatch(expected)
  })

  test.each<[string, Partial<LiveFacts>, RegExp]>([
    [
      'no officer',
      { store: { ...READY.store, grievance_officer_name: '' } },
      /must: .*grievance officer’s name is missing/,
    ],
    ['the demo’s seller', { store: { ...READY.store, seller_phone: '+91 00000 00000' } }, /must: .*still the demo’s/],
    ['the demo’s name', { store: { ...READY.store, store_name: 'Sabun & Jhola' } }, /should: .*the demo’s name/],
    ['no GSTIN', { store: { ...READY.store, seller_gstin: '' } }, /must: .*seller_gstin is empty/],
    ['no state', { store: { ...READY.store, seller_state: '' } }, /must: .*seller_state/],
    ['products without HSN', { uncoded: 1, unrated: 1 }, /must: Products without an HSN code or a GST rate: 1,/],
    ['products without any rate', { unrated: 2, taxRates: 0 }, /must: Products without an HSN code or a GST rate: 2,/],
    ['demo products', { demoProducts: 1 }, /must: Products of the demo/],
    ['payments of no known order', { strayPayments: 2 }, /must: 2 events tell of payments of no known order/],
    ['demo reviews', { demoReviewers: 3 }, /must: 3 invented reviewers/],
    ['products without pictures (FEED-07)', { unpictured: 2 }, /should: Products without a picture: 2\./],
    ['products without words', { undescribed: 2 }, /should: Products without a description.*: 2\./],
    ['demo makers', { demoMakers: 3 }, /must: 3 makers of the demo/],
    ['testimonials nobody gave', { demoTestimonials: 3 }, /must: 3 testimonials of the demo/],
    [
      'the demo’s mission',
      { store: { ...READY.store, footer_mission: 'We make two useful things well: soap and bags.' } },
      /should: The mission in the footer is the demo’s/,
    ],
    ['a guessable password', { superusers: [{ email: 'a@b.in', weak: true }] }, /must: The admin account a@b.in/],
    ['no backups', { backupCron: '' }, /must: No backups/],
    ['no limits', { rateLimits: false }, /must: Rate limits/],
    ['one factor', { secondFactor: false }, /should: .*second factor/],
    ['admin from everywhere', { superuserIPs: [] }, /should: .*every address/],
    ['nobody asked', { store: { ...READY.store, consent_required: false } }, /should: .*consent_required/],
    ['policies nobody read', { pages: [] }, /should: .*shipping-policy/],
  ])('RUN-13 %s', (_what, more, expected) => {
    expect(words(judgeFacts({ ...READY, ...more }))).toMatch(expected)
  })

  test('RUN-13 FEED-07 what a stranger sees: no https, no policy, no API, an open admin UI', async () => {
    const { url, stop } = await startLocalServer((request, response) => {
      response.statusCode = request.url === '/api/health' ? 502 : 200
      response.end()
    })
    const found = words(await judgeAddress(url))
    expect(found).toContain('is not https')
    expect(found).toContain('/api/health does not answer')
    expect(found).toContain('Content-Security-Policy')
    expect(found).toContain('/_/ (the admin UI) answers everybody')
    expect(found).toContain('/api/collections/_… (signing in to the admin UI) answers everybody')
    expect(found).toContain('/feeds/google.xml cannot be read')
    await stop()
    expect(words(await judgeAddress(url))).toContain('cannot be reached')
  })
})

describe('npm run check:live', { timeout: 180_000 }, () => {
  const folder = scratchFolder()

  const check = (env: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const clean = Object.entries(process.env).filter(([name]) => !/^(STORE|RAZORPAY|SMTP|GOOGLE|VITE)_/.test(name))
      execFile(
        process.execPath,
        ['--import', 'tsx', 'scripts/check/check-live.ts', ...args],
        { cwd: ROOT, env: { ...Object.fromEntries(clean), ...env } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })

  test('RUN-13 names what a fresh demo lacks and leaves the folder alone; an encrypted, mended one passes', async () => {
    const data = join(folder, 'data')
    const account = { STORE_SUPERUSER_EMAIL: 'owner@soap.shop', STORE_SUPERUSER_PASSWORD: 'password123' }
    const store = await start({
      STORE_DATA_DIR: data,
      STORE_ENCRYPTION_KEY: PRODUCTION.STORE_ENCRYPTION_KEY,
      ...account,
    })
    const pb = new PocketBase(store.url)
    await pb.collection('_superusers').authWithPassword(account.STORE_SUPERUSER_EMAIL, account.STORE_SUPERUSER_PASSWORD)
    expect((await judgeAddress(store.url)).map(({ level }) => level)).toEqual(['must', 'should', 'should'])
    const before = (await readdir(data)).sort()
    const first = await check({ ...PRODUCTION, STORE_DATA_DIR: data }, store.url)
    expect(first.code).toBe(1)
    for (const text of [
      'grievance officer’s name is still the demo’s',
      'Products of the demo catalogue on sale',
      'invented reviewers',
      'makers of the demo',
      '3 testimonials of the demo are shown',
      'owner@soap.shop has a password anybody would try',
      'Backups lie on the machine they should save',
      'is not https',
    ]) {
      expect(first.output).toContain(text)
    }
    expect(first.output).not.toContain('No backups are made')
    expect((await readdir(data)).sort()).toEqual(before)

    const settings = await pb.collection('store_settings').getFirstListItem('key = "store"')
    // First: the demo's products have no GST rate, and the shop is to be in mode regular.
    for (const { id } of await pb.collection('special_offers').getFullList())
      await pb.collection('special_offers').delete(id)
    for (const { id } of await pb.collection('products').getFullList())
      await pb.collection('products').update(id, { archived: true })
    await pb.collection('store_settings').update(settings.id, READY.store)
    for (const name of ['users', 'makers', 'testimonials'])
      for (const { id } of await pb.collection(name).getFullList()) await pb.collection(name).delete(id)
    await pb
      .collection('products')
      .create({ name: 'Our soap', category: 'soap', price: 180, inStock: true, hsn: '3401' })
    const password = 'a long phrase of the owner'
    await pb.collection('_superusers').update(pb.authStore.record?.id ?? '', { password, passwordConfirm: password })
    await store.stop()

    // The key is needed to read the settings, and they lie nowhere in the clear.
    const database = await readFile(join(data, 'data.db'))
    expect(database.includes('senderAddress')).toBe(false)
    const second = await check({ ...PRODUCTION, STORE_DATA_DIR: data })
    expect(second.output).toContain('Nothing stands in the way.')
    expect(second.output).toContain('second factor')
    expect(second.code).toBe(0)
  })

  test('RUN-13 an empty folder is said to be one', async () => {
    const { code, output } = await check({ ...PRODUCTION, STORE_DATA_DIR: join(folder, 'none') })
    expect(output).toContain('is empty: start the store once')
    expect(code).toBe(1)
  })
})
