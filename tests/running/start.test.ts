import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import PocketBase from 'pocketbase'
import { describe, expect, test, vi } from 'vitest'
import { buildHooksIfChanged, FINGERPRINT } from '../../scripts/build/if-changed'
import { readConfig } from '../../scripts/start/environment'
import { freePort } from '../../scripts/start/free-port'
import { checkNode, UserError } from '../../scripts/start/lifecycle.mjs'
import { findPocketBase } from '../../scripts/start/pocketbase'
import { MIGRATIONS_DIR } from '../../scripts/start/record-store'
import { serve } from '../../scripts/start/serving.mjs'
import { picture } from '../attack/pictures'
import { storeTemplate } from '../backend/record-store'
import { startLocalServer } from '../local-server'
import { scratchFolder } from '../scratch-folder'
import { photograph, start, startInterrupted, startRefused } from './start'

const run = promisify(execFile)

/** A database with a table `notes`, as SQLite writes it, packed. */
const FOREIGN =
  'G/8f4IeHr7W9v3sHyaReRTwUEp0hRJPp5EZu6ORIA/K36NJaIGFGoQYGEec2Rjjq9I7i0XE8ZB5UxeCaW20RdlWFjASAhAIA4fZscYoGovWz' +
  'P3AAMLKP2ijiw+MhK+CZOv9Gu7eIG52PsyvNZJ56Xb4z/x/HhNz/8KYHAOh6ZAPHCA=='

const SUPERUSER = {
  STORE_SUPERUSER_EMAIL: 'keeper@example.com',
  STORE_SUPERUSER_PASSWORD: 'a long phrase of the keeper',
}

const scratch = scratchFolder()

let folders = 0
function newFolder(): string {
  folders += 1
  return join(scratch, `data-${folders}`)
}

/** One that has been started before. */
async function usedFolder(seed: 'demo' | 'none' = 'none'): Promise<string> {
  const folder = newFolder()
  await cp((await storeTemplate()).data(seed), folder, { recursive: true })
  return folder
}

function signIn(url: string, email: string, password: string) {
  return new PocketBase(url).collection('_superusers').authWithPassword(email, password)
}

async function countProducts(url: string): Promise<number> {
  return (await new PocketBase(url).collection('products').getList(1, 1)).totalItems
}

