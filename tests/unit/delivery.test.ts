import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pincodeSchema } from '../../src/domain/account/address'
import { readPincode } from '../../src/domain/account/read-pincode'
import { deliversFree, shippingFor } from '../../src/domain/cart/delivery-fee'
import { startOfDay } from '../../src/domain/date'
import { arrivalOf, type Calendar } from '../../src/domain/delivery/calendar'
import { deliveryTo } from '../../src/domain/delivery/delivery'
import { parseDeliveryRule } from '../../src/domain/delivery/delivery-rule'
import { arrivesNow } from '../../src/domain/delivery/promise'
import { parseCalendar, readHolidays } from '../../src/domain/delivery/shop-calendar'
import { cashChoice } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'
import { ARRIVALS } from './arrivals'

const rule = (fields: Record<string, unknown> = {}) =>
  parseDeliveryRule({
    prefix: '',
    deliver: true,
    cash: true,
    fee: 60,
    cash_fee: 0,
    days_min: 2,
    days_max: 4,
    ...fields,
  })
const NOON = Date.parse('2026-11-24T12:00:00+05:30')
const CALENDAR = parseCalendar({})

describe('DELIV-01 the rule for a PIN code', () => {
  test('sets fee and cash; free delivery begins at one sum everywhere', () => {
    const settings = { ...DEFAULT_SETTINGS, free_shipping_from: 50_000, shipping_fee: 4900, minimum_order: 15_000 }
    expect(shippingFor(49_999, settings, rule({ fee: 150 }))).toBe(15_000)
    expect(shippingFor(49_999, settings, rule({ fee: 0 }))).toBe(0)
    expect(shippingFor(50_000, settings, rule({ fee: 150 }))).toBe(0)
    expect(shippingFor(49_999, settings)).toBe(4900)
    expect(cashChoice(10_049, settings, rule({ cash_fee: 30 }))).toMatchObject({
      total: 13_000,
      round_off: -49,
      fee: 3000,
    })
    expect(cashChoice(10_049, settings, rule({ cash: false }))).toMatchObject({
      available: false,
      reason: 'Cash on delivery is not possible for this PIN code.',
    })
    const limited = { ...settings, cod_max: 12_000 }
    expect(cashChoice(10_000, limited, rule({ cash_fee: 30 })).available).toBe(false)
    expect(cashChoice(10_000, limited, rule()).available).toBe(true)
  })

  test('"Free delivery" is promised to all only where no rule can ask for more', () => {
    const free = { ...DEFAULT_SETTINGS, free_shipping_from: 50_000, shipping_fee: 0, minimum_order: 15_000 }
    expect(deliversFree(free)).toBe(true)
    expect(deliversFree({ ...free, delivers_by_pin: true })).toBe(false)
    expect(deliversFree({ ...free, shipping_fee: 4900, minimum_order: 50_000, delivers_by_pin: true })).toBe(true)
  })
})

test('DELIV-08 a PIN code is read as an address reads it', () => {
  for (const typed of ['560001', ' 560 001 ', '५६० ००१', '0560001', '056000', '56000', '56000a', '', '5600011'])
    expect([typed, readPincode(typed)]).toEqual([typed, v.safeParse(pincodeSchema, typed).success ? '560001' : null])
  expect([null, undefined, 560001, {}].map(readPincode)).toEqual([null, null, null, null])
})

