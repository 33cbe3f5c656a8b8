import { expect, test } from 'vitest'
import { publicPage } from '../../pocketbase/hooks/pages/public-page'
import { ROUTE_PATTERNS } from '../../src/lib/paths'

const NEEM = '%E0%A4%A8%E0%A5%80%E0%A4%AE'

test.each([
  ...['q=caf%E9', 'q=100%+cotton%20bag', 'q=%zz%20bag', 'q=%E0%A4%A', `q=${NEEM}+%41%2541`, 'q=%F0%9F%A7%BC%F0%9F'],
  ...['q=%E9%E8', `q=${NEEM}%FF`, 'q=%E9%20%E0%A4%A8', 'q=%C3%A9%E9'],
])('SHOP-05 PAINT-02 a page is drawn for %s as the browser reads it, which takes it over', (query) => {
  const drawn = publicPage('/shop', query, true)?.url.split('?')[1]
  expect(new URLSearchParams(drawn).get('q')).toBe(new URLSearchParams(query).get('q'))
})

test('PAINT-01 every page of the shop is drawn, but those of the page builder', () => {
  const address = (pattern: string) => pattern.replace(':deed', 'confirm').replace(/:\w+/, 'abcdefghij12345')
  const empty = ROUTE_PATTERNS.filter((pattern) => !publicPage(address(pattern), '', true))
  expect(empty).toEqual(['/builder/*', '/builder-preview/*', '/builder-example'])
})
