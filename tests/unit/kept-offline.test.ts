import { describe, expect, test } from 'vitest'
import { buildOf } from '../../src/lib/build-of'
import { isPersonsPage, kindOf, pageKey, surplus } from '../../src/worker/rules'
import { unseenPage } from '../../src/worker/unseen-page'

const HOME = 'https://shop.test'
const kind = (path: string, { mode = 'cors', method = 'GET', headers = {} as Record<string, string> } = {}) =>
  kindOf({ method, url: new URL(path, HOME).href, mode, headers: new Headers(headers) }, HOME, HOME)
const page = (path: string) => kind(path, { mode: 'navigate' })

describe('OFF-02 what is kept, and how', () => {
  test.each([
    '/',
    '/shop?category=soap',
    '/product/abc',
    '/cart',
    '/checkout',
    '/orders/abc',
    '/blog/a-bar',
    '/nowhere',
  ])('%s is a page that is kept', (path) => expect(page(path)).toBe('page'))
  test.each([
    ...['/_/', '/staff', '/preview/shop', '/auth/login', '/profile', '/letters/confirm', '/builder/diwali', '/api/x'],
    ...['/webhook-test', '/sitemap.xml', '/feeds/google.xml', '/desk/main.js'],
  ])('%s is none', (path) => expect(page(path)).toBe('none'))
  test.each([
    ...[
      ['/auth/login', true],
      ['/profile', true],
      ['/letters/confirm', true],
      ['/shop', false],
      ['/_/', false],
    ],
    ...[
      ['/staff', false],
      ['/api/x', false],
      ['https://other.test/profile', false],
    ],
  ] as [string, boolean][])('OFF-05 in the place of %s others are offered: %s', (path, offered) => {
    const asked = { url: new URL(path, HOME).href, headers: new Headers() }
    expect(isPersonsPage({ ...asked, method: 'GET', mode: 'navigate' }, HOME)).toBe(offered)
    expect(isPersonsPage({ ...asked, method: 'POST', mode: 'navigate' }, HOME)).toBe(false)
    expect(isPersonsPage({ ...asked, method: 'GET', mode: 'cors' }, HOME)).toBe(false)
  })
  test.each([
    ['/assets/shell-abc.js', 'asset'],
    ['/assets/mukta-abc.woff2', 'asset'],
    ['/api/files/products/abc/one.jpg?thumb=300x300', 'picture'],
    ['/api/collections/products/records?page=1', 'records'],
    ['/api/collections/products/records/abc', 'records'],
    ['/api/store/search?q=neem', 'records'],
    ['/api/store/categories', 'records'],
    ['/api/files/users/abc/one.jpg?token=secret', 'none'],
    ['/api/collections/orders/records', 'none'],
    ['/api/collections/users/auth-refresh', 'none'],
    ['/api/collections/wishlists/records', 'none'],
    ['/api/store/orders/abc', 'none'],
    ['/api/store/my-data', 'none'],
    ['/api/store/page?at=%2F', 'none'],
    ['/api/realtime', 'none'],
    ['/api/health', 'none'],
    ['/_/assets/main.js', 'none'],
    ['/sw.js', 'none'],
    ['https://other.test/assets/a.js', 'none'],
  ])('%s: %s', (path, expected) => expect(kind(path)).toBe(expected))
  test.each(['Authorization', 'X-Order-Token', 'X-Store-Preview', 'Range'])('nothing asked with %s', (name) => {
    const headers = { [name]: 'x' }
    expect(kind('/api/collections/products/records', { headers })).toBe('none')
    expect(kind('/api/files/products/abc/one.jpg', { headers })).toBe('none')
    expect(kind('/', { headers, mode: 'navigate' })).toBe('none')
  })
  test('nothing that is sent', () => {
    expect(kind('/api/collections/products/records', { method: 'POST' })).toBe('none')
    expect(kind('/shop', { method: 'POST', mode: 'navigate' })).toBe('none')
  })
  test('records of another origin are, its pages and scripts are not', () => {
    const at = (url: string, mode = 'cors') =>
      kindOf({ method: 'GET', url, mode, headers: new Headers() }, HOME, 'https://records.test')
    expect(at('https://records.test/api/collections/products/records')).toBe('records')
    expect(at('https://records.test/assets/a.js')).toBe('none')
    expect(at('https://records.test/shop', 'navigate')).toBe('none')
    expect(at(`${HOME}/api/collections/products/records`)).toBe('none')
  })
})

test('OFF-02 orders share one kept page, and none of their ids is left behind', () => {
  const [order, other] = ['/orders/abc', '/orders/def?x=1'].map((path) => pageKey(HOME + path))
  expect(order).toBe(other)
  expect(order).not.toContain('abc')
  expect(pageKey(`${HOME}/orders/abc/bill`)).not.toBe(order)
  expect(pageKey(`${HOME}/order-confirmation/abc`)).toBe(pageKey(`${HOME}/order-confirmation/def`))
  expect(pageKey(`${HOME}/orders`)).toBe(`${HOME}/orders`)
  expect(pageKey(`${HOME}/shop?q=neem`)).toBe(`${HOME}/shop?q=neem`)
})

test('OFF-02 what is kept is bounded by number and bytes, the oldest goes first', () => {
  expect(surplus([1, 1, 1], { most: 3, bytes: 100 })).toBe(0)
  expect(surplus([1, 1, 1, 1], { most: 3, bytes: 100 })).toBe(1)
  expect(surplus([60, 60, 30], { most: 3, bytes: 100 })).toBe(1)
  expect(surplus([10, 200], { most: 3, bytes: 100 })).toBe(2)
})

test('OFF-05 the page in the place of one never seen names those that were, in their language, and no order', () => {
  const html = (title: string, lang = 'en-IN') => `<html data-kept="1" lang="${lang}"><title>${title}</title>`
  const shown = unseenPage(
    [
      { url: `${HOME}/shop?q=a&b="x"`, html: html('Soap &amp; more') },
      { url: `${HOME}/orders/one`, html: html('Order') },
    ],
    HOME,
  )
  expect(shown).toContain('<a href="/shop?q=a&amp;b=&quot;x&quot;">Soap &amp; more</a>')
  expect(shown).not.toContain('orders')
  expect(unseenPage([{ url: `${HOME}/`, html: html('दुकान', 'hi-IN') }], HOME)).toContain('यह पेज')
  expect(unseenPage([], HOME)).not.toContain('<ul>')
  const colours = '<style id="shop-colours">html:root{--page:#fff}</style>'
  const own = `<meta property="og:site_name" content="Lotus &amp; Loom">${colours}${html('Shop')}`
  const named = unseenPage([{ url: `${HOME}/shop`, html: own }], HOME)
  expect(named).toContain('<header><p>Lotus &amp; Loom</p></header>')
  expect(named).toContain(`</style>${colours}`)
  expect(shown).not.toContain('<header>')
})

test('DEPLOY-03 a build is told by what its pages say', () => {
  expect(buildOf('<meta charset="utf-8"><meta name="build" content="0a1b2c">')).toBe('0a1b2c')
  expect(buildOf('<script>1</script>')).toBe('')
})