describe('npm start', { timeout: 180_000 }, () => {
  test('RUN-01 on an empty folder: builds, loads the demo catalogue, prints three addresses that answer', async () => {
    const store = await start({ STORE_DATA_DIR: newFolder(), STORE_BUILT: '' }, ['npm', 'start'])
    expect(store.output()).toMatch(/ready/i)
    const addresses = [...store.output().matchAll(/^ {2}(?:Store|API|Admin UI)\s+(http\S+)$/gm)].map(([, url]) => url)
    expect(addresses).toEqual([`${store.url}/`, `${store.url}/api/`, `${store.url}/_/`])

    expect((await fetch(`${store.url}/api/health`)).status).toBe(200)
    const page = await fetch(`${store.url}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    expect((await fetch(`${store.url}/_/`)).status).toBe(200)
    expect((await (await fetch(`${store.url}/api/`)).json()).status).toBe(404)
    expect(await countProducts(store.url)).toBeGreaterThan(0)

    const account = /(\S+@\S+) with password (\S+)/.exec(store.output())
    await expect(signIn(store.url, account?.[1] ?? '', account?.[2] ?? '')).resolves.toBeTruthy()

    // To the npm process itself, as a service manager sends it.
    expect(await store.stop()).toBe(0)
    await expect(fetch(`${store.url}/api/health`)).rejects.toThrow()
  })

  test('RUN-01 records outlive a stop; a second start neither seeds again nor prints a password', async () => {
    const env = { STORE_DATA_DIR: await usedFolder('demo'), ...SUPERUSER }
    const first = await start(env)
    const products = await countProducts(first.url)
    expect(products).toBeGreaterThan(0)
    const pb = new PocketBase(first.url)
    await pb
      .collection('_superusers')
      .authWithPassword(SUPERUSER.STORE_SUPERUSER_EMAIL, SUPERUSER.STORE_SUPERUSER_PASSWORD)
    const { token } = pb.authStore
    const made = await pb.collection('products').create({ name: 'Kept', category: 'soaps', price: 99, inStock: true })
    expect(await first.stop('SIGINT')).toBe(0)

    const second = await start({ ...env, STORE_SEED: 'demo' })
    // Where no address is named, the way back from a bank stays at the one the shopper came by.
    const back = await fetch(`${second.url}/api/store/payment/return`, { method: 'POST', redirect: 'manual' })
    expect([back.status, back.headers.get('location')]).toEqual([303, '/track-order'])
    expect(await countProducts(second.url)).toBe(products + 1)
    expect((await new PocketBase(second.url).collection('products').getOne(made.id)).name).toBe('Kept')
    expect(second.output()).toContain('has records already, they are left alone')
    expect(second.output()).not.toContain('with password')
    // The account was not touched: who was signed in still is.
    const again = new PocketBase(second.url)
    again.authStore.save(token, null)
    await expect(again.collection('_superusers').authRefresh()).resolves.toBeTruthy()
    expect(await second.stop()).toBe(0)
  })

  test('RUN-01 IMG-01 PAINT-11 STORE_SEED=none starts without products; the superuser of the environment follows it; pictures get copies in AVIF', async () => {
    const env = { STORE_DATA_DIR: newFolder(), STORE_SEED: 'none', ...SUPERUSER }
    const first = await start(env)
    expect(await countProducts(first.url)).toBe(0)
    await expect(
      signIn(first.url, SUPERUSER.STORE_SUPERUSER_EMAIL, SUPERUSER.STORE_SUPERUSER_PASSWORD),
    ).resolves.toBeTruthy()
    await first.stop()

    const second = await start({
      ...env,
      STORE_SEED: '',
      STORE_SUPERUSER_PASSWORD: 'another phrase of the keeper',
      STORE_PICTURES: 'avif',
    })
    expect(await countProducts(second.url)).toBe(0)
    await expect(
      signIn(second.url, SUPERUSER.STORE_SUPERUSER_EMAIL, 'another phrase of the keeper'),
    ).resolves.toBeTruthy()
    await expect(
      signIn(second.url, SUPERUSER.STORE_SUPERUSER_EMAIL, SUPERUSER.STORE_SUPERUSER_PASSWORD),
    ).rejects.toThrow()

    const owner = new PocketBase(second.url)
    await owner
      .collection('_superusers')
      .authWithPassword(SUPERUSER.STORE_SUPERUSER_EMAIL, 'another phrase of the keeper')
    const images = [new File([new Uint8Array(picture('photograph'))], 'soap.jpg', { type: 'image/jpeg' })]
    const product = await owner.collection('products').create({ name: 'Soap', category: 'soap', price: 100, images })
    const shown = () =>
      fetch(`${second.url}/api/files/products/${product.id}/${product.images[0]}?thumb=100x0`, {
        headers: { accept: 'image/avif,*/*' },
      }).then((answer) => answer.headers.get('content-type'))
    await expect.poll(shown, { timeout: 60_000, interval: 200 }).toBe('image/avif')
    await second.stop()
  })

  test('RUN-01 a first start that was cut short loads the demo catalogue the next time', async () => {
    const folder = await usedFolder()
    await writeFile(join(folder, '.first-start'), '')
    const store = await start({ STORE_DATA_DIR: folder })
    expect(await countProducts(store.url)).toBeGreaterThan(0)
    await store.stop()
    await expect(access(join(folder, '.first-start'))).rejects.toThrow()
  })

  test('RUN-01 a first start that ends before it serves has shown the admin account; the next keeps it', async () => {
    const program = join(scratch, 'never-serving')
    await writeFile(program, `#!/bin/sh\n[ "$1" = serve ] && exit 1\nexec "${await findPocketBase()}" "$@"\n`, {
      mode: 0o755,
    })
    const env = { STORE_DATA_DIR: newFolder(), STORE_SEED: 'none' }
    const { code, output } = await startRefused({ ...env, POCKETBASE_BIN: program })
    expect(code).toBe(1)
    expect(output).toContain('PocketBase did not start')
    const account = /(\S+@\S+) with password (\S+)/.exec(output)

    const store = await start(env)
    expect(store.output()).not.toContain('with password')
    await expect(signIn(store.url, account?.[1] ?? '', account?.[2] ?? '')).resolves.toBeTruthy()
    await store.stop()
  })

  test('RUN-14 ORDER-06 a secret of the order tokens that a full disk cut short is made again, a whole one kept', async () => {
    const env = { STORE_DATA_DIR: await usedFolder() }
    const file = join(env.STORE_DATA_DIR, 'order-token.key')
    await writeFile(file, '')
    await (await start(env)).stop()
    const made = await readFile(file, 'utf8')
    expect(made).toHaveLength(64)
    await (await start(env)).stop()
    expect(await readFile(file, 'utf8')).toBe(made)
  })

  test('RUN-04 ends with an error and the last words when PocketBase dies', async () => {
    const program = join(scratch, 'dying')
    const sign = join(scratch, 'die')
    const dying = `(until [ -e "${sign}" ]; do sleep 0.1; done; echo "the last words" >&2; kill $$) &`
    await writeFile(
      program,
      `#!/bin/sh\nif [ "$1" = serve ]; then\n  ${dying}\nfi\nexec "${await findPocketBase()}" "$@"\n`,
      { mode: 0o755 },
    )
    const store = await start({ STORE_DATA_DIR: await usedFolder(), POCKETBASE_BIN: program })
    await writeFile(sign, '')
    expect(await store.exited).toBe(1)
    expect(store.output()).toContain('PocketBase ended unexpectedly')
    expect(store.output().split('Its last lines:')[1]).toContain('the last words')
  })

  test('RUN-04 told to stop while it prepares, it ends with everything it started', async () => {
    const program = join(scratch, 'slow')
    const pid = join(scratch, 'slow.pid')
    await writeFile(program, `#!/bin/sh\necho $$ > "${pid}.new"\nmv "${pid}.new" "${pid}"\nexec sleep 100\n`, {
      mode: 0o755,
    })
    const TMPDIR = await mkdtemp(join(scratch, 'tmp-'))
    const env = { STORE_DATA_DIR: await usedFolder(), POCKETBASE_BIN: program, TMPDIR }
    const begun = () => expect.poll(() => existsSync(pid), { timeout: 60_000 }).toBe(true)
    const { code, output } = await startInterrupted(env, begun)
    expect(code).toBe(0)
    expect(output).toBe('')
    const started = Number(await readFile(pid, 'utf8'))
    expect(() => process.kill(started, 0)).toThrow(/ESRCH/)
    expect((await readdir(TMPDIR)).filter((name) => name.startsWith('store-'))).toEqual([])
  })
})

