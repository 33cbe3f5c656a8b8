import { describe, expect, test } from 'vitest'
import type { CsvPageAnswer } from '../../src/domain/desk/csv-request'
import type { CodesAnswer, PromotionRow, PromotionsAnswer } from '../../src/domain/desk/promotions'
import { refused } from '../refused'
import { shared } from '../shared'
import { openCashShop } from './cash-shop'

const shop = shared(openCashShop)

async function ask<T>(route: string, body?: object, query?: Record<string, unknown>): Promise<T> {
  return shop.owner.send<T>(`/api/store/desk/promotions${route}`, { method: body ? 'POST' : 'GET', body, query })
}
let made = 0
const promotionOf = (change: object) => ({
  ...{ name: `Offer ${++made}`, description: '', active: true, kind: 'percent', value: 15, gift: '', code: '' },
  ...{ single_use: false, minimum: 0, products: [], categories: [], tags: [], starts: '', ends: '' },
  ...{ max_uses: 0, max_per_person: 0, first_order: false, combines: false },
  ...change,
})
const make = (change: object = {}) => ask<PromotionRow>('', promotionOf(change))
/** The body that would leave a promotion as it is. */
const same = ({ state, orders, given, codes, ...promotion }: PromotionRow) => promotion
const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().replace('T', ' ')
const listed = async (id: string) => {
  const { promotions } = await ask<PromotionsAnswer>('')
  return promotions.find((promotion) => promotion.id === id)
}
const log = async () => (await shop.owner.collection('desk_log').getList(1, 1, { sort: '-created,-@rowid' })).items[0]

/** An order that was given a promotion, as its placing leaves it. */
async function use(promotion: string, amount: number, code: string, status = 'confirmed'): Promise<string> {
  const number = `SJ-USE${++made}`
  const order = await shop.store.insert('orders', { number, status, items: '[]', idempotency_key: number })
  await shop.store.insert('promotion_uses', { promotion, order, code, amount })
  return number
}

describe('PROMO-20 the list of promotions', () => {
  test('is the newest first, with where each stands and what became of it', async () => {
    const first = await make({ code: 'diwali 15', minimum: 500, categories: ['Bag'] })
    const second = await make({ starts: later(1), kind: 'amount', value: 50.5 })
    const third = await make({ active: false, kind: 'free_delivery', value: 0 })
    await use(first.id, 15_000, 'DIWALI15')
    await use(first.id, 7550, 'DIWALI15')
    await use(first.id, 99_900, 'DIWALI15', 'cancelled')
    await use(first.id, 99_900, 'DIWALI15', 'expired')
    const { promotions, total } = await ask<PromotionsAnswer>('')
    expect(total).toBe(promotions.length)
    expect(promotions.slice(0, 3).map(({ id, state, orders, given }) => [id, state, orders, given])).toEqual([
      [third.id, 'off', 0, 0],
      [second.id, 'planned', 0, 0],
      [first.id, 'running', 2, 22_550],
    ])
    expect(await listed(first.id)).toMatchObject({ code: 'DIWALI15', minimum: 500, categories: ['bag'], value: 15 })
  })
})

