import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { shared } from '../shared'
import { expectUnharmed, OUTSIDE, openAttackedShop, VICTIMS_WORDS } from './shop'
import { RUNS, tallyOf } from './tally'
import { faultsOf, raw, type Sent, send } from './wire'

vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('paths, headers and bodies')
const shop = shared(openAttackedShop)
let host: string

beforeAll(() => {
  host = new URL(shop.store.url).host
})
afterEach(() => tally.expectNone())
afterAll(() => expectUnharmed(shop))

/** Go's HTTP reader answers so, in its own words, what HTTP does not have: a coding or a version nobody knows. */
const NOT_HTTP = [501, 505]

/** What is wrong with what came back on a line of its own. */
function lineFaults(text: string): string[] {
  const faults: string[] = []
  for (const [, status = ''] of text.matchAll(/HTTP\/1\.[01] (\d{3})/g))
    if (Number(status) >= 500 && !NOT_HTTP.includes(Number(status))) faults.push(`answers ${text.slice(0, 300)}`)
  for (const words of [...VICTIMS_WORDS, OUTSIDE, 'SQLite format', 'root:x:'])
    if (text.includes(words)) faults.push(`shows ${words}`)
  if (/^(?:set-cookie|x-evil):/im.test(text)) faults.push(`takes a header from the request: ${text.slice(0, 300)}`)
  if (/^location:\s*(?:\/\/|\/?\\|https?:)/im.test(text)) faults.push(`leads away: ${text.slice(0, 300)}`)
  return faults
}

