import { describe, expect, test } from 'vitest'
import { ordersErasedBefore } from '../../src/domain/account/privacy'
import { DEFAULT_SETTINGS, parseSettings } from '../../src/domain/site/settings'

const at = (text: string) => Date.parse(text)

describe('DATA-06 how long an order keeps its buyer', () => {
  test.each([
    // Eight whole financial years lie behind 2025-26 only from 1 April 2034, midnight in India.
    ['2034-03-31T18:29:59Z', 8, '2025-03-31T18:30:00Z'],
    ['2034-03-31T18:30:00Z', 8, '2026-03-31T18:30:00Z'],
    ['2034-12-31T00:00:00Z', 8, '2026-03-31T18:30:00Z'],
    ['2035-01-01T00:00:00Z', 8, '2026-03-31T18:30:00Z'],
    ['2026-11-20T00:00:00Z', 1, '2025-03-31T18:30:00Z'],
  ])('at %s with %i years: what was placed before %s', (now, years, expected) => {
    expect(ordersErasedBefore(at(now), years)).toBe(at(expected))
  })

  test('a number nobody set is the default, never zero', () => {
    for (const value of [0, -1, undefined, '3', null]) {
      expect(parseSettings({ orders_kept_years: value }).orders_kept_years).toBe(DEFAULT_SETTINGS.orders_kept_years)
    }
    expect(parseSettings({ orders_kept_years: 6 }).orders_kept_years).toBe(6)
  })
})

test('DATA-01 shoppers are asked first unless the record says no', () => {
  expect(parseSettings(null).consent_required).toBe(true)
  expect(parseSettings({}).consent_required).toBe(true)
  expect(parseSettings({ consent_required: false }).consent_required).toBe(false)
})
