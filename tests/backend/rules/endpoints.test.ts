import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PIXEL } from '../../pixel'
import { accountMismatches, forgedMismatches, helperSignInMismatches, signInMismatches } from './accounts'
import { refsFor } from './actions'
import { ACCESS } from './collections'
import { fileMismatches, strayFileMismatches } from './files'
import { liveMismatches, subscriptionMismatches } from './live'
import { ASKING, startWorld, type World } from './world'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

/** What is not the record interface: files, realtime, batches, accounts and the doors of the admin UI. */

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.store.stop())

describe('lists', () => {
  const OWN_FIELDS = 'Records are filtered and sorted by their own fields only.'
  const records = (name: string) => `/api/collections/${name}/records`

  test('AUTH-02 GUARD-06 along relations are refused before anything is asked', async () => {
    // PocketBase says something else to what it cannot read, and so would have begun.
    const unreadable = 'reviews_via_product.user.name !! (('
    const chain = Array.from({ length: 3 }, () => 'reviews_via_product.product').join('.')
    const asked = [
      `filter=${encodeURIComponent(unreadable)}`,
      `filter=${encodeURIComponent(`${chain}.name !~ "a"`)}`,
      `sort=${encodeURIComponent('reviews_via_product.rating,,(')}`,
      `perPage=1&filter=${encodeURIComponent(unreadable)}&filter=id!=''`,
      `filter=${'%5f'}via${'%5F'}`,
    ]
    const { id } = world.schema.byName('products')
    const spelled = ['products', id, 'PRODUCTS', 'pro%64ucts', 'products%00'].map(records)
    const paths = [...spelled.slice(0, 4), records('products').replace('records', 'record%73')]
    const wrong: string[] = []
    for (const person of ['guest', 'other', 'unverified'] as const) {
      for (const path of paths) {
        for (const query of asked) {
          const { status, json } = await world.ask(person, 'GET', `${path}?${query}`)
          if (status !== 400 || json?.message !== OWN_FIELDS) wrong.push(`${person} ${path}?${query}: ${json?.message}`)
        }
        const head = await world.ask(
          person,
          'HEAD',
          `${path}?filter=${encodeURIComponent('reviews_via_product.id != 1')}`,
        )
        if (head.status !== 400) wrong.push(`${person} HEAD ${path}: ${head.status}`)
      }
    }
    expect(wrong).toEqual([])
    const control = await world.ask('superuser', 'GET', `${records('products')}?${asked[0]}`)
    expect(control.status).toBe(400)
    expect(control.json.message).not.toBe(OWN_FIELDS)
  })

  test('GUARD-06 of endless filters, orders and expansions are refused', async () => {
    const list = (query: string) => world.ask('guest', 'GET', `${records('products')}?${query}`)
    const long = (count: number) => encodeURIComponent(Array.from({ length: count }, () => 'name!="a"').join('&&'))
    expect((await list(`filter=${long(100)}`)).status).toBe(200)
    expect((await list(`filter=${long(200)}`)).json.message).toBe('That filter or order is too long.')
    expect((await list(`sort=${'name,'.repeat(401)}id`)).json.message).toBe('That filter or order is too long.')
    // A page of a thousand products with all their reviews took a processor for seconds.
    const back = 'expand=reviews_via_product.user'
    for (const most of ['101', '1000', '%2B1000'])
      expect((await list(`perPage=${most}&${back}`)).json.message, most).toBe('That is too much to expand at once.')
    for (const query of [`perPage=100&${back}`, back, 'perPage=1000'])
      expect((await list(query)).status, query).toBe(200)
  })

  test('GUARD-06 that make a row of each value of several fields are refused', async () => {
    const list = (query: string) => world.ask('guest', 'GET', `${records('products')}?${query}`)
    // Of 2,000 products with some values each the second took half a minute.
    for (const query of [
      'sort=images:each',
      'sort=-images:each,skin_type:each,scent:each,shades:each',
      'filter=images:each!="x"%26%26skin_type:each!="x"',
    ])
      expect((await list(query)).json.message, query).toBe('That asks for too much at once.')
    expect((await list('filter=skin_type:each?="dry"&sort=-images:length')).status).toBe(200)
  })

  test('GUARD-06 that pick too many fields of too many records are refused', async () => {
    const list = (query: string, names: number) =>
      world.ask('guest', 'GET', `${records('products')}?${query}fields=${Array.from({ length: names }, (_, n) => n)}`)
    // The first took six seconds of a processor for a thousand products.
    for (const [query, names] of [
      ['perPage=1000&', 1500],
      ['perPage=9999&', 60],
      ['', 2000],
      ['perPage=-1000&', 2000],
    ] as const)
      expect((await list(query, names)).json.message, query).toBe('That asks for too much at once.')
    for (const [query, names] of [
      ['perPage=1000&', 50],
      ['', 300],
    ] as const)
      expect((await list(query, names)).status, query).toBe(200)
  })

  test('GUARD-06 and single records that pick too many fields of what is expanded are refused', async () => {
    const { id } = world.rowOf('reviews', 'owner')
    const ask = (path: string, names: number) => {
      const fields = Array.from({ length: names }, (_, n) => ` expand.user.${n}`)
      return world.ask('owner', 'GET', `${path}?expand=user&fields=${encodeURIComponent(`id,${fields}`)}`)
    }
    for (const path of [records('reviews'), `${records('reviews')}/${id}`]) {
      expect((await ask(path, 21)).json.message, path).toBe('That asks for too much at once.')
      expect((await ask(path, 20)).status, path).toBe(200)
    }
  })

  test('GUARD-06 that look into texts for long are refused, and ordinary ones are not', async () => {
    const look = (filter: string) =>
      world.ask('guest', 'GET', `${records('products')}?filter=${encodeURIComponent(filter)}`)
    const some = (count: number, pattern: string) =>
      Array.from({ length: count }, () => `description ~ "${pattern}"`).join('||')
    // The first took ten seconds of a processor in a catalogue of 2,000 with long descriptions.
    for (const filter of [
      some(60, '%e%e%e%eq'),
      some(1, `%${'_'.repeat(200)}q%`),
      some(1, `${'e '.repeat(200)}q`),
      some(11, 'eq'),
      some(1, '%e'.repeat(11)),
    ])
      expect((await look(filter)).json.message, filter).toBe('That filter looks for too much at once.')
    for (const filter of [some(10, 'soap'), some(5, '%soap%'), 'skin_type ~ "dry%" || search_words ~ "dry%"'])
      expect((await look(filter)).status, filter).toBe(200)
  })

  test('GUARD-06 and single records are expanded by two steps, back at first only', async () => {
    const shared = world.rowOf('reviews', 'owner')
    const address = world.rowOf('addresses', 'owner')
    const body = await ACCESS.addresses?.body(await refsFor(world, world.ids.owner))
    const requests: [method: string, path: string, body?: unknown][] = [
      ['GET', records('reviews')],
      ['GET', `${records('reviews')}/${shared.id}`],
      ['PATCH', `${records('addresses')}/${address.id}`, body],
      ['POST', records('addresses'), body],
      ['POST', '/api/collections/users/auth-refresh'],
    ]
    const before = await world.sql('SELECT * FROM addresses')
    for (const [method, path, body] of requests) {
      for (const expand of [
        'product.reviews_via_product',
        'product.reviews(product)',
        'reviews(product)',
        'user,product.reviews_via_product.product',
        'user.reviews_via_user.user',
        'review_comments_via_review.user.reviews_via_user',
        `${'user,'.repeat(401)}user`,
      ]) {
        const answer = await world.ask('owner', method, `${path}?expand=${expand}`, body)
        expect(answer.status, `${method} ${path} ${expand}: ${answer.text}`).toBe(400)
        expect(answer.json.message).toContain('expanded by at most two relations')
      }
    }
    expect(await world.sql('SELECT * FROM addresses')).toEqual(before)
    for (const [method, path, body] of requests) {
      const answer = await world.ask('owner', method, `${path}?expand=user,review_comments_via_review.user`, body)
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200)
    }
    expect(world.takeLeaks()).toEqual([])
  })

  test('GUARD-07 alone are looked at before PocketBase’s own routes: connections and pictures hold no script engine', () => {
    expect(world.store.output()).not.toContain('before every route')
  })
})