describe('PROMO-21 a promotion is made and changed', () => {
  test('once, when its answer was lost and it is sent again', async () => {
    const sent = promotionOf({ new_id: 'lost00000000001', code: 'lost 15', categories: ['Bag'], tags: ['Neem'] })
    const first = await ask<PromotionRow>('', sent)
    expect(await ask<PromotionRow>('', sent)).toMatchObject({ ...same(first), updated: expect.anything() })
    expect((await refused(ask('', { ...sent, value: 50 }))).said).toEqual({
      name: 'It was made as it was before. Open it from the list.',
    })
    const { promotions } = await ask<PromotionsAnswer>('')
    expect(promotions.filter(({ name }) => name === sent.name)).toEqual([expect.objectContaining({ value: 15 })])
    await ask(`/${first.id}/delete`, {})
  })

  test('by the store’s own checks, with a sentence beside each field', async () => {
    const wrong = { name: ' ', value: 15.555, code: 'AB', max_uses: 1.5, starts: 'soon' }
    expect((await refused(make(wrong))).said).toEqual({
      name: 'Write a name.',
      value: 'At most two decimals.',
      code: 'Write at least three letters or digits.',
      max_uses: 'Write a whole number.',
      starts: 'Choose a moment.',
    })
    // Else it would be everybody's.
    expect((await refused(make({ code: 'दिवाली' }))).said).toEqual({
      code: 'Write the code in letters from A to Z and digits.',
    })
    await make({ code: 'TWICE' })
    expect((await refused(make({ code: 'twice' }))).said).toEqual({ code: 'Another promotion has this code.' })
    expect((await refused(make({ kind: 'gift' }))).said).toEqual({ gift: 'Choose the product that is given away.' })
    expect((await refused(make({ starts: later(2), ends: later(1) }))).said).toEqual({
      ends: 'The end is before the start.',
    })
    expect((await refused(make({ ends: later(-1) }))).said).toEqual({ ends: 'This moment is over.' })
  })

  test('one that is still to come wholly, and not over what somebody else changed; it is written down', async () => {
    const row = await make({ starts: later(1) })
    const changed = await ask<PromotionRow>('', { ...same(row), kind: 'amount', value: 20, code: 'SOON20' })
    expect(changed).toMatchObject({ id: row.id, kind: 'amount', value: 20, code: 'SOON20', state: 'planned' })
    expect((await log())?.what).toMatch(/^Changed the promotion “Offer \d+”, from /)
    const stale = await refused(ask('', { ...same(row), updated: '2020-01-01 00:00:00.000Z' }))
    expect(stale.said).toEqual({
      name: 'Somebody changed it meanwhile. Go back to what is saved, and change it again.',
    })
    expect((await refused(ask('', { ...same(row), id: 'nobody000000000' }))).status).toBe(404)
  })
})

describe('PROMO-22 one that runs', () => {
  test('keeps what was told of it: its name, words, switch and end alone are changed', async () => {
    const row = await make({ code: 'RUNS15' })
    const { said } = await refused(ask('', { ...same(row), value: 5, minimum: 100 }))
    const sentence =
      'It runs. Its name, its words and its end can be changed; for anything else end it and make a copy.'
    expect(said).toEqual({ value: sentence, minimum: sentence })
    const ends = later(3)
    expect(await ask('', { ...same(row), name: 'Runs on', ends })).toMatchObject({ name: 'Runs on', ends })
  })

  test('is ended at this moment, once, and is then kept as it was', async () => {
    const row = await make()
    await ask(`/${row.id}/end`, {})
    expect((await log())?.what).toBe(`Ended the promotion “${row.name}”`)
    const ended = await listed(row.id)
    expect(ended?.state).toBe('ended')
    expect(await refused(ask(`/${row.id}/end`, {}))).toMatchObject({ status: 409 })
    expect((await refused(ask('', { ...same(ended as PromotionRow), value: 5 }))).said).toEqual({
      value: 'It has ended. Make a copy of it.',
    })
  })

  test('is renamed as well where a program made it, with lists nobody filled', async () => {
    const fields = { name: 'By program', active: true, kind: 'percent', value: 5 }
    const { id } = await shop.owner.collection('promotions').create(fields)
    const row = (await listed(id)) as PromotionRow
    expect(await ask<PromotionRow>('', { ...same(row), name: 'Renamed' })).toMatchObject({ id, name: 'Renamed' })
  })
})

test('PROMO-23 one that no order was given is deleted with its codes, another stays', async () => {
  const unused = await make({ single_use: true })
  await ask(`/${unused.id}/codes`, { count: 5 })
  await ask(`/${unused.id}/delete`, {})
  expect(await listed(unused.id)).toBeUndefined()
  const codes = await shop.owner.collection('promotion_codes').getFullList({ filter: `promotion = "${unused.id}"` })
  expect(codes).toEqual([])
  const used = await make({ code: 'KEPT10' })
  // Also of an order that was cancelled something was told.
  await use(used.id, 100, 'KEPT10', 'cancelled')
  expect(await refused(ask(`/${used.id}/delete`, {}))).toMatchObject({ status: 409 })
  expect(await listed(used.id)).toBeDefined()
})