describe('npm start refuses, with one line and exit code 1', { timeout: 60_000 }, () => {
  const PRODUCTION = { STORE_ENV: 'production', ...SUPERUSER }
  const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'x', RAZORPAY_WEBHOOK_SECRET: 'x' }

  test.each<[string, Record<string, string>, RegExp]>([
    ['production without a payment provider', PRODUCTION, /refuses the test payment provider/],
    [
      'production without the webhook secret',
      { ...PRODUCTION, ...KEYS, RAZORPAY_WEBHOOK_SECRET: '' },
      /RAZORPAY_WEBHOOK_SECRET/,
    ],
    ['half of the keys', { RAZORPAY_KEY_ID: 'rzp_live_x' }, /RAZORPAY_KEY_SECRET is missing/],
    ['half of a courier’s keys', { SHIPROCKET_EMAIL: 'api@shop.example' }, /SHIPROCKET_PASSWORD is missing/],
    [
      'a short password in production',
      { ...PRODUCTION, ...KEYS, STORE_SUPERUSER_PASSWORD: 'elevenchars' },
      /at least 12/,
    ],
    ['a usual password in production', { ...PRODUCTION, ...KEYS, STORE_SUPERUSER_PASSWORD: 'changeme12345' }, /usual/],
    ['a placeholder in production', { ...PRODUCTION, ...KEYS, SMTP_PASSWORD: 'change-me' }, /SMTP_PASSWORD: it looks/],
    ['a short token secret in production', { ...PRODUCTION, ...KEYS, STORE_TOKEN_SECRET: 'short' }, /at least 32/],
    ['an encryption key of another length', { STORE_ENCRYPTION_KEY: 'short' }, /has 5 characters; it must have 32/],
    [
      'a secret that would be built into the client',
      { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'a-real-secret', VITE_KEY: 'a-real-secret' },
      /VITE_KEY holds a secret/,
    ],
    ['an email without a password', { STORE_SUPERUSER_EMAIL: 'keeper@example.com' }, /go together/],
    ['an account without an address', { ...SUPERUSER, STORE_SUPERUSER_EMAIL: 'keeper' }, /is "keeper"; it must be an/],
    [
      'an account’s short password',
      { ...SUPERUSER, STORE_SUPERUSER_PASSWORD: 'short' },
      /has 5 characters; it must have 8 to 71/,
    ],
    [
      'an account’s password that is longer than PocketBase keeps',
      { ...SUPERUSER, STORE_SUPERUSER_PASSWORD: 'a'.repeat(72) },
      /has 72 characters; it must have 8 to 71/,
    ],
    ['a port that is none', { STORE_PORT: '80a' }, /STORE_PORT is "80a"/],
    ['an address of the shop without https://', { STORE_URL: 'your.shop' }, /STORE_URL is "your.shop"; .*https:\/\//],
    ['an address of the shop with a path', { STORE_URL: 'https://your.shop/soap' }, /without a path/],
    ['a sender that is no address', { SMTP_FROM: 'Your shop' }, /SMTP_FROM is "Your shop"/],
    ['a mail server’s port that is none', { SMTP_HOST: 'mail.your.shop', SMTP_PORT: 'tls' }, /SMTP_PORT is "tls"/],
    [
      'a proxy’s address for its header',
      { STORE_TRUSTED_PROXY_HEADERS: '127.0.0.1' },
      /"127\.0\.0\.1"; .*X-Forwarded-For/,
    ],
    ['a switch for a proxy’s header', { STORE_TRUSTED_PROXY_HEADERS: 'true' }, /STORE_TRUSTED_PROXY_HEADERS is "true"/],
    ['an unknown environment', { STORE_ENV: 'prod' }, /STORE_ENV is "prod"/],
    ['an unknown seed', { STORE_SEED: 'full' }, /STORE_SEED is "full"/],
    ['records inside dist', { STORE_DATA_DIR: 'dist/pb_data' }, /inside dist/],
  ])('RUN-02 %s', (_, env, message) => {
    const refuse = () => readConfig({ STORE_DATA_DIR: newFolder(), ...env })
    expect(refuse).toThrow(UserError)
    expect(refuse).toThrow(message)
    // One line: the message has no line break.
    expect(refuse).toThrow(/^[^\n]+$/)
  })

  test.runIf(existsSync('/sys'))(
    'RUN-02 a folder that somebody else owns, after `sudo npm ci` for instance',
    async () => {
      const lifecycle = new URL('../../scripts/start/lifecycle.mjs', import.meta.url)
      const code = `
      import { mkdirSync } from 'node:fs'
      const { runUntilStopped } = await import(${JSON.stringify(lifecycle.href)})
      await runUntilStopped(async () => mkdirSync('/sys/store'))
    `
      const started = run(process.execPath, ['--input-type=module', '-e', code])
      await expect(started).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^This user may not use \/sys\/store \(E\w+\)\. .*\n$/),
      })
    },
  )

  test('RUN-02 a Node that package.json does not take', async () => {
    const { engines } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(engines.node).toBe('^20.19.0 || >=22.12.0')
    for (const version of ['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0']) checkNode(version)
    for (const version of ['18.20.8', '20.18.3', '21.7.0', '22.11.0'])
      expect(() => checkNode(version), version).toThrow(UserError)
  })

  test('RUN-02 what is refused ends the process before anything is made', async () => {
    const folder = newFolder()
    const { code, output } = await startRefused({ STORE_DATA_DIR: folder, ...PRODUCTION })
    expect(output).toMatch(/^STORE_ENV=production refuses the test payment provider.*\n$/)
    expect(code).toBe(1)
    await expect(access(folder)).rejects.toThrow()
  })

  test('RUN-02 a whole production configuration is taken', () => {
    expect(readConfig({ ...PRODUCTION, ...KEYS })).toMatchObject({ production: true, host: '127.0.0.1', port: 8090 })
    expect(readConfig({ ...PRODUCTION, STORE_PAYMENTS: 'cod' }).production).toBe(true)
    for (const STORE_URL of ['https://your.shop', 'https://your.shop/', 'http://127.0.0.1:5173', 'http://[::1]:8090'])
      for (const SMTP_FROM of ['shop@your.shop', 'Your shop <shop@your.shop>', '"A, B" <shop@your.shop>'])
        expect(readConfig({ STORE_URL, SMTP_FROM, SMTP_HOST: 'mail.your.shop', SMTP_PORT: '465' }).port).toBe(8090)
  })

  test('RUN-02 production with a data folder that has no admin account', async () => {
    const folder = newFolder()
    const { code, output } = await startRefused({
      STORE_DATA_DIR: folder,
      STORE_ENV: 'production',
      STORE_PAYMENTS: 'cod',
    })
    expect(output).toContain('STORE_SUPERUSER_EMAIL')
    expect(code).toBe(1)
    await expect(access(folder)).rejects.toThrow()
  })

  test('RUN-02 a data folder that cannot be made', async () => {
    const link = newFolder()
    await symlink(join(scratch, 'gone', 'away'), link)
    const { code, output } = await startRefused({ STORE_DATA_DIR: link })
    expect(output).toMatch(/^The data folder \S+ cannot be made \(\w+\)\. Choose another with STORE_DATA_DIR\.\n$/)
    expect(code).toBe(1)
    const nowhere = await startRefused({ STORE_DATA_DIR: '/proc/store' })
    expect(nowhere.output).toMatch(/cannot be made/)
  })

  test('RUN-04 hooks whose building was cut short count as none, for the version before as well', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'stock.js', 'in the way'), { recursive: true })
    await writeFile(join(folder, FINGERPRINT), 'of the version before')
    await expect(buildHooksIfChanged(folder)).rejects.toThrow()
    await expect(access(join(folder, FINGERPRINT))).rejects.toThrow()
  })

  test('RUN-14 a first start on a disk that fills up, whose many transactions all say so', async () => {
    const program = join(scratch, 'without-room')
    const words = 'database or disk is full\nIt was undone.\nIt was undone.\nIt was undone.'
    await writeFile(program, `#!/bin/sh\nprintf '${words}\\n'\nexit 1\n`, { mode: 0o755 })
    const { code, output } = await startRefused({ STORE_DATA_DIR: newFolder(), POCKETBASE_BIN: program })
    expect(output.split('\n').slice(1)).toEqual(['database or disk is full', 'It was undone.', ''])
    expect(code).toBe(1)
  })

  test('RUN-14 a disk that is too small for the copy a start looks at', async () => {
    const program = join(scratch, 'without-room-for-a-copy')
    await writeFile(program, "#!/bin/sh\necho 'database or disk is full (13)'\nexit 1\n", { mode: 0o755 })
    const env = { STORE_DATA_DIR: await usedFolder(), POCKETBASE_BIN: program }
    const { code, output } = await startRefused(env)
    expect(output).toBe(
      `The disk of ${tmpdir()} is full. Make room, or name a folder on another disk in TMPDIR, and start again.\n`,
    )
    expect(code).toBe(1)
  })

  test.runIf(existsSync('/dev/full'))('RUN-14 a disk that is full', async () => {
    const folder = await usedFolder()
    await symlink('/dev/full', join(folder, 'store.lock.new'))
    const { code, output } = await startRefused({ STORE_DATA_DIR: folder })
    expect(output.trimEnd().split('\n').at(-1)).toBe('The disk is full (ENOSPC). Make room and start again.')
    expect(output).not.toContain('    at ')
    expect(code).toBe(1)
  })

  test('RUN-14 a disk that is full and is not that of the records, by its name', async () => {
    const lifecycle = new URL('../../scripts/start/lifecycle.mjs', import.meta.url)
    const code = `
      const { runUntilStopped } = await import(${JSON.stringify(lifecycle.href)})
      await runUntilStopped(() => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC', dest: '/tmp/data.db' })))
    `
    const started = run(process.execPath, ['--input-type=module', '-e', code])
    const said = 'The disk is full (ENOSPC at /tmp/data.db). Make room and start again.\n'
    await expect(started).rejects.toMatchObject({ code: 1, stderr: said })
  })

  test('RUN-02 a port that is taken', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    try {
      const folder = newFolder()
      const { code, output } = await startRefused({ STORE_DATA_DIR: folder, STORE_PORT: String(port) })
      expect(output).toContain(`Port ${port} on 127.0.0.1 is already taken`)
      expect(output).toContain('STORE_PORT')
      expect(code).toBe(1)
      await expect(access(folder)).rejects.toThrow()
    } finally {
      other.close()
    }
  })
})