async function line(what: string, bytes: string | Buffer): Promise<string> {
  // What asks the store to close the line is whole; the rest is ended here, or the store would wait for more.
  const end = !bytes.includes('Connection: close')
  try {
    const text = await raw(shop.store.url, bytes, { end })
    tally.count(what, lineFaults(text))
    return text
  } catch (error) {
    tally.count(what, [(error as Error).message])
    return ''
  }
}
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers.map((header) => `${header}\r\n`).join('')}Connection: close\r\n\r\n`

test('GUARD-12 static files are reached by their own paths alone', async () => {
  const climbs = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%2f',
    '..%5c',
    '..\\',
    '%c0%ae%c0%ae',
    '%e0%80%ae%e0%80%ae',
    '..;',
    '..%00',
    '%uff0e%uff0e',
    '....//',
    '.%0d./',
    '․․',
    '\u{ff0e}\u{ff0e}',
  ]
  const targets = ['outside.txt', '.env', '.fingerprint', 'pb_data/data.db', 'etc/passwd']
  const paths = climbs.flatMap((climb) =>
    targets.flatMap((target) =>
      ['/', '/assets/', '//', '/assets//'].flatMap((start) =>
        [1, 2, 9].map((steps) => `${start}${`${climb}/`.repeat(steps)}${target}`),
      ),
    ),
  )
  const odd = [
    '/.env',
    '/%2eenv',
    '/.%65nv',
    '/./.env',
    '//.env',
    '/.env/',
    '/.env%00',
    '/.env%20',
    '/.env.',
    '/.env~',
    '/.ENV',
    '/.fingerprint',
    '/assets',
    '/assets/',
    '/index.html/',
    '/index.html%00.js',
    '/file:///etc/passwd',
    '/C:/Windows/win.ini',
    '/proc/self/environ',
    '/%',
    '/%zz',
    '/%00',
    '/\0',
    '/?',
    '/??',
    '/#',
    '/%0d%0aSet-Cookie:%20evil=1',
    '/%E2%80%AE',
    '/\u202e',
    `/${'a'.repeat(100_000)}`,
    `/${'a/'.repeat(50_000)}`,
    `/?${'a=1&'.repeat(50_000)}`,
    'http://evil.example/.env',
    '*',
    '//evil.example/..',
    '/\\evil.example',
    '//evil.example/%2e%2e',
    '/api',
    '/api/',
    '/api/../.env',
    '/api/store/../../.env',
    '/_/../.env',
    '/_/%2e%2e/.env',
  ]
  for (const path of [...paths, ...odd]) await line(`GET ${path.slice(0, 60)}`, get(path))
})

describe('headers', () => {
  test('GUARD-12 that name another host, address or path change nothing', async () => {
    const before = shop.store.output()
    const plain = await raw(shop.store.url, get('/'))
    const body = (text: string) => text.slice(text.indexOf('\r\n\r\n'))
    for (const header of [
      'X-Forwarded-Host',
      'X-Forwarded-For',
      'X-Forwarded-Server',
      'X-Forwarded-Prefix',
      'X-Host',
      'X-Original-URL',
      'X-Rewrite-URL',
      'X-Original-Host',
      'Forwarded',
      'X-HTTP-Method-Override',
      'X-Real-IP',
      'Referer',
      'Origin',
      'Via',
    ]) {
      for (const value of [
        'evil.example',
        '/.env',
        '127.0.0.1',
        'for="<script>";host=evil.example',
        'DELETE',
        'x'.repeat(8000),
      ]) {
        const text = await line(`${header}: ${value.slice(0, 40)}`, get('/', `${header}: ${value}`))
        expect(body(text), header).toBe(body(plain))
      }
    }
    for (const evil of ['evil.example', 'evil.example:80', `${host}.evil.example`, `${host}@evil.example`, '']) {
      const text = await line(`Host: ${evil}`, `GET / HTTP/1.1\r\nHost: ${evil}\r\nConnection: close\r\n\r\n`)
      tally.count(`Host: ${evil}`, text.includes('evil.example') ? ['is repeated on the page'] : [])
      for (const [path, asked] of [
        ['/api/collections/users/request-password-reset', { email: shop.attacker.email }],
        ['/api/store/account/deletion', {}],
      ] as const) {
        const written = JSON.stringify(asked)
        await line(
          `a mail with Host: ${evil}`,
          `POST ${path} HTTP/1.1\r\nHost: ${evil}\r\nX-Forwarded-Host: evil.example\r\nAuthorization: ${shop.attacker.pb.authStore.token}\r\nContent-Type: application/json\r\nContent-Length: ${written.length}\r\nConnection: close\r\n\r\n${written}`,
        )
      }
    }
    // Without a mail server the store writes its mails to the log.
    const mails = shop.store.output().slice(before.length)
    tally.count('links in mails', mails.includes('evil.example') ? ['a mail links to another host'] : [])
  })

  test('GUARD-11 that are doubled, broken, folded or too many are answered, and the line is closed', async () => {
    const post = (...headers: string[]) =>
      `POST /api/store/quote HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`
    const hidden = `GET /api/store/my-data HTTP/1.1\r\nHost: ${host}\r\nX-Evil: 1\r\n\r\n`
    const broken: [string, string][] = [
      ['two lengths', `${post('Content-Length: 2', 'Content-Length: 4')}{}{}`],
      ['two equal lengths', `${post('Content-Length: 2', 'Content-Length: 2', 'Connection: close')}{}`],
      ['a list of lengths', `${post('Content-Length: 2, 4')}{}{}`],
      ['a negative length', `${post('Content-Length: -1')}{}`],
      ['a length with a sign', `${post('Content-Length: +2')}{}`],
      ['a length no number holds', `${post('Content-Length: 99999999999999999999')}{}`],
      ['a length in hex', `${post('Content-Length: 0x2')}{}`],
      ['a length longer than the body', `${post('Content-Length: 1000000')}{}`],
      [
        'a length and chunks',
        `${post('Content-Length: 4', 'Transfer-Encoding: chunked', 'Connection: close')}0\r\n\r\n${hidden}`,
      ],
      [
        'chunks and a length',
        `${post('Transfer-Encoding: chunked', 'Content-Length: 5', 'Connection: close')}0\r\n\r\n${hidden}`,
      ],
      ['chunks twice', `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n`],
      ['chunks of another name', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`],
      ['chunks with a tab', `${post('Transfer-Encoding:\tchunked', 'Connection: close')}0\r\n\r\n`],
      ['chunks before a space', `${post('Transfer-Encoding : chunked')}0\r\n\r\n`],
      ['a chunk of no number', `${post('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
      ['a chunk that is larger than any', `${post('Transfer-Encoding: chunked')}ffffffffffffffff\r\n{}\r\n`],
      [
        'a chunk with a long extension',
        `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
      ],
      [
        'very many chunks',
        `${post('Transfer-Encoding: chunked', 'Connection: close')}${'1\r\n \r\n'.repeat(100_000)}0\r\n\r\n`,
      ],
      [
        'trailers',
        `${post('Transfer-Encoding: chunked', 'Trailer: Authorization', 'Connection: close')}2\r\n{}\r\n0\r\nAuthorization: x\r\n\r\n`,
      ],
      ['a folded header', get('/', 'X-A: 1\r\n  X-Evil: 1')],
      ['a name with a space', get('/', 'X A: 1')],
      ['no name', get('/', ': 1')],
      ['a NUL', get('/', 'X-A: a\0b')],
      ['a bare line feed', `GET / HTTP/1.1\nHost: ${host}\nConnection: close\n\n`],
      ['a bare carriage return', `GET / HTTP/1.1\rHost: ${host}\r\r`],
      ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['two hosts', `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
      ['HTTP/0.9', 'GET /\r\n\r\n'],
      ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
      ['HTTP/9.9', `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`],
      ['HTTP/2 spoken at once', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['nothing', '\r\n\r\n'],
      ['a method of 10,000 letters', `${'A'.repeat(10_000)} / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`],
      ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
      ['100 kB of one header', get('/', `X-A: ${'a'.repeat(100_000)}`)],
      ['2 MB of one header', get('/', `X-A: ${'a'.repeat(2_000_000)}`)],
      ['10,000 headers', get('/', ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`))],
      ['100 kB of cookies', get('/api/store/my-data', `Cookie: ${'a=b; '.repeat(20_000)}`)],
      ['100 kB of session', get('/api/store/my-data', `Authorization: ${'a'.repeat(100_000)}`)],
      ['a session of many parts', get('/api/store/my-data', `Authorization: ${'a.'.repeat(40_000)}`)],
      [
        'a session that nobody signed',
        get(
          '/api/store/my-data',
          `Authorization: ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ id: shop.victim.id, type: 'auth', collectionId: '_pb_users_auth_' })).toString('base64url')}.`,
        ),
      ],
      [
        'two sessions',
        get('/api/store/my-data', `Authorization: ${shop.attacker.pb.authStore.token}`, 'Authorization: x'),
      ],
      [
        'many languages',
        get(
          '/',
          `Accept-Language: ${'hi;q=0.1,'.repeat(10_000)}`,
          `Accept-Encoding: ${'br;q=0.1,'.repeat(10_000)}`,
          `If-None-Match: ${'"a",'.repeat(10_000)}`,
        ),
      ],
      ['many ranges', get('/assets/index-abc123.js', `Range: bytes=${'0-1,'.repeat(5000)}0-1`)],
      ['a broken range', get('/assets/index-abc123.js', 'Range: bytes=-99999999999999999999-,9-1')],
      [
        'a header for the answer',
        `GET /?a=%0d%0aX-Evil:%201 HTTP/1.1\r\nHost: ${host}\r\nOrigin: a%0d%0aX-Evil: 1\r\nConnection: close\r\n\r\n`,
      ],
    ]
    for (const [what, bytes] of broken) {
      const text = await line(what, Buffer.from(bytes, 'latin1'))
      // The hidden request must not have been answered behind the first.
      const answers = text.match(/^HTTP\/1\.[01] \d{3}/gm)?.length ?? 0
      tally.count(
        `${what}: answers`,
        answers <= 1 || what === 'two lengths' ? [] : [`${answers} answers to one request: ${text.slice(0, 400)}`],
      )
    }
  })

  test('GUARD-08 that never end keep nobody else waiting', async () => {
    const lines: Socket[] = []
    const starts = [
      'GET / HT',
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: `,
      `POST /api/store/quote HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      `POST /api/store/orders HTTP/1.1\r\nHost: ${host}\r\nIdempotency-Key: slow-slow-slow-slow\r\nContent-Length: 1000\r\n\r\n{`,
      `POST /api/collections/users/records HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n-\r\n`,
      `POST /api/store/webhooks/razorpay HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ]
    const { hostname, port } = new URL(shop.store.url)
    for (let count = 0; count < 20; count++) {
      for (const start of starts) {
        const slow = connect({ host: hostname, port: Number(port) })
        slow.on('error', () => undefined)
        await new Promise<void>((resolve) => slow.once('connect', resolve))
        slow.write(start)
        lines.push(slow)
      }
    }
    try {
      for (let count = 0; count < 20; count++) {
        for (const slow of lines) slow.write(' ')
        const order = await shop.placeOnline(shop.products[count % 3] ?? '')
        const shown = await send(shop.store.url, {
          path: `/api/store/orders/${order.id}`,
          headers: { 'X-Order-Token': order.access_token },
        })
        tally.count(
          `an order beside ${lines.length} slow lines`,
          shown.status === 200 ? faultsOf(shown) : [`${shown.status} ${shown.text}`],
        )
      }
    } finally {
      for (const slow of lines) slow.destroy()
    }
  })
})

describe('GUARD-11 bodies', () => {
  const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

  /** Texts that are no, or no decent, JSON. */
  const TEXTS: [string, string][] = [
    ['100,000 levels', nested(100_000)],
    ['100,000 levels of objects', nested(100_000, '{"a":', '}').replace('{}', '{"a":1}')],
    ['100,000 levels that never close', '['.repeat(100_000)],
    ['9,000 levels', nested(9000)],
    ['9,000 levels in a field', `{"items":${nested(9000)},"name":${nested(9000)}}`],
    ['30,000 levels as text in a field', JSON.stringify({ items: nested(30_000), user: 'x' })],
    ['the same key twice', '{"items":[],"items":[{"product":"x","quantity":1}],"email":"a","email":"b"}'],
    ['a prototype', '{"__proto__":{"items":[],"admin":true},"constructor":{"prototype":{"admin":true}},"items":[]}'],
    ['numbers', '{"items":[{"product":"x","quantity":1e309}],"rating":-0,"expected_total":99999999999999999999999}'],
    ['no numbers', '{"rating":NaN,"items":Infinity}'],
    ['lone surrogates', '{"name":"\\ud800","email":"\\udc00@example.in","content":"\\ud83d","items":["\\ud800"]}'],
    ['NUL', '{"name":"a\\u0000b","email":"a\\u0000@example.in","content":"\\u0000","title":"\\u0000"}'],
    ['right to left', '{"name":"\\u202e\\u2066\\u200f","content":"\\u202e\\u202e","label":"\\u2028\\u2029"}'],
    ['a text of 1 MB', JSON.stringify({ name: 'x'.repeat(1_000_000), content: 'y', items: 'z' })],
    ['a key of 1 MB', JSON.stringify({ ['x'.repeat(1_000_000)]: 1 })],
    ['100,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at])))],
    ['a list of 100,000', JSON.stringify({ items: Array(100_000).fill(0) })],
    ['a number of 1 MB', `{"rating":${'9'.repeat(1_000_000)}}`],
    [
      'bytes that are no UTF-8',
      Buffer.from('{"name":"\xff\xfe\xc0\xaf","content":"\xed\xa0\x80"}', 'latin1').toString('latin1'),
    ],
    ['UTF-16', Buffer.from('\ufeff{"items":[]}', 'utf16le').toString('latin1')],
    ['a byte order mark', '\ufeff{"items":[]}'],
    ['lists for values', '{"items":[[[]]],"name":["a"],"email":["a","b"],"rating":[5],"user":["x"],"content":{"a":1}}'],
    [
      'changes for values',
      '{"rating+":1,"helpful_votes+":5,"name-":"x","+items":"x","user.name":"x","items:each":"x","avatar-":"x","avatar+":"x"}',
    ],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['a space', ' '],
  ]

  /**
   * PocketBase 0.40.4 itself trips over the body `null` at these two, catches itself and answers 500; nothing is
   * changed and nothing told. Its own routes cannot be put behind one of ours.
   */
  const KNOWN = ['confirm-password-reset', 'request-email-change']

  test('of every kind are answered by records and sign-in', async () => {
    const session = shop.attacker.pb.authStore.token
    const review = await shop.attacker.pb
      .collection('reviews')
      .create({ product: shop.products[1], rating: 4, content: 'Nice' })
    const cart = await shop.attacker.pb.collection('carts').create({ user: shop.attacker.id, items: [] })
    const records = '/api/collections'
    const targets: Pick<Sent, 'method' | 'path'>[] = [
      { method: 'POST', path: `${records}/users/records` },
      { method: 'PATCH', path: `${records}/users/records/${shop.attacker.id}` },
      { method: 'POST', path: `${records}/reviews/records` },
      { method: 'PATCH', path: `${records}/reviews/records/${review.id}` },
      { method: 'POST', path: `${records}/review_comments/records` },
      { method: 'POST', path: `${records}/addresses/records` },
      { method: 'PATCH', path: `${records}/carts/records/${cart.id}` },
      { method: 'POST', path: `${records}/users/auth-with-password` },
      { method: 'POST', path: `${records}/users/auth-refresh` },
      { method: 'POST', path: `${records}/users/request-password-reset` },
      { method: 'POST', path: `${records}/users/confirm-password-reset` },
      { method: 'POST', path: `${records}/users/request-email-change` },
      { method: 'POST', path: `${records}/users/auth-with-oauth2` },
      { method: 'POST', path: '/api/realtime' },
      { method: 'POST', path: '/api/batch' },
    ]
    for (const [what, text] of TEXTS) {
      for (const { method, path } of targets) {
        if (what === 'null' && KNOWN.some((name) => path.endsWith(name))) continue
        const types = [
          'application/json',
          ...(text.length < (RUNS < 1000 ? 1000 : 100_000) ? ['application/x-www-form-urlencoded'] : []),
        ]
        for (const type of types) {
          const headers = { 'Content-Type': type, Authorization: session }
          const answer = await send(shop.store.url, {
            method,
            path,
            headers,
            body: Buffer.from(text, what.startsWith('bytes') || what === 'UTF-16' ? 'latin1' : 'utf8'),
          })
          tally.count(`${what} to ${method} ${path} as ${type}`, faultsOf(answer, { strangers: VICTIMS_WORDS }))
        }
      }
    }
    const kept = await shop.owner.collection('users').getOne(shop.attacker.id)
    expect([kept.verified, kept.email, kept.emailVisibility]).toEqual([true, shop.attacker.email, false])
  })

  test('of 50 MB are refused before they are read', async () => {
    const body = Buffer.alloc(50 * 1024 * 1024, '[')
    for (const path of [
      '/api/store/quote',
      '/api/store/orders',
      '/api/store/webhooks/courier',
      '/api/store/webhooks/razorpay',
      '/api/store/contact',
      '/api/store/payment/return',
      '/api/collections/users/records',
      '/api/collections/users/auth-with-password',
    ]) {
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nIdempotency-Key: a-body-of-50-megabytes\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
      const text = await line(`50 MB to ${path}`, Buffer.concat([Buffer.from(head), body]))
      // The line may be cut while the rest is still on its way: then there is no answer to read.
      tally.count(`50 MB to ${path}: refused`, /^(?:$|HTTP\/1\.1 (?:4\d\d|303))/.test(text) ? [] : [text.slice(0, 200)])
    }
  })

  test('and questions of records, however long and odd, are answered', async () => {
    const session = shop.attacker.pb.authStore.token
    const long = 'x'.repeat(3000)
    const queries = [
      `filter=${'('.repeat(30_000)}`,
      `filter=${'('.repeat(1000)}id=1${')'.repeat(1000)}`,
      `filter=${Array(300).fill('id="x"').join('||')}`,
      'filter=',
      'filter=id="',
      "filter=id='\\'",
      'filter=1=1;DROP TABLE orders',
      'filter=@request.auth.id!=""',
      'filter=@collection.orders.email~"vasudha"',
      'filter=@collection.users:x.email~"vasudha"%26%26@collection.users:x.id!=""',
      'filter=user.email~"vasudha"',
      'filter=orders_via_user.email~"vasudha"',
      'filter=id:length>0',
      'filter=images:each~"x"',
      'filter=strftime("%25Y",created)="2026"',
      `filter=name~"${'%25'.repeat(1000)}"`,
      'filter=name~"\0"',
      'filter=price>1e309',
      'filter=geoDistance(1,2,3,4)>0',
      `sort=${Array(500).fill('-id').join(',')}`,
      'sort=@random',
      'sort=@rowid',
      'sort=-',
      "sort=id'",
      'sort=user.email',
      `expand=${'user.'.repeat(500)}user`,
      `expand=${Array(500).fill('user').join(',')}`,
      'expand=orders_via_user,addresses_via_user',
      `fields=${Array(1000).fill('*').join(',')}`,
      'fields=*:excerpt(-1,true)',
      `fields=*:excerpt(${'9'.repeat(50)})`,
      'page=-1&perPage=-1',
      'page=99999999999999999999&perPage=99999999999999999999',
      'page=9223372036854775807&perPage=1000',
      'page=NaN&perPage=1e3',
      'page[]=1&perPage[a]=1',
      'page=1&page=2&filter=a&filter=b',
      `x=${long}`,
      '%ff=%fe&%00',
      'skipTotal=maybe',
    ]
    const names = ['reviews', 'users', 'orders', 'nothing', '%00', long]
    const more = ['products', 'addresses', 'carts', 'review_comments', 'payments', 'messages', '_superusers', '_logs']
    for (const name of RUNS < 1000 ? names : [...names, ...more]) {
      for (const query of queries) {
        for (const headers of [{}, { Authorization: session }] as Record<string, string>[]) {
          const answer = await send(shop.store.url, {
            path: `/api/collections/${name}/records?${query.replaceAll('\0', '%00').replaceAll(' ', '%20')}`,
            headers,
          })
          tally.count(`${name} ${query.slice(0, 80)}`, faultsOf(answer, { strangers: VICTIMS_WORDS }))
        }
      }
    }
  })
})