describe('DELIV-02 when it arrives', () => {
  test.each(ARRIVALS)('ordered at %s', (at, calendar, leaves, earliest, latest) => {
    const time = Date.parse(`${at}:00+05:30`)
    expect(arrivalOf(time, parseCalendar({ ...calendar }), calendar)).toEqual({ leaves, earliest, latest })
  })

  test('is not known without days on the way, and in a shop that never packs', () => {
    expect(arrivalOf(NOON, CALENDAR, { days_min: 0, days_max: 0 })).toBeNull()
    const never = parseCalendar({
      days_off: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    })
    expect(arrivalOf(NOON, never, { days_min: 1, days_max: 2 })).toBeNull()
  })

  test('of any calendar it leaves on a working day, not before the order, and arrives on no holiday', () => {
    const day = fc
      .integer({ min: 0, max: 60 })
      .map((days) => new Date(Date.UTC(2026, 10, 1 + days)).toISOString().slice(0, 10))
    const calendars: fc.Arbitrary<Calendar> = fc.record({
      handling_days: fc.integer({ min: 0, max: 20 }),
      days_off: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
      holidays: fc.uniqueArray(day, { maxLength: 20 }),
      cutoff_hour: fc.integer({ min: 0, max: 24 }),
    })
    const from = Date.parse('2026-11-01T00:00:00+05:30')
    const times = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => from + minutes * 60_000)
    fc.assert(
      fc.property(calendars, times, fc.integer({ min: 0, max: 9 }), (calendar, time, days_min) => {
        const arrival = arrivalOf(time, calendar, { days_min, days_max: days_min + 3 })
        if (!arrival) throw new Error('There is a working day.')
        const { leaves, earliest, latest } = arrival
        expect(startOfDay(leaves) + 24 * 60 * 60_000).toBeGreaterThan(time)
        expect([leaves <= earliest, earliest <= latest]).toEqual([true, true])
        expect(calendar.days_off).not.toContain(new Date(leaves).getUTCDay())
        for (const one of [leaves, earliest, latest]) expect(calendar.holidays).not.toContain(one)
        const later = arrivalOf(time + 60 * 60_000, calendar, { days_min, days_max: days_min + 3 })
        expect((later?.leaves ?? '') >= leaves).toBe(true)
      }),
    )
  })
})

describe('DELIV-03 holidays', () => {
  test('stand one on a line, a day or from one until another, with or without a name', () => {
    expect(readHolidays('2026-11-08 Diwali\n\n 2026-12-24 to 2026-12-26, Christmas\r\n2027-01-26')).toEqual({
      days: ['2026-11-08', '2026-12-24', '2026-12-25', '2026-12-26', '2027-01-26'],
    })
    // The last day that four digits can name.
    expect(readHolidays('9999-12-31')).toEqual({ days: ['9999-12-31'] })
  })

  test.each([
    ...['8 November', '2026-02-30', '2026-02-30 to 2026-03-03', '2026-11-08Diwali', '2026-11-11 to 2026-11-07'],
    '2026-01-01 to 2036-01-01',
  ])('%s is none', (line) => expect(readHolidays(`2026-11-07\n${line}`)).toEqual({ days: ['2026-11-07'], wrong: line }))
})

describe('DELIV-04 what is said of a PIN code', () => {
  test('where nothing is delivered there is neither cash nor a date', () => {
    const destination = { pincode: '744101', rule: rule({ deliver: false }), calendar: CALENDAR }
    expect(deliveryTo(destination, { fee: 4900, now: NOON })).toEqual({
      ...{ pincode: '744101', deliverable: false, cash: false, fee: 4900 },
      ...{ leaves: null, earliest: null, latest: null },
    })
  })

  test('without a rule for it all is as in a shop without rules, and no date is known', () => {
    const destination = { pincode: '744101', rule: undefined, calendar: CALENDAR }
    expect(deliveryTo(destination, { fee: 0, now: NOON })).toMatchObject({
      deliverable: true,
      cash: true,
      earliest: null,
    })
  })
})

test('DELIV-10 a parcel on its way is late when the last day told is over, and no new days are made up', () => {
  const told = { leaves_on: '2026-12-14', arrives_from: '2026-12-16', arrives_until: '2026-12-17' }
  const on = (today: string) => arrivesNow(told, { today, shipped: true })
  const days = { earliest: '2026-12-16', latest: '2026-12-17' }
  expect([on('2026-12-17'), on('2026-12-18')]).toEqual([
    { ...days, late: false },
    { ...days, late: true },
  ])
  expect(arrivesNow({ ...told, leaves_on: '' }, { today: '2026-12-17', shipped: true })).toBeNull()
})
