import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/domain/check-request'
import { fromDateField, toDateField } from '../../src/domain/date'
import { type PromotionRequest, promotionSchema } from '../../src/domain/desk/promotion-request'
import { stripBars, stripStart } from '../../src/domain/desk/promotion-strip'
import {
  changeableFields,
  type Other,
  type PromotionFacts,
  type PromotionRow,
  planLine,
  promotionLine,
  promotionWords,
  shortDate,
  stateOf,
  stateWords,
} from '../../src/domain/desk/promotions'

/** Tuesday 24 November 2026, 10:00 am in India. */
const NOW = Date.parse('2026-11-24T04:30:00Z')
const FACTS: PromotionFacts = { now: NOW, products: [], gift: '', example: null, others: [] }
const promotion = (change: Partial<PromotionRequest> = {}): PromotionRequest => ({
  ...{ name: 'Diwali', description: '', active: true, kind: 'percent', value: 15, gift: '', code: 'DIWALI15' },
  ...{ single_use: false, minimum: 0, products: [], categories: [], tags: [], starts: '', ends: '' },
  ...{ max_uses: 0, max_per_person: 0, first_order: false, combines: false },
  ...change,
})
const other = (change: Partial<Other> = {}): Other => ({
  ...{ id: 'other', name: 'Free potli', kind: 'promotion', state: 'running', starts: '', ends: '', automatic: true },
  ...{ combines: false, products: [], categories: [], tags: [], ...change },
})
const wordsOf = (change: Partial<PromotionRequest>, facts: Partial<PromotionFacts> = {}) =>
  promotionWords(promotion(change), { ...FACTS, ...facts })
const leadOf = (change: Partial<PromotionRequest>, facts: Partial<PromotionFacts> = {}) => wordsOf(change, facts).lead
const restOf = (change: Partial<PromotionRequest>, facts: Partial<PromotionFacts> = {}) => wordsOf(change, facts).rest

describe('PROMO-25 the sentence of a promotion', () => {
  test('says who has what, on which goods, and from when', () => {
    expect(leadOf({})).toBe('Who types DIWALI15 pays 15% less for everything')
    const starts = '2026-12-04 12:30:00.000Z'
    expect(leadOf({ starts, categories: ['bag'], minimum: 500 })).toBe(
      'From Friday 4 December at 6:00 pm, who types DIWALI15 pays 15% less for things in bag in an order from ₹500.00',
    )
    expect(leadOf({ code: '', kind: 'free_delivery', minimum: 999 })).toBe(
      'Everybody pays no delivery in an order from ₹999.00',
    )
    expect(leadOf({ code: '', first_order: true, kind: 'amount', value: 50 })).toBe(
      'Who orders for the first time pays ₹50.00 less for everything',
    )
    expect(leadOf({ code: '', single_use: true, kind: 'gift', gift: 'x' }, { gift: 'Potli' })).toBe(
      'Who types one of its codes gets Potli free of charge',
    )
    expect(leadOf({ value: 0 })).toBe('Who types DIWALI15 pays less for everything')
    expect(leadOf({ code: '', kind: '' })).toBe('Everybody reads about it, and nothing is taken off')
  })

  test('names a few of the chosen products, and counts the rest', () => {
    const goods = (count: number, names: string[], more: Partial<PromotionRequest> = {}) =>
      leadOf({ products: Array.from({ length: count }, String), ...more }, { products: names }).split(' for ')[1]
    expect(goods(1, ['Neem Soap'])).toBe('Neem Soap')
    expect(goods(2, ['Neem Soap', 'Jhola'])).toBe('Neem Soap and Jhola')
    expect(goods(9, ['Neem Soap', 'Jhola', 'Potli'])).toBe('Neem Soap, Jhola and 7 other products')
    expect(goods(2, [])).toBe('2 products')
    expect(goods(1, ['Jhola'], { categories: ['soap', 'oil'], tags: ['gift'] })).toBe(
      'things in soap and oil, Jhola and things tagged gift',
    )
  })

  test('says until when, how often, and what a product costs', () => {
    expect(restOf({})).toEqual(['It runs until you end it.'])
    expect(restOf({ ends: '2026-11-29 18:29:00.000Z', max_per_person: 1, max_uses: 1000, active: false })).toEqual([
      'Each shopper can use it once.',
      'In all it is given 1,000 times.',
      'It ends on Sunday 29 November at 11:59 pm.',
      'It is switched off: nobody has it yet.',
    ])
    const example = { name: 'Market Jhola', price: 65_000 }
    expect(restOf({}, { example })[0]).toBe('Market Jhola costs ₹552.50 instead of ₹650.00.')
    expect(restOf({ kind: 'amount', value: 50 }, { example })[0]).toBe('₹1.00 of an order always stays to be paid.')
    expect(restOf({ kind: 'amount', value: 50, minimum: 500 }, { example })).toEqual(['It runs until you end it.'])
  })

  test('says what it meets: another one at the same time, on the same goods', () => {
    const meets = (change: Partial<PromotionRequest>, ...others: Other[]) => restOf(change, { others }).slice(1)
    expect(meets({}, other())).toEqual(['It does not go with “Free potli”: a cart has the one that saves more.'])
    expect(meets({ combines: true }, other({ combines: true }))).toEqual(['It goes together with “Free potli”.'])
    expect(meets({ code: '' }, other())).toEqual([
      '“Free potli” runs at a part of that time: a cart has the one that saves more.',
    ])
    // Of codes one is typed at a time.
    expect(meets({}, other({ automatic: false }))).toEqual([])
    expect(meets({}, other({ state: 'ended' }), other({ state: 'off' }))).toEqual([])
    const plan = other({ kind: 'plan', name: 'Winter', automatic: false, categories: ['soap'] })
    expect(meets({}, plan)).toEqual(['While “Winter” runs, it is taken off the lowered prices.'])
    expect(meets({ categories: ['bag'] }, plan)).toEqual([])
    expect(meets({ kind: 'free_delivery' }, plan)).toEqual([])
    const next = { starts: '2026-12-01 00:00:00.000Z', ends: '2026-12-02 00:00:00.000Z' }
    expect(meets({ ends: '2026-12-01 00:00:00.000Z' }, other(next))).toEqual([])
    const many = Array.from({ length: 6 }, (_, place) => other({ id: `${place}`, name: `Offer ${place}` }))
    expect(meets({}, ...many).at(-1)).toBe('It meets 2 more.')
  })

  test('says what stands against it', () => {
    const against = (change: Partial<PromotionRequest>) => wordsOf(change).against
    expect(against({})).toEqual([])
    expect(against({ value: 101 })).toEqual(['Write a percentage above 0, up to 100.'])
    expect(against({ value: Number.NaN })).toEqual(['Write a percentage above 0, up to 100.'])
    expect(against({ kind: 'amount', value: 0 })).toEqual(['Write how many rupees are taken off.'])
    expect(against({ kind: 'gift' })).toEqual(['Choose the product that is given away.'])
    const [later, sooner] = ['2026-12-02 00:00:00.000Z', '2026-12-01 00:00:00.000Z']
    expect(against({ starts: later, ends: sooner })).toEqual(['It ends before it begins.'])
    expect(against({ ends: '2026-11-01 00:00:00.000Z' })).toEqual(['Its end is over: nobody would get anything.'])
  })
})