describe('PROMO-24 codes that are good once', () => {
  test('ten thousand of them within seconds, none like another, without signs that look alike', async () => {
    const { id, name } = await make({ single_use: true })
    const began = performance.now()
    expect(await ask<CodesAnswer>(`/${id}/codes`, { count: 10_000 })).toEqual({ made: 10_000 })
    expect(performance.now() - began).toBeLessThan(3000)
    expect((await log())?.what).toBe(`Made 10000 codes for the promotion “${name}”`)
    const codes: string[] = []
    for (let after = ''; ; ) {
      const page = await ask<CsvPageAnswer>(`/${id}/codes`, undefined, { after })
      codes.push(...page.rows.map(([code = '']) => code))
      after = page.next
      if (after === '') break
    }
    expect(new Set(codes).size).toBe(10_000)
    expect(codes.filter((code) => !/^[A-HJ-NP-Z2-9]{10}$/.test(code))).toEqual([])
    expect((await listed(id))?.codes).toEqual({ made: 10_000, used: 0 })
  })

  test('say whether they are used and by which order, whose number is an owner’s to see', async () => {
    const { id } = await make({ single_use: true })
    await ask(`/${id}/codes`, { count: 3 })
    const { rows } = await ask<CsvPageAnswer>(`/${id}/codes`)
    const [used = '', given = '', free = ''] = rows.map(([code = '']) => code)
    const number = await use(id, 1000, used)
    await use(id, 1000, given, 'cancelled')
    expect(await ask(`/${id}/codes`)).toEqual({
      columns: ['code', 'used', 'order'],
      rows: [
        [used, 'yes', number],
        [given, 'no', ''],
        [free, 'no', ''],
      ],
      next: '',
    })
    expect((await listed(id))?.codes).toEqual({ made: 3, used: 1 })
    const email = 'codes-editor@example.com'
    const { id: editor } = await shop.owner.collection('staff').create({
      ...{ email, name: 'Kavya', role: 'editor', verified: true },
      ...{ password: 'walnut-lamp-42', passwordConfirm: 'walnut-lamp-42' },
    })
    const helper = await shop.owner.collection('staff').impersonate(editor, 600)
    const seen = await helper.send<CsvPageAnswer>(`/api/store/desk/promotions/${id}/codes`, {})
    expect([seen.columns, seen.rows[0]]).toEqual([
      ['code', 'used'],
      [used, 'yes'],
    ])
  })

  test('are not made twice by whoever has not seen those that are there', async () => {
    const { id } = await make({ single_use: true })
    await ask(`/${id}/codes`, { count: 5, made: 0 })
    expect((await refused(ask(`/${id}/codes`, { count: 5, made: 0 }))).said).toEqual({
      count: 'It has 5 codes by now. Press again for more.',
    })
    await ask(`/${id}/codes`, { count: 5, made: 5 })
    expect((await listed(id))?.codes.made).toBe(10)
  })

  test('belong to a promotion that has codes of its own and has not ended, at most so many', async () => {
    const { id: shared } = await make({ code: 'FORALL' })
    expect(await refused(ask(`/${shared}/codes`, { count: 1 }))).toMatchObject({ status: 409 })
    const { id } = await make({ single_use: true })
    for (const count of [0, 10_001, 1.5, '5'])
      expect((await refused(ask(`/${id}/codes`, { count }))).said).toEqual({
        count: 'Choose a whole number from 1 to 10000.',
      })
    await ask(`/${id}/end`, {})
    expect(await refused(ask(`/${id}/codes`, { count: 1 }))).toMatchObject({ status: 409 })
  })
})
