import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PinAnswer } from '../../src/domain/account/place'
import type { PinEntry } from '../../src/domain/desk/pin-directory'
import type { PinDirectory, PinsAnswer, PinsDone, PinsRequest } from '../../src/domain/desk/pins'
import { refused } from '../refused'
import { scratchFolder } from '../scratch-folder'
import { shared } from '../shared'
import { openCashShop } from './cash-shop'
import { newKey } from './paying-shop'
import { SUPERUSER_EMAIL, SUPERUSER_PASSWORD } from './record-store'

const shop = shared(openCashShop)

const ENTRIES: readonly PinEntry[] = [
  ['110001', 'DL', 'New Delhi', 'New Delhi GPO'],
  ['244001', 'UP', 'Moradabad', 'Moradabad'],
  ['262001', 'UP', 'Pilibhit', 'Pilibhit'],
  ['560003', 'KA', 'Bengaluru Urban', 'Malleswaram'],
  ['799001', '', '', 'Agartala'],
]
const requestOf = (change: Partial<PinsRequest> = {}): PinsRequest => ({
  ...{ key: newKey(), file: 'pincode.csv', offices: 12, states: 3, pins: ENTRIES.length, done: 0 },
  entries: [...ENTRIES],
  ...change,
})
const send = (body: unknown) =>
  shop.owner.send<PinsDone>('/api/store/desk/pins', { method: 'POST', body: body as object, requestKey: null })
/** A piece of it. */
const piece = (request: PinsRequest, from: number, to: number) =>
  send({ ...request, done: from, entries: request.entries.slice(from, to) })
const find = (pincode: string) => shop.call<PinAnswer>(`/api/store/pin/${pincode}`)
const inPlace = async (): Promise<PinDirectory | null> =>
  (await shop.owner.send<PinsAnswer>('/api/store/desk/pins', {})).directory
const rows = async () => (await shop.owner.collection('pin_codes').getList(1, 1)).totalItems

beforeEach(async () => {
  for (const { id } of await shop.owner.collection('pin_directories').getFullList())
    await shop.owner.collection('pin_directories').delete(id)
})

describe('PIN-01 what a PIN code is asked for', () => {
  test('without a directory the first digits tell the state, and nothing else is known', async () => {
    expect((await find('560003')).body).toEqual({
      ...{ pincode: '560003', state: 'KA', district: '', office: '', known: null },
    })
    expect((await find('244001')).body).toMatchObject({ state: '', known: null })
  })

  test('with one it tells state, district and post office, and which it does not have', async () => {
    await send(requestOf())
    expect((await find('244001')).body).toEqual({
      ...{ pincode: '244001', state: 'UP', district: 'Moradabad', office: 'Moradabad', known: true },
    })
    expect((await find('%20560%20003')).body).toMatchObject({ pincode: '560003', district: 'Bengaluru Urban' })
    expect((await find('799001')).body).toMatchObject({ state: 'TR', district: '', office: 'Agartala', known: true })
    expect((await find('560999')).body).toEqual({
      ...{ pincode: '560999', state: 'KA', district: '', office: '', known: false },
    })
  })

  test('what is none is refused in words; answers may be kept for a short time', async () => {
    for (const [wrong, sentence] of [
      ['56000', 'PIN codes have six digits.'],
      ['056000', 'PIN codes do not begin with 0.'],
      ["1' OR '1", 'PIN codes have six digits.'],
    ]) {
      const { status, body } = await shop.call<{ data: object }>(`/api/store/pin/${encodeURIComponent(wrong ?? '')}`)
      expect([status, body.data]).toEqual([400, { pincode: expect.objectContaining({ message: sentence }) }])
    }
    const { headers } = await fetch(`${shop.store.url}/api/store/pin/560003`)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })
})