describe('PROMO-25 a line of the list', () => {
  const row = (change: Partial<PromotionRow>): PromotionRow => ({
    ...promotion(),
    ...{ id: 'a', updated: '', state: 'running', orders: 0, given: 0, codes: { made: 0, used: 0 } },
    ...change,
  })

  test('says what it gives', () => {
    expect(promotionLine(row({ categories: ['bag'], minimum: 500 }))).toBe('15% off bag from ₹500.00')
    expect(promotionLine(row({ kind: 'gift', minimum: 1999 }))).toBe('Gift from ₹1,999.00')
    expect(promotionLine(row({ kind: 'free_delivery', products: ['a', 'b'], tags: ['gift'] }))).toBe(
      'Free delivery 2 products and gift',
    )
    const plan = { categories: ['soap'], products: [], percent: 10, price: 0, round_to: '9' }
    expect(planLine(plan as never)).toBe('soap −10%, ending in 9')
    expect(planLine({ ...plan, percent: 0, price: 99 } as never)).toBe('soap at ₹99.00')
  })

  test('says where it stands', () => {
    const [starts, ends] = ['2026-11-30 18:30:00.000Z', '2027-01-02 00:00:00.000Z']
    expect(shortDate(starts, NOW)).toBe('Tue 1 Dec')
    expect(shortDate(ends, NOW)).toBe('2 Jan 2027')
    expect(stateWords({ state: 'running', starts: '', ends: '' }, NOW)).toEqual(['done', 'Running, no end'])
    expect(stateWords({ state: 'planned', starts, ends }, NOW)).toEqual(['todo', 'Planned, Tue 1 Dec to 2 Jan 2027'])
    const midnight = '2026-11-29 18:30:00.000Z'
    expect(stateWords({ state: 'ended', starts, ends: midnight }, NOW)).toEqual(['none', 'Ended Sun 29 Nov'])
    expect(stateWords({ state: 'ended', starts, ends }, NOW)).toEqual(['none', 'Ended 2 Jan 2027'])
    expect(stateOf({ active: true, starts: '', ends: '' }, NOW)).toBe('running')
    expect(stateOf({ active: false, starts: '', ends: '' }, NOW)).toBe('off')
    expect(stateOf({ active: true, starts, ends }, NOW)).toBe('planned')
    expect(changeableFields('planned')).toBe('all')
    expect(changeableFields('running')).not.toContain('value')
  })
})

test('PROMO-25 the strip is four weeks from Monday on, one row where two do not meet', () => {
  expect(new Date(stripStart(NOW)).toISOString()).toBe('2026-11-22T18:30:00.000Z')
  const at = (id: string, starts: string, ends: string) => ({ id, state: 'running' as const, starts, ends })
  const items = [
    at('one', '', '2026-11-29 18:29:00.000Z'),
    at('two', '2026-11-30 18:30:00.000Z', '2026-12-07 18:29:00.000Z'),
    at('three', '2026-11-24 00:00:00.000Z', ''),
    at('gone', '', '2026-11-20 00:00:00.000Z'),
    at('far', '2027-02-01 00:00:00.000Z', ''),
    { ...at('off', '', ''), state: 'off' as const },
  ]
  expect(stripBars(items, NOW)).toEqual([
    { id: 'one', from: 1, to: 8, row: 1 },
    { id: 'three', from: 2, to: 29, row: 2 },
    { id: 'two', from: 9, to: 16, row: 1 },
  ])
})

test('PROMO-21 a moment is typed and shown in India’s time', () => {
  expect(toDateField('2026-11-27 12:30:00.000Z')).toBe('2026-11-27T18:00')
  expect(fromDateField('2026-11-27T18:00')).toBe('2026-11-27 12:30:00.000Z')
  expect([toDateField(''), fromDateField(''), fromDateField('soon')]).toEqual(['', '', ''])
  const checked = checkRequest(promotionSchema, promotion({ ends: '2026-11-27T12:30:00Z', tags: [' Gift ', 'gift'] }))
  expect(checked).toMatchObject({ value: { ends: '2026-11-27 12:30:00.000Z', tags: ['gift'] } })
})