test('RUN-02 a port taken at the last moment, by a program that answers, is not taken for the store', async () => {
  const { url, stop } = await startLocalServer((_, response) => response.end('{}'))
  const args = ['serve', `--http=${new URL(url).host}`, `--dir=${newFolder()}`, `--hooksDir=${newFolder()}`]
  try {
    await expect(serve({ program: await findPocketBase(), args, env: process.env, url })).rejects.toThrow(
      /did not start:[\s\S]*address already in use/,
    )
  } finally {
    await stop()
  }
})

describe('npm start leaves a data folder untouched that is not its own', { timeout: 60_000 }, () => {
  async function pocketBaseFolder(
    migrations: string,
    command = ['migrate', 'up'],
    folder = newFolder(),
  ): Promise<string> {
    const hooks = join(scratch, 'no-hooks')
    await mkdir(hooks, { recursive: true })
    const flags = [`--dir=${folder}`, `--hooksDir=${hooks}`, `--migrationsDir=${migrations}`, '--dev=false']
    await run(await findPocketBase(), [...command, ...flags])
    return folder
  }

  async function migrationFolder(name: string, code: string): Promise<string> {
    const folder = await mkdtemp(join(scratch, 'migrations-'))
    await writeFile(join(folder, name), code)
    return folder
  }

  async function expectRefused(folder: string, message: RegExp, env = {}): Promise<void> {
    const before = await photograph(folder)
    const { code, output } = await startRefused({ STORE_DATA_DIR: folder, ...SUPERUSER, ...env })
    expect(output).toMatch(message)
    expect(code).toBe(1)
    expect(await photograph(folder)).toEqual(before)
  }

  test('RUN-03 of another PocketBase application', async () => {
    const migrations = await migrationFolder(
      '1700000000_todos.js',
      'migrate((app) => app.save(new Collection({ type: "base", name: "todos" })))',
    )
    await expectRefused(await pocketBaseFolder(migrations), /another application \(table "todos"\)/)
  })

  test('RUN-03 of another program that keeps its records in SQLite', async () => {
    const folder = newFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'data.db'), brotliDecompressSync(Buffer.from(FOREIGN, 'base64')))
    await expectRefused(folder, /another application \(table "notes"\)/)
  })

  test('RUN-03 of a newer version of the store', async () => {
    const newer = await migrationFolder('9999999999_newer.js', 'migrate(() => {})')
    const folder = await pocketBaseFolder(newer, ['migrate', 'up'], await usedFolder())
    await expectRefused(folder, /newer version .*9999999999_newer\.js/)
  })

  test('RUN-03 of no PocketBase at all', async () => {
    const folder = newFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'thesis.txt'), 'the only copy')
    await expectRefused(folder, /not empty and holds no store \("thesis\.txt"/)
  })

  test('RUN-03 with a database that is none', async () => {
    const folder = newFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'data.db'), 'these are not the bytes of a database, and long enough to be read as one')
    await expectRefused(folder, /cannot be read/)
  })

  test('RUN-03 with a folder for a database, as containers mount one', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'data.db'), { recursive: true })
    await expectRefused(folder, /^\S+data\.db is a folder, and no database\. It was left as it is\.\n$/)
  })

  test('RUN-03 with an empty database, as a full disk leaves one that is unpacked', async () => {
    const folder = newFolder()
    await mkdir(folder)
    await writeFile(join(folder, 'data.db'), '')
    await expectRefused(folder, /^\S+data\.db is empty: it was not copied whole\. Restore it from a backup/)
  })

  test('RUN-03 whose settings another key encrypted, as on a new machine without it', async () => {
    vi.stubEnv('KEPT_ELSEWHERE', '0123456789abcdef0123456789abcdef')
    const none = await mkdtemp(join(scratch, 'migrations-'))
    const folder = await pocketBaseFolder(none, ['migrate', 'up', '--encryptionEnv=KEPT_ELSEWHERE'])
    vi.unstubAllEnvs()
    await expectRefused(folder, /another STORE_ENCRYPTION_KEY encrypted\. Start with the key it had\./)
    await expectRefused(folder, /another STORE_ENCRYPTION_KEY/, { STORE_ENCRYPTION_KEY: 'f'.repeat(32) })
  })

  test('RUN-03 a fresh PocketBase folder with nothing of anyone in it is taken', async () => {
    const folder = await pocketBaseFolder(MIGRATIONS_DIR, [
      'superuser',
      'upsert',
      SUPERUSER.STORE_SUPERUSER_EMAIL,
      SUPERUSER.STORE_SUPERUSER_PASSWORD,
    ])
    const store = await start({ STORE_DATA_DIR: folder, STORE_SEED: 'none' })
    await expect(
      signIn(store.url, SUPERUSER.STORE_SUPERUSER_EMAIL, SUPERUSER.STORE_SUPERUSER_PASSWORD),
    ).resolves.toBeTruthy()
    expect(await store.stop()).toBe(0)
  })
})
