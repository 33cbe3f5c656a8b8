import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { shared } from '../shared'
import { picture, pngChunk, SECRETS, STILL, segment, TYPES, withSecrets, withSegments } from './pictures'
import { expectUnharmed, openAttackedShop, VICTIMS_WORDS } from './shop'
import { tallyOf } from './tally'
import { type Answer, faultsOf, raw, send } from './wire'

vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('uploads')
const shop = shared(openAttackedShop)

afterAll(() => expectUnharmed(shop))

interface Part {
  name: string
  content: string | Uint8Array
  /** As written in its header; a part without one is a field. */
  file?: string
  type?: string
}

function multipart(parts: readonly Part[]): { headers: Record<string, string>; body: Buffer } {
  const written = parts.flatMap(({ name, content, file, type }) => [
    Buffer.from(
      `--attack\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=attack`,
      Authorization: shop.attacker.pb.authStore.token,
    },
    body: Buffer.concat([...written, Buffer.from(`--attack--\r\n`)]),
  }
}

const users = () => `/api/collections/users/records/${shop.attacker.id}`
const avatar = () => shop.owner.collection('users').getOne(shop.attacker.id)

/** Offers parts as the attacker's profile; answers what the store said. */
async function offer(what: string, parts: readonly Part[], wrong: (answer: Answer) => string | null = () => null) {
  const answer = await send(shop.store.url, { method: 'PATCH', path: users(), ...multipart(parts) })
  const more = wrong(answer)
  tally.count(what, [
    ...faultsOf(answer, { strangers: VICTIMS_WORDS }),
    ...(more ? [`${more}: ${answer.status} ${answer.text.slice(0, 300)}`] : []),
  ])
  return answer
}

/** A refusal says in a sentence, beside the field, what is wrong with the file. */
function besideField({ status, text }: Answer): string | null {
  if (status !== 400) return 'not refused'
  const sentence = JSON.parse(text).data?.avatar?.message
  return /^[A-Z].*[.]$/.test(String(sentence)) ? null : 'no sentence beside the field'
}

/** A drawing of 30,000 x 30,000 pixels that are nothing but zeros: 109 kB. */
function bomb(): Buffer {
  const side = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  return Buffer.concat([
    picture('drawing').subarray(0, 8),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', ''),
  ])
}
const jpeg = picture('photograph')
const script = '<script>alert(document.domain)</script>'

describe('AUTH-06 REV-01 files that are no pictures, or worse than none', () => {
  test('DATA-08 are refused with a sentence, whatever their name and declared type say', async () => {
    const progressive = picture('progressive')
    progressive.writeUInt16BE(12_000, progressive.indexOf(Buffer.from([0xff, 0xc2])) + 5)
    progressive.writeUInt16BE(12_000, progressive.indexOf(Buffer.from([0xff, 0xc2])) + 7)
    const files: [string, Uint8Array | string][] = [
      ['a drawing of 30,000 x 30,000 pixels', bomb()],
      ['a photograph that needs a gigabyte', progressive],
      ['a page', `<!doctype html>${script}`],
      ['a page after a byte order mark', `\ufeff<html>${script}`],
      ['a vector drawing', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`],
      ['a script that begins as a GIF', 'GIF89a=1;alert(1)//'],
      ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
      ['a document', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'],
      ['a document with a photograph inside', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg])],
      ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100)])],
      ['an archive', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
      ['a text', 'hello'],
      ['a photograph cut off', jpeg.subarray(0, 100)],
      ['a head of a photograph and a page', Buffer.concat([jpeg.subarray(0, 20), Buffer.from(script)])],
      [
        'a photograph of two sizes',
        withSegments(jpeg, segment(0xc0, Buffer.from([8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0]))),
      ],
      ['a picture that moves', picture('moving')],
      ['5 MB and a byte', Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)])],
    ]
    for (const [what, content] of files) {
      for (const [file, type] of [
        ['me.jpg', 'image/jpeg'],
        ['me.html', 'text/html'],
        ['me.png', 'text/javascript'],
      ] as const)
        await offer(what, [{ name: 'avatar', file, type, content }], besideField)
    }
    expect((await avatar()).avatar).toBe('')
    const review = { product: shop.products[1], rating: '5', content: 'Long words that took long to write.' }
    const parts = Object.entries(review).map(([name, content]) => ({ name, content: String(content) }))
    for (const images of [[jpeg, bomb()], Array(5).fill(jpeg), Array(1000).fill(jpeg)] as Buffer[][]) {
      const sent = multipart([...parts, ...images.map((content) => ({ name: 'images', file: 'a.jpg', content }))])
      const answer = await send(shop.store.url, { method: 'POST', path: '/api/collections/reviews/records', ...sent })
      // The reader of forms itself gives up at 1,000 parts.
      const beside = images.length >= 1000 || /"images":\{[^}]*"message":"[^"]+\."/.test(answer.text)
      tally.count('photographs of a review', [
        ...faultsOf(answer),
        ...(answer.status === 400 && beside
          ? []
          : [`not refused beside the field: ${answer.status} ${answer.text.slice(0, 200)}`]),
      ])
    }
    expect(await shop.sql(`SELECT id FROM reviews WHERE user = '${shop.attacker.id}'`)).toEqual([])
    tally.expectNone()
  })

  test('DATA-07 only the picture of a picture is kept, under a harmless name, and served as what it is', async () => {
    const names = [
      'me.jpg',
      'Asha at home.html',
      '../../../../etc/cron.d/x',
      '..\\..\\x.js',
      'a\0.js',
      '.htaccess',
      'x'.repeat(5000),
      '<img src=x onerror=alert(1)>.svg',
      'a.jpg.php',
      '%2e%2e%2f',
      'con',
      '\u202egpj.exe',
    ]
    for (const name of STILL) {
      const content = Buffer.concat([withSecrets(name), Buffer.from(script)])
      const file = names.shift() ?? 'me.jpg'
      const { status, text } = await offer(`a ${name} picture named ${file.slice(0, 30)}`, [
        { name: 'avatar', file: file.replace(/["\0]/g, ''), type: 'text/html', content },
      ])
      expect([name, status, text]).toEqual([name, 200, expect.any(String)])
      const ending = TYPES[name].replace('image/', '.').replace('.jpeg', '.jpg')
      const stored = String(JSON.parse(text).avatar)
      expect(stored).toMatch(/^avatar_[a-z0-9]{10}\.(?:jpg|png|webp)$/)
      expect(stored.endsWith(ending)).toBe(true)
      const path = `/api/files/users/${shop.attacker.id}/${stored}`
      for (const thumb of [
        '',
        '?thumb=100x100',
        '?thumb=300x300',
        '?thumb=99999x99999',
        '?thumb=',
        '?download=1&thumb=%00',
        '?thumb=100x100&thumb=300x300',
      ]) {
        const answer = await send(shop.store.url, { path: path + thumb })
        const { headers } = answer
        const shown = thumb.startsWith('?thumb=100x100') || thumb === '?thumb=300x300'
        tally.count(`a ${name} picture${thumb}`, [
          ...faultsOf(answer, { api: false }),
          ...SECRETS.filter((secret) => answer.text.includes(secret)),
          ...(answer.text.includes('script>') ? ['keeps a script'] : []),
          ...(answer.status === 200 ? [] : [`not served: ${answer.status}`]),
          ...(/^image\/(?:jpeg|png|webp)$/.test(String(headers['content-type']))
            ? []
            : [`is ${headers['content-type']}`]),
          ...(shown || headers['content-type'] === TYPES[name] ? [] : [`is ${headers['content-type']}`]),
          ...(/sandbox/.test(String(headers['content-security-policy'])) ? [] : ['without a sandbox']),
        ])
      }
    }
    tally.expectNone()
  })

  test('a photograph held upright stays so: its smaller copies are as high as it is wide', async () => {
    const { text } = await offer('a turned photograph', [
      { name: 'avatar', file: 'me.jpg', content: withSecrets('photograph', 6) },
    ])
    // 24 x 16 pixels lying on its side, in a copy of any height.
    const review = await shop.attacker.pb.collection('reviews').create({
      product: shop.products[1],
      rating: 5,
      content: 'Good',
      images: [new File([Uint8Array.from(withSecrets('photograph', 6))], 'a.jpg')],
    })
    const response = await fetch(`${shop.store.url}/api/files/reviews/${review.id}/${review.images[0]}?thumb=600x0`)
    const copy = Buffer.from(await response.arrayBuffer())
    const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
    expect([copy.readUInt16BE(frame + 7), copy.readUInt16BE(frame + 5)]).toEqual([600, 900])
    expect(JSON.parse(text).avatar).toMatch(/jpg$/)
    await shop.owner.collection('reviews').delete(review.id)
  })
})

describe('GUARD-11 bodies of files', () => {
  test('too large, too many, or broken, are refused', async () => {
    const mega = Buffer.alloc(1024 * 1024, 'x')
    const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `field${at}`, content: 'x' }))
    await offer(
      '50 MB',
      [{ name: 'avatar', file: 'me.jpg', content: Buffer.concat(Array(50).fill(mega)) }],
      ({ status }) => (status === 400 || status === 413 ? null : 'not refused'),
    )
    await offer('50 MB in a field', [{ name: 'name', content: Buffer.concat(Array(50).fill(mega)) }], ({ status }) =>
      status === 400 || status === 413 ? null : 'not refused',
    )
    await offer('1,000 fields', fields(1000))
    await offer('20,000 fields', fields(20_000))
    await offer(
      '1,000 files',
      Array.from({ length: 1000 }, (_, at) => ({ name: 'avatar', file: `${at}.jpg`, content: jpeg })),
    )
    await offer(
      '1,000 files in unknown fields',
      Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, file: `${at}.jpg`, content: jpeg })),
    )
    await offer('the same field as file and as text', [
      { name: 'avatar', content: '../../data.db' },
      { name: 'avatar', file: 'a.html', content: script },
    ])
    await offer('a name of another file', [{ name: 'avatar', content: shop.photo }])
    await offer('a whole record', [
      { name: '@jsonPayload', content: '{"verified":false,"avatar":"../../x","__proto__":{"a":1}}' },
    ])
    await offer('a whole record, nested 100,000 deep', [{ name: '@jsonPayload', content: '['.repeat(100_000) }])
    const { avatar: kept, verified, email } = await avatar()
    expect([kept, verified, email]).toEqual([
      expect.stringMatching(/^(?:avatar_[a-z0-9]{10}\.\w+)?$/),
      true,
      shop.attacker.email,
    ])
    tally.expectNone()
  })

  test('with boundaries that do not fit are answered', async () => {
    const good = multipart([{ name: 'name', content: 'Mallory' }])
    const { host } = new URL(shop.store.url)
    const types = [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(200)}`,
      'multipart/form-data; boundary="a\\"',
      'multipart/form-data; boundary=other',
      'multipart/mixed; boundary=attack',
      'multipart/form-data; boundary=attack; boundary=other',
      'multipart/',
    ]
    const bodies = [
      good.body,
      good.body.subarray(0, -10),
      Buffer.concat([good.body, good.body]),
      Buffer.from('--attack'),
      Buffer.from('--attack--'),
      Buffer.alloc(0),
      Buffer.from('--attack\r\n\r\n\r\n--attack\r\n'.repeat(1000)),
      Buffer.from(`--attack\r\n${'X-Header: y\r\n'.repeat(20_000)}\r\n\r\n--attack--`),
      Buffer.from(
        "--attack\r\nContent-Disposition: form-data; name*=utf-8''%ff; filename*=x\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--attack--",
      ),
    ]
    for (const type of types) {
      for (const body of bodies) {
        const head = `PATCH ${users()} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${shop.attacker.pb.authStore.token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
        const text = await raw(shop.store.url, Buffer.concat([Buffer.from(head), body]))
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
        const ok = status >= 200 && status < 500
        tally.count(`boundary ${type.slice(0, 50)}`, ok ? [] : [`answers ${text.slice(0, 300)}`])
      }
    }
    tally.expectNone()
  })
})

test('GUARD-12 files are reached by their own address alone', async () => {
  const victims = `/api/files/users/${shop.victim.id}`
  const photo = `/api/files/reviews/${shop.review}`
  const climbs = ['..', '%2e%2e', '%252e%252e', '..%2f', '..%5c', '%c0%ae%c0%ae', '..;', '.%00.', '....//']
  const targets = ['data.db', 'auxiliary.db', 'order-token.key', 'storage', `${shop.photo}.attrs`, 'etc/passwd']
  const paths = climbs.flatMap((climb) =>
    targets.flatMap((target) => [1, 3, 8].map((steps) => `${photo}/${`${climb}/`.repeat(steps)}${target}`)),
  )
  for (const path of [
    ...paths,
    `${photo}/${shop.photo}.attrs`,
    `${photo}/thumbs_${shop.photo}/100x0_${shop.photo}`,
    `${photo}/${shop.photo}%00.html`,
    `${photo}/%00`,
    `${photo}/${'a'.repeat(5000)}`,
    `${victims}/`,
    `/api/files/_superusers/x/y`,
    `/api/files/../../data.db`,
    `/api/files/users/*/*`,
  ]) {
    const answer = await send(shop.store.url, { path })
    const reached = answer.status === 200 || /SQLite format|root:/.test(answer.text)
    tally.count(path.slice(0, 100), [
      ...faultsOf(answer, { api: false }),
      ...(reached ? [`reached: ${answer.text.slice(0, 100)}`] : []),
    ])
  }
  tally.expectNone()
})