describe('PIN-03 a directory comes in by pieces', () => {
  test('nobody is told of it before its last piece; then it stands, and who brought it in', async () => {
    const request = requestOf()
    expect(await piece(request, 0, 2)).toEqual({ done: 2, inPlace: false })
    expect((await find('110001')).body).toMatchObject({ known: null, district: '' })
    expect(await inPlace()).toBeNull()
    expect(await piece(request, 2, 5)).toEqual({ done: 5, inPlace: true })
    expect((await find('110001')).body).toMatchObject({ known: true, district: 'New Delhi' })
    const directory = await inPlace()
    expect(directory).toMatchObject({ file: 'pincode.csv', pins: 5, offices: 12, states: 3 })
    expect(Math.abs(Date.now() - Date.parse(directory?.since ?? ''))).toBeLessThan(60_000)
    const [said] = (await shop.owner.collection('desk_log').getList(1, 1, { sort: '-created,-@rowid' })).items
    expect(said?.what).toBe('Brought in 5 PIN codes from pincode.csv')
  })

  test('the next one takes its place whole, and leaves nothing of it', async () => {
    await send(requestOf())
    const next = requestOf({ file: 'next.csv' })
    next.entries = next.entries.map(([pincode, state, district, office]) =>
      pincode === '560003' ? ['560004', 'KA', 'Bengaluru Urban', 'Basavanagudi'] : [pincode, state, district, office],
    )
    await piece(next, 0, 4)
    expect([(await find('560003')).body.known, (await find('560004')).body.known]).toEqual([true, false])
    await piece(next, 4, 5)
    expect([(await find('560003')).body.known, (await find('560004')).body.known]).toEqual([false, true])
    expect([await rows(), (await inPlace())?.file]).toEqual([5, 'next.csv'])
  })

  test('a piece that is sent twice, too early or after the end changes nothing, and is told where to go on', async () => {
    const request = requestOf()
    await piece(request, 0, 2)
    expect(await piece(request, 0, 2)).toEqual({ done: 2, inPlace: false })
    expect(await piece(request, 3, 5)).toEqual({ done: 2, inPlace: false })
    expect(await Promise.all([piece(request, 2, 5), piece(request, 2, 5)])).toEqual([
      ...[
        { done: 5, inPlace: true },
        { done: 5, inPlace: true },
      ],
    ])
    expect(await piece(request, 0, 2)).toEqual({ done: 5, inPlace: true })
    expect(await rows()).toBe(5)
  })

  test('who begins another ends an import that is not whole; the one in place stays', async () => {
    await send(requestOf())
    const [stopped, other] = [requestOf({ file: 'stopped.csv' }), requestOf({ file: 'other.csv' })]
    await piece(stopped, 0, 3)
    expect(await rows()).toBe(8)
    await piece(other, 0, 1)
    expect([await rows(), (await inPlace())?.file]).toEqual([6, 'pincode.csv'])
    expect(await refused(piece(stopped, 3, 5))).toMatchObject({ status: 409, data: { code: 'pins_gone' } })
    await piece(other, 1, 5)
    expect([await rows(), (await inPlace())?.file]).toEqual([5, 'other.csv'])
  })
})

describe('PIN-04 what is no directory is refused', () => {
  test('each wrong piece beside its field, and nothing of it stays', async () => {
    const entries = (change: unknown[]) => ({ ...requestOf({ pins: 1 }), entries: [change] })
    const wrong: readonly (readonly [body: unknown, field: string])[] = [
      [entries(['56000', 'KA', '', '']), 'entries.0'],
      [entries([560003, 'KA', '', '']), 'entries.0'],
      [entries(['560003', 'XX', '', '']), 'entries.0'],
      [entries(['560003', 'KA', 'x'.repeat(61), '']), 'entries.0'],
      [entries(['560003', 'KA', '']), 'entries.0'],
      [{ ...requestOf(), entries: [] }, 'entries'],
      [requestOf({ pins: 0 }), 'pins'],
      [requestOf({ key: 'short' }), 'key'],
    ]
    const before = await rows()
    for (const [body, field] of wrong) {
      const { status, data } = await refused(send(body))
      expect([status, Object.keys(data)]).toEqual([400, [field]])
    }
    expect([await rows(), await inPlace()]).toEqual([before, null])
  })

  test('PIN codes that come twice, fall, or are more than was said', async () => {
    const request = requestOf()
    const [first, second] = ENTRIES as [PinEntry, PinEntry]
    for (const entries of [
      [first, first],
      [second, first],
      [...request.entries, ['800001', 'BR', '', '']],
    ])
      expect(await refused(send({ ...request, entries }))).toMatchObject({ status: 400, data: { code: 'pins_order' } })
    await piece(request, 0, 2)
    expect(await refused(send({ ...request, done: 2, entries: [first] }))).toMatchObject({ status: 400 })
    expect(await rows()).toBe(2)
  })

  test('far fewer than are in place, unless that is wanted', async () => {
    await send(requestOf())
    const part = requestOf({ pins: 3, entries: ENTRIES.slice(0, 3) })
    expect(await refused(send(part))).toMatchObject({ status: 409, data: { code: 'far_fewer_pins' } })
    expect((await inPlace())?.pins).toBe(5)
    expect(await send({ ...part, fewer: true })).toEqual({ done: 3, inPlace: true })
    expect([(await inPlace())?.pins, await rows()]).toEqual([3, 3])
  })
})

