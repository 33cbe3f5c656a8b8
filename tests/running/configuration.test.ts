import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../scratch-folder'
import { type StartedStore, start } from './start'

const SUPERUSER = {
  STORE_SUPERUSER_EMAIL: 'keeper@example.com',
  STORE_SUPERUSER_PASSWORD: 'a long phrase of the keeper',
}
const SHOPPER = {
  email: 'asha@example.com',
  password: 'a phrase of the shopper',
  passwordConfirm: 'a phrase of the shopper',
}

const scratch = scratchFolder()

function startOn(folder: string, env: Record<string, string> = {}): Promise<StartedStore> {
  return start({ STORE_DATA_DIR: join(scratch, folder), STORE_SEED: 'none', ...SUPERUSER, ...env })
}

async function askForReset(store: StartedStore): Promise<void> {
  const users = new PocketBase(store.url).collection('users')
  await users.create({ name: 'Asha', ...SHOPPER }).catch(() => undefined)
  await users.requestPasswordReset(SHOPPER.email)
}

async function settingsOf(store: StartedStore) {
  const pb = new PocketBase(store.url)
  await pb
    .collection('_superusers')
    .authWithPassword(SUPERUSER.STORE_SUPERUSER_EMAIL, SUPERUSER.STORE_SUPERUSER_PASSWORD)
  return pb.settings.getAll()
}

/** As much of SMTP as delivering one mail takes. */
function mailServer(): { server: Server; mails: string[] } {
  const mails: string[] = []
  const server = createServer((socket) => {
    let isData = false
    let received = ''
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      received += chunk.toString()
      if (isData) {
        const end = received.indexOf('\r\n.\r\n')
        if (end < 0) return
        mails.push(received.slice(0, end))
        isData = false
        received = received.slice(end + 5)
        socket.write('250 kept\r\n')
      }
      for (let end = received.indexOf('\r\n'); end >= 0 && !isData; end = received.indexOf('\r\n')) {
        const command = received.slice(0, end).toUpperCase()
        received = received.slice(end + 2)
        isData = command === 'DATA'
        socket.write(isData ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  return { server, mails }
}

describe('what the environment sets', { timeout: 60_000 }, () => {
  test('RUN-06 MAIL-10 AUTH-04 mails are sent, Google offered and proxies believed while the variables are set', async () => {
    const { server, mails } = mailServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = server.address()
      const port = address && typeof address === 'object' ? address.port : 0
      const store = await startOn('all', {
        STORE_URL: 'https://shop.example/',
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(port),
        SMTP_FROM: 'Soap Shop <soap@shop.example>',
        STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For, CF-Connecting-IP',
        GOOGLE_CLIENT_ID: 'client',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_AUTH_URL: 'http://127.0.0.1:18198/auth',
        GOOGLE_TOKEN_URL: 'http://127.0.0.1:18198/token',
        GOOGLE_USERINFO_URL: 'http://127.0.0.1:18198/me',
      })
      await askForReset(store)
      await expect.poll(() => mails.length, { timeout: 10_000 }).toBeGreaterThan(0)
      expect(mails[0]).toMatch(/^From: .*Soap Shop.* <soap@shop\.example>/m)
      expect(mails[0]).toContain('asha@example.com')
      expect(store.output()).not.toContain('Email not sent')
      const { meta, trustedProxy } = await settingsOf(store)
      expect(meta).toMatchObject({ appURL: 'https://shop.example' })
      expect(trustedProxy).toMatchObject({ headers: ['X-Forwarded-For', 'CF-Connecting-IP'] })
      const { oauth2 } = await new PocketBase(store.url).collection('users').listAuthMethods()
      expect(oauth2.enabled).toBe(true)
      expect(oauth2.providers.map(({ name }) => name)).toEqual(['google'])
      expect(oauth2.providers[0]?.authURL).toMatch(/^http:\/\/127\.0\.0\.1:18198\/auth\?.*client_id=client/)
      await store.stop()
    } finally {
      server.close()
    }

    const again = await startOn('all')
    const { smtp, trustedProxy } = await settingsOf(again)
    expect(smtp).toMatchObject({ enabled: false, host: '' })
    expect(trustedProxy).toMatchObject({ headers: [] })
    const { oauth2 } = await new PocketBase(again.url).collection('users').listAuthMethods()
    expect(oauth2).toMatchObject({ enabled: false, providers: [] })
    // MAIL-10: without SMTP_HOST a mail is written to the log with its link, its recipient masked.
    await askForReset(again)
    await expect.poll(() => again.output(), { timeout: 10_000 }).toContain('to a***@example.com')
    expect(again.output()).not.toContain(SHOPPER.email)
    // The link leads to a page of this store, with the token that page needs.
    expect(again.output()).toMatch(new RegExp(`\\| .*${again.url}/\\S*reset-password\\S*eyJ`))
    expect(await again.stop()).toBe(0)
  })

  test('RUN-06 a refused setting stops the start', async () => {
    await expect(startOn('refused', { SMTP_HOST: 'not a host' })).rejects.toThrow(/did not start[\s\S]*smtp/i)
  })

  test('MAIL-10 in production only the subject of a mail is written', async () => {
    const store = await startOn('mail-production', { STORE_ENV: 'production', STORE_PAYMENTS: 'cod' })
    await askForReset(store)
    await expect.poll(() => store.output(), { timeout: 10_000 }).toContain('to a***@example.com')
    expect(store.output()).not.toContain('eyJ')
    await store.stop()
  })
})
