import { describe, expect, test } from 'vitest'
import { formatDate, formatDateTime } from '../../src/domain/date'
import { isKnownPath, paths, ROUTE_PATTERNS } from '../../src/lib/paths'

describe('paths', () => {
  test('ROUTE-20 knows every address of the store and no other', () => {
    for (const pattern of ROUTE_PATTERNS)
      expect(isKnownPath(pattern.replace(/:[a-z]+/, 'abc').replace('*', 'a/b'))).toBe(true)
    for (const path of ['/shop/', '/SHOP', '/builder', '/builder-preview/a/b']) expect(isKnownPath(path)).toBe(true)
    for (const path of [
      '/nope',
      '/shop/x',
      '/product',
      '/product/',
      '/product/a/b',
      '/orders/a/b',
      '/auth',
      '/index.html',
      '/shopx',
    ]) {
      expect(isKnownPath(path)).toBe(false)
    }
  })

  test('every path function leads to an address of the store', () => {
    const made = Object.values(paths).map((path) => (path as (part: string) => string)('abc'))
    for (const path of made) expect(isKnownPath(path.split('?')[0] ?? '')).toBe(true)
  })
})

describe('dates', () => {
  test('are said in India’s time wherever they are rendered', () => {
    expect(formatDate('2026-11-20 18:29:59.999Z')).toBe('20 November 2026')
    expect(formatDate('2026-11-20 18:30:00.000Z')).toBe('21 November 2026')
    expect(formatDateTime('2026-11-20 06:35:00.000Z')).toBe('20 November 2026, 12:05 pm')
    expect(formatDateTime('2026-11-19 18:30:00.000Z')).toBe('20 November 2026, 12:00 am')
    expect(formatDate('')).toBe('')
  })
})