test('AUTH-05 a body that is no object is refused with a sentence', async () => {
  for (const name of ['users', '_superusers']) {
    for (const route of ['confirm-password-reset', 'request-email-change']) {
      const answer = await world.ask('owner', 'POST', `/api/collections/${name}/${route}`, null)
      expect([answer.status, answer.json.message], `${name} ${route}`).toEqual([400, 'An object was expected.'])
    }
  }
  // What it read is still there for PocketBase.
  const email = { newEmail: 'not one' }
  const answer = await world.ask('owner', 'POST', '/api/collections/users/request-email-change', email)
  expect(answer.json.data, answer.text).toHaveProperty('newEmail')
})

describe('bodies', () => {
  const records = '/api/collections/users/records'
  const long = `{"items":[${'{},'.repeat(100_000)}{}]}`
  const sent = async (method: string, path: string, type: string, body: BodyInit, token = '') => {
    const headers = { ...(type && { 'Content-Type': type }), Authorization: token }
    const answer = await fetch(`${world.store.url}${path}`, { method, headers, body })
    return [answer.status, ((await answer.json()) as { message: string }).message] as const
  }

  test('GUARD-12 that are too long are refused before PocketBase reads them', async () => {
    const form = new FormData()
    form.set('@jsonPayload', long)
    for (const [method, path] of [
      ['POST', records],
      ['POST', '/api/collections/PRODUCTS/records'],
      ['PATCH', '/api/collections/reviews/records/none'],
    ] as const) {
      const refused = [413, 'That is too much to save at once.']
      expect(await sent(method, path, 'application/json', long)).toEqual(refused)
      expect(await sent(method, path, 'application/x-www-form-urlencoded', 'a&'.repeat(100_000))).toEqual(refused)
      expect(await sent(method, path, '', form)).toEqual(refused)
    }
    const short = ['/api/collections/users/auth-with-password', '/api/collections/users/confirm-password-reset']
    for (const path of [...short, '/api/oauth2-redirect', '/api/realtime'])
      expect((await sent('POST', path, 'application/json', long))[0], path).toBe(413)
    expect((await sent('DELETE', `${records}/none`, 'application/json', long))[0]).toBe(413)
  })

  test('GUARD-12 may be long where the owner sends them', async () => {
    const { token } = (await world.store.superuser()).authStore
    const body = JSON.stringify({ title: 'Long', slug: 'a-long-page', body: `<p>${'x'.repeat(200_000)}</p>` })
    expect((await sent('POST', '/api/collections/pages/records', 'application/json', body, token))[0]).toBe(200)
  })

  test('GUARD-12 and addresses and headers that are too long are not read', async () => {
    const status = async (q: string, headers = {}) =>
      (await fetch(`${world.store.url}/api/store/search?q=${q}`, { headers })).status
    const long = 'soap+'.repeat(10_000)
    expect([await status(long), await status('soap', { 'Accept-Encoding': long })]).toEqual([431, 431])
    expect(await status('soap+'.repeat(4000))).toBe(200)
  })

  test('GUARD-08 of questions are not waited for', async () => {
    const { hostname, port } = new URL(world.store.url)
    const socket = connect({ host: hostname, port: Number(port) })
    const headers = ['Host: shop', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 9']
    socket.write(`GET /api/collections/products/records HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('GUARD-09 with pictures are not read where nobody may bring any', async () => {
    const { hostname, port } = new URL(world.store.url)
    for (const [path, token] of [
      ['/api/collections/products/records', ''],
      ['/api/collections/products/records', world.tokens.other],
      ['/api/collections/reviews/records', ''],
      ['/api/collections/users/records', ''],
    ] as const) {
      const socket = connect({ host: hostname, port: Number(port) })
      const headers = ['Host: shop', `Authorization: ${token}`, 'Content-Length: 30000000']
      const type = 'Content-Type: multipart/form-data; boundary=b'
      const part = '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'
      socket.write(`POST ${path} HTTP/1.1\r\n${[...headers, type].join('\r\n')}\r\n\r\n${part}${'x'.repeat(1_000_000)}`)
      const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5000) })
      socket.destroy()
      expect(String(answer), path).toMatch(/^HTTP\/1\.1 413 /)
    }
  })
})

describe('files', () => {
  test('GUARD-05 are answered as their field says, to everybody alike', async () => {
    for (const name of Object.keys(ACCESS)) expect(await fileMismatches(world, name)).toEqual([])
    expect(world.takeLeaks()).toEqual([])
  })

  test('GUARD-12 end with their record, and no path leads to others', async () => {
    expect(await strayFileMismatches(world)).toEqual([])
    const form = new FormData()
    form.set('key', 'short-lived')
    form.set('file', new File([PIXEL], 'dot.png', { type: 'image/png' }))
    const { json } = await world.ask('superuser', 'POST', '/api/collections/assets/records', form)
    const path = `/api/files/assets/${json.id}/${json.file}`
    expect((await world.ask('guest', 'GET', path)).status).toBe(200)
    await world.ask('superuser', 'DELETE', `/api/collections/assets/records/${json.id}`)
    expect((await world.ask('guest', 'GET', path)).status).toBe(404)
  })
})

describe('realtime', () => {
  test('ORDER-02 ORDER-08 GUARD-07 tells everybody what they may read, and nothing else', async () => {
    const { wrong, events } = await liveMismatches(world)
    expect(wrong).toEqual([])
    expect(events).toBeGreaterThan(50)
  })

  test('GUARD-07 takes no filter, and no subscription for somebody else’s connection', async () => {
    expect(await subscriptionMismatches(world)).toEqual([])
  })
})

describe('GUARD-13 batches', () => {
  const create = (body: object) => ({ requests: [{ method: 'POST', url: '/api/collections/addresses/records', body }] })

  test('are refused to everybody', async () => {
    for (const person of ASKING)
      expect((await world.ask(person, 'POST', '/api/batch', { requests: [] })).status).toBe(403)
  })

  test('hold to the rules where somebody switches them on', async () => {
    await world.superuser.settings.update({ batch: { enabled: true, maxRequests: 10, timeout: 5 } })
    const body = await ACCESS.addresses?.body(await refsFor(world, world.ids.owner))
    const address = world.rowOf('addresses', 'owner')
    const url = `/api/collections/addresses/records/${address.id}`
    const stored = () => world.sql(`SELECT * FROM addresses WHERE id = '${address.id}'`)
    const before = await stored()
    for (const person of ['guest', 'other', 'unverified'] as const) {
      for (const request of [
        create(body ?? {}),
        { requests: [{ method: 'PATCH', url, body: { label: 'Taken' } }] },
        {
          requests: [
            { method: 'PUT', url: '/api/collections/addresses/records', body: { id: address.id, label: 'Taken' } },
          ],
        },
        { requests: [{ method: 'DELETE', url }] },
        {
          requests: [{ method: 'POST', url: '/api/collections/products/records', body: { name: 'X', category: 'x' } }],
        },
      ]) {
        expect((await world.ask(person, 'POST', '/api/batch', request)).status, person).toBe(400)
      }
    }
    expect(await stored()).toEqual(before)
    expect((await world.ask('owner', 'POST', '/api/batch', create(body ?? {}))).status).toBe(200)
    await world.superuser.settings.update({ batch: { enabled: false } })
    expect(world.takeLeaks()).toEqual([])
  })
})

describe('accounts', () => {
  test('AUTH-02 AUTH-07 sign in whether confirmed or not', async () => {
    expect(await signInMismatches(world)).toEqual([])
  })

  test('STAFF-06 of the staff sign in where they are let in', async () => {
    expect(await helperSignInMismatches(world)).toEqual([])
  })

  test('AUTH-05 answers do not tell who has an account', async () => {
    expect(await accountMismatches(world)).toEqual([])
  })

  test('GUARD-05 tokens that are forged, out of date or meant for something else are a guest’s', async () => {
    expect(await forgedMismatches(world)).toEqual([])
  })
})

test('GUARD-13 STAFF-03 the doors of the admin UI are closed to everybody but superusers', async () => {
  const row = world.rowOf('users', 'other')
  const doors: [method: string, path: string, body?: unknown][] = [
    ['GET', '/api/settings'],
    ['PATCH', '/api/settings', { meta: { appName: 'Taken' } }],
    ['POST', '/api/settings/test/email', { template: 'verification', email: 'x@example.com' }],
    ['POST', '/api/settings/test/s3', {}],
    ['POST', '/api/settings/apple/generate-client-secret', {}],
    ['GET', '/api/collections'],
    ['POST', '/api/collections', { name: 'taken', type: 'base' }],
    ['PUT', '/api/collections/import', { collections: [] }],
    ['GET', '/api/collections/meta/scaffolds'],
    ['GET', '/api/collections/meta/oauth2-providers'],
    ['POST', '/api/collections/meta/dry-run-view', { query: 'SELECT * FROM users' }],
    ...world.schema.collections.flatMap(({ name }): [string, string, unknown?][] => [
      ['GET', `/api/collections/${name}`],
      ['PATCH', `/api/collections/${name}`, { listRule: '' }],
      ['DELETE', `/api/collections/${name}`],
      ['DELETE', `/api/collections/${name}/truncate`],
    ]),
    ['GET', '/api/logs'],
    ['DELETE', '/api/logs'],
    ['GET', '/api/logs/stats'],
    ['GET', '/api/logs/x'],
    ['GET', '/api/backups'],
    ['POST', '/api/backups', { name: 'taken.zip' }],
    ['POST', '/api/backups/upload', {}],
    ['GET', '/api/backups/x.zip'],
    ['GET', `/api/backups/x.zip?token=${world.tokens.owner}`],
    ['DELETE', '/api/backups/x.zip'],
    ['POST', '/api/backups/x.zip/restore'],
    ['GET', '/api/crons'],
    ['POST', '/api/crons/retention'],
    ['POST', '/api/sql', { query: 'SELECT * FROM users' }],
    ['POST', `/api/collections/users/impersonate/${row.id}`, {}],
    ['POST', '/api/collections/_superusers/auth-refresh'],
  ]
  const open: string[] = []
  for (const person of ASKING.filter((one) => one !== 'superuser')) {
    for (const [method, path, body] of doors) {
      const { status } = await world.ask(person, method, path, body)
      if (status !== 401 && status !== 403) open.push(`${person}: ${method} ${path}: ${status}`)
    }
  }
  expect(open).toEqual([])
  expect(world.takeLeaks()).toEqual([])
})
