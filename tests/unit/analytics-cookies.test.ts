import { afterEach, expect, test, vi } from 'vitest'
import { forgetAnalyticsCookies } from '../../src/integrations/analytics-cookies'

afterEach(() => vi.unstubAllGlobals())

test('STAT-05 DATA-02 a no takes along the cookies that were set for a domain above the page’s', () => {
  const written: string[] = []
  vi.stubGlobal('window', { location: { hostname: 'www.shop.example' } })
  vi.stubGlobal('localStorage', {})
  vi.stubGlobal('document', {
    get cookie() {
      return '_ga=1; session=2; _fbp=3'
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  forgetAnalyticsCookies('analytics')
  const gone = '_ga=; path=/; max-age=0'
  expect(written).toEqual([
    gone,
    `${gone}; domain=www.shop.example`,
    `${gone}; domain=shop.example`,
    `${gone}; domain=example`,
  ])
})
