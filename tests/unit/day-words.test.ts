import { expect, test } from 'vitest'
import { dayWords } from '../../src/domain/desk/day-words'

test('PACK-01 the day an order was placed is said as in India', () => {
  const now = Date.parse('2026-11-24T20:00:00Z') // 25 November, 1:30 am
  const said = (value: string) => dayWords(value, now)
  expect(said('2026-11-24 18:30:00.000Z')).toBe('Today')
  expect(said('2026-11-24 18:29:59.000Z')).toBe('Yesterday')
  expect(said('2026-11-19 04:30:00.000Z')).toBe('Thu 19')
  expect(said('2026-11-18 04:30:00.000Z')).toBe('18 November')
  expect(said('2025-12-31 04:30:00.000Z')).toBe('31 December 2025')
  expect(said('')).toBe('')
})