test('PIN-07 an editor, a shopper and a stranger neither read nor change it', async () => {
  await send(requestOf())
  const { id: editor } = await shop.owner.collection('staff').create({
    ...{ email: 'kavya@example.in', name: 'Kavya', role: 'editor', verified: true },
    ...{ password: 'long enough for the desk', passwordConfirm: 'long enough for the desk' },
  })
  const helper = await shop.owner.collection('staff').impersonate(editor, 600)
  const { pb: shopper } = await shop.store.newUser()
  for (const [who, status] of [
    [helper, 403],
    [shopper, 404],
    [shop.store.guest(), 404],
  ] as const) {
    const asked = [
      who.send('/api/store/desk/pins', { requestKey: null }),
      who.send('/api/store/desk/pins', { method: 'POST', body: requestOf(), requestKey: null }),
    ]
    expect(await Promise.all(asked.map(async (one) => (await refused(one)).status))).toEqual([status, status])
    for (const collection of ['pin_codes', 'pin_directories'])
      expect((await refused(who.collection(collection).getList(1, 1))).status).toBe(403)
  }
})

describe('PIN-09 the command', () => {
  const HEADINGS = 'officename,pincode,officeType,Deliverystatus,divisionname,circlename,Taluk,Districtname,statename'
  const ROWS = [
    'A B.O,560003,B.O,Delivery,X,X,X,BENGALURU,KARNATAKA',
    'B S.O,560004,S.O,Delivery,X,X,X,BENGALURU,KARNATAKA',
  ]
  const folder = scratchFolder()

  async function run(text: string, ...more: string[]): Promise<{ code: number; said: string }> {
    const file = join(folder, 'pincode.csv')
    await writeFile(file, text)
    const env = {
      ...process.env,
      ...{ STORE_SUPERUSER_EMAIL: SUPERUSER_EMAIL, STORE_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD },
    }
    const args = ['--import', 'tsx', 'scripts/start/pins.ts', file, '--url', shop.store.url, ...more]
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      )
    })
  }

  test('reads the file, says what is in it and brings it in, or says why not', async () => {
    const { code, said } = await run([HEADINGS, ...ROWS].join('\n'))
    expect(said).toContain('2 post offices, 2 PIN codes, 1 state or territory.')
    expect(said).toContain('Open Government Data (OGD) Platform of India')
    expect(code).toBe(0)
    expect((await find('560004')).body).toMatchObject({ district: 'Bengaluru', office: 'B', known: true })
    expect(await run('<html>')).toEqual({ code: 1, said: expect.stringContaining('This is a web page and no table.') })
    expect(await run([HEADINGS, ROWS[0]].join('\n'))).toEqual({
      code: 1,
      said: expect.stringContaining('If that is right, add --fewer.'),
    })
    expect((await run([HEADINGS, ROWS[0]].join('\n'), '--fewer')).code).toBe(0)
    expect((await inPlace())?.pins).toBe(1)
  })
})
