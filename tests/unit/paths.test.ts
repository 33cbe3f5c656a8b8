import { describe, expect, test } from 'vitest'
import { findRoute } from '../../src/app/route-start'
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

  test('ROUTE-20 every path function leads to an address of the store', () => {
    const made = Object.values(paths).map((path) => (path as (part: string) => string)('abc'))
    for (const path of made) expect(isKnownPath(path.split('?')[0] ?? '')).toBe(true)
  })

  test('PROD-06 a product is led to in a colour, whatever its name', () => {
    expect(paths.product('tote')).toBe('/product/tote')
    expect(paths.product('tote', 'olive & sand')).toBe('/product/tote?colour=olive%20%26%20sand')
  })
})

describe('routes', () => {
  test.each([
    ['ROUTE-01', '/', 'home'],
    ['ROUTE-02', '/shop', 'shop'],
    ['ROUTE-03', '/product/abc', 'product'],
    ['ROUTE-04', '/bestsellers', 'bestsellers'],
    ['ROUTE-05', '/new-arrivals', 'new-arrivals'],
    ['ROUTE-06', '/about', 'about'],
    ['ROUTE-07', '/gifting', 'gifting'],
    ['ROUTE-07', '/blog', 'blog'],
    ['ROUTE-07', '/blog/a-bar-that-lasts', 'post'],
    ['ROUTE-08', '/contact', 'contact'],
    ['ROUTE-08', '/contact-us', 'contact'],
    ['ROUTE-09', '/shipping-policy', 'policy'],
    ['ROUTE-09', '/terms-and-conditions', 'policy'],
    ['ROUTE-09', '/cancellations-refunds', 'policy'],
    ['ROUTE-09', '/privacy-policy', 'policy'],
    ['WISH-06', '/wishlist', 'wishlist'],
    ['HOME-12', '/letters/leave', 'letters'],
    ['ROUTE-10', '/checkout', 'checkout'],
    ['ROUTE-11', '/order-confirmation/abc', 'order-confirmation'],
    ['ROUTE-12', '/track-order', 'track-order'],
    ['ROUTE-15', '/auth/login', 'login'],
    ['ROUTE-15', '/auth/signup', 'signup'],
    ['ROUTE-15', '/auth/forgot-password', 'forgot-password'],
    ['ROUTE-15', '/auth/reset-password', 'reset-password'],
    ['ROUTE-17', '/webhook-test', 'webhook-test'],
    ['ROUTE-18', '/builder/diwali', 'builder'],
    ['ROUTE-18', '/builder-preview/diwali/sale', 'builder'],
    ['ROUTE-19', '/builder-example', 'builder-example'],
    ['ROUTE-20', '/no/such/page', 'not-found'],
  ])('%s %s is open to everybody', (_id, path, name) => {
    expect(findRoute(path)?.route).toMatchObject({ name, signIn: undefined })
  })

  test.each([
    ['ROUTE-13', '/orders', 'orders'],
    ['ROUTE-14', '/orders/abc', 'order'],
    ['ROUTE-16', '/profile', 'profile'],
  ])('%s %s asks for sign-in', (_id, path, name) => {
    expect(findRoute(path)?.route).toMatchObject({ name, signIn: true })
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
